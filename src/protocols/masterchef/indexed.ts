import type { IndexedFamily } from "../sources.ts";
import { masterChefReader } from "./live.ts";
import * as schema from "./schema.ts";
import { masterChefSeed } from "./seed.ts";
import { masterChefSources } from "./sources.ts";

/** What is indexed of the family. */
export const masterChef = {
  family: "masterchef",
  schema,
  sources: masterChefSources,
  seed: masterChefSeed,
  live: masterChefReader,
} as const satisfies IndexedFamily;
