import type { IndexedFamily } from "../sources.ts";
import { curveGaugeReader } from "./live.ts";
import * as schema from "./schema.ts";
import { curveGaugeSeed } from "./seed.ts";
import { curveGaugeSources } from "./sources.ts";

/** What is indexed of the family. */
export const curveGauge = {
  family: "curve-gauge",
  schema,
  sources: curveGaugeSources,
  seed: curveGaugeSeed,
  live: curveGaugeReader,
} as const satisfies IndexedFamily;
