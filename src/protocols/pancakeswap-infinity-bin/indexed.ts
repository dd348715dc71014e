import type { IndexedFamily } from "../sources.ts";
import * as schema from "./schema.ts";
import { pancakeswapInfinityBinSeed } from "./seed.ts";
import { pancakeswapInfinityBinSources } from "./sources.ts";

/** What is indexed of the family. */
export const pancakeswapInfinityBin = {
  family: "pancakeswap-infinity-bin",
  schema,
  sources: pancakeswapInfinityBinSources,
  seed: pancakeswapInfinityBinSeed,
} as const satisfies IndexedFamily;
