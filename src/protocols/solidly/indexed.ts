import type { IndexedFamily } from "../sources.ts";
import { solidlyReader } from "./live.ts";
import * as schema from "./schema.ts";
import { solidlySeed } from "./seed.ts";
import { solidlySources } from "./sources.ts";

/** What is indexed of the family. */
export const solidly = {
  family: "solidly",
  schema,
  sources: solidlySources,
  seed: solidlySeed,
  live: solidlyReader,
} as const satisfies IndexedFamily;
