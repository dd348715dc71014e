import type { IndexedFamily } from "../sources.ts";
import { algebraReader } from "./live.ts";
import * as schema from "./schema.ts";
import { algebraSeed } from "./seed.ts";
import { algebraSources } from "./sources.ts";

/** What is indexed of the family. */
export const algebra = {
  family: "algebra",
  schema,
  sources: algebraSources,
  seed: algebraSeed,
  live: algebraReader,
} as const satisfies IndexedFamily;
