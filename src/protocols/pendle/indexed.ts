import type { IndexedFamily } from "../sources.ts";
import { pendleReader } from "./live.ts";
import * as schema from "./schema.ts";
import { pendleSeed } from "./seed.ts";
import { pendleSources } from "./sources.ts";

/** What is indexed of the family. */
export const pendle = {
  family: "pendle",
  schema,
  sources: pendleSources,
  seed: pendleSeed,
  live: pendleReader,
} as const satisfies IndexedFamily;
