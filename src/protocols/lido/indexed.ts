import type { IndexedFamily } from "../sources.ts";
import * as schema from "./schema.ts";
import { lidoSeed } from "./seed.ts";
import { lidoSources } from "./sources.ts";

/** What is indexed of the family. */
export const lido = {
  family: "lido",
  schema,
  sources: lidoSources,
  seed: lidoSeed,
} as const satisfies IndexedFamily;
