import type { IndexedFamily } from "../sources.ts";
import { fluidReader } from "./live.ts";
import * as schema from "./schema.ts";
import { fluidSeed } from "./seed.ts";
import { fluidSources } from "./sources.ts";

/** What is indexed of the family. */
export const fluid = {
  family: "fluid",
  schema,
  sources: fluidSources,
  seed: fluidSeed,
  live: fluidReader,
} as const satisfies IndexedFamily;
