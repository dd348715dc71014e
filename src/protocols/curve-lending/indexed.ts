import type { IndexedFamily } from "../sources.ts";
import { curveLendingReader } from "./live.ts";
import * as schema from "./schema.ts";
import { curveLendingSeed } from "./seed.ts";
import { curveLendingSources } from "./sources.ts";

/** What is indexed of the family. */
export const curveLending = {
  family: "curve-lending",
  schema,
  sources: curveLendingSources,
  seed: curveLendingSeed,
  live: curveLendingReader,
} as const satisfies IndexedFamily;
