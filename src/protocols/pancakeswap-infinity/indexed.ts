import type { IndexedFamily } from "../sources.ts";
import * as schema from "./schema.ts";
import { pancakeswapInfinitySeed } from "./seed.ts";
import { pancakeswapInfinitySources } from "./sources.ts";

/** What is indexed of the family. */
export const pancakeswapInfinity = {
  family: "pancakeswap-infinity",
  schema,
  sources: pancakeswapInfinitySources,
  seed: pancakeswapInfinitySeed,
} as const satisfies IndexedFamily;
