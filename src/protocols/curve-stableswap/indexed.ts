import type { IndexedFamily } from "../sources.ts";
import * as schema from "./schema.ts";
import { curveStableswapSources } from "./sources.ts";

/** What is indexed of the family. */
export const curveStableswap = {
  family: "curve-stableswap",
  schema,
  sources: curveStableswapSources,
} as const satisfies IndexedFamily;
