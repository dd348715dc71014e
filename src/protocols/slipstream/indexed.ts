import type { IndexedFamily } from "../sources.ts";
import { slipstreamReader } from "./live.ts";
import * as schema from "./schema.ts";
import { slipstreamSeed } from "./seed.ts";
import { slipstreamSources } from "./sources.ts";

/** What is indexed of the family. */
export const slipstream = {
  family: "slipstream",
  schema,
  sources: slipstreamSources,
  seed: slipstreamSeed,
  live: slipstreamReader,
} as const satisfies IndexedFamily;
