import type { IndexedFamily } from "../sources.ts";
import * as schema from "./schema.ts";
import { morphoBlueSeed } from "./seed.ts";
import { morphoBlueSources } from "./sources.ts";

/** What is indexed of the family. */
export const morphoBlue = {
  family: "morpho-blue",
  schema,
  sources: morphoBlueSources,
  seed: morphoBlueSeed,
} as const satisfies IndexedFamily;
