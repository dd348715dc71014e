import type { IndexedFamily } from "../sources.ts";
import * as schema from "./schema.ts";
import { curveStableswapSeed } from "./seed.ts";
import { curveStableswapSources } from "./sources.ts";

/** What is indexed of the family. */
export const curveStableswap = {
  family: "curve-stableswap",
  schema,
  sources: curveStableswapSources,
  seed: curveStableswapSeed,
} as const satisfies IndexedFamily;
