import type { IndexedFamily } from "../sources.ts";
import { fluidDexLiteReader } from "./live.ts";
import * as schema from "./schema.ts";
import { fluidDexLiteSeed } from "./seed.ts";
import { fluidDexLiteSources } from "./sources.ts";

/** What is indexed of the family. */
export const fluidDexLite = {
  family: "fluid-dex-lite",
  schema,
  sources: fluidDexLiteSources,
  seed: fluidDexLiteSeed,
  live: fluidDexLiteReader,
} as const satisfies IndexedFamily;
