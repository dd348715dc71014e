import type { IndexedFamily } from "../sources.ts";
import { rocketPoolReader } from "./live.ts";
import * as schema from "./schema.ts";

/** What is indexed of the family. */
export const rocketPool = {
  family: "rocket-pool",
  schema,
  sources: () => ({}),
  live: rocketPoolReader,
} as const satisfies IndexedFamily;
