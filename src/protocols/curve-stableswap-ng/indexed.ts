import type { IndexedFamily } from "../sources.ts";
import { curveStableswapNgReader } from "./live.ts";
import * as schema from "./schema.ts";
import { curveStableswapNgSeed } from "./seed.ts";
import { curveStableswapNgSources } from "./sources.ts";

/** What is indexed of the family. */
export const curveStableswapNg = {
  family: "curve-stableswap-ng",
  schema,
  sources: curveStableswapNgSources,
  seed: curveStableswapNgSeed,
  live: curveStableswapNgReader,
} as const satisfies IndexedFamily;
