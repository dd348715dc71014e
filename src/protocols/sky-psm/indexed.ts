import type { IndexedFamily } from "../sources.ts";
import { skyPsmReader } from "./live.ts";
import * as schema from "./schema.ts";

/** What is indexed of the family. */
export const skyPsm = {
  family: "sky-psm",
  schema,
  sources: () => ({}),
  live: skyPsmReader,
} as const satisfies IndexedFamily;
