import type { IndexedFamily } from "../sources.ts";
import { curveLendingReader } from "./live.ts";
import * as schema from "./schema.ts";

/** What is indexed of the family. */
export const curveLending = {
  family: "curve-lending",
  schema,
  sources: () => ({}),
  live: curveLendingReader,
} as const satisfies IndexedFamily;
