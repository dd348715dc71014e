import type { IndexedFamily } from "../sources.ts";
import { convexReader } from "./live.ts";
import * as schema from "./schema.ts";
import { convexSeed } from "./seed.ts";
import { convexSources } from "./sources.ts";

/** What is indexed of the family. */
export const convex = {
  family: "convex",
  schema,
  sources: convexSources,
  seed: convexSeed,
  live: convexReader,
} as const satisfies IndexedFamily;
