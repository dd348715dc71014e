import type { IndexedFamily } from "../sources.ts";
import { skyPsm3Reader } from "./live.ts";
import * as schema from "./schema.ts";

/** What is indexed of the family. */
export const skyPsm3 = {
  family: "sky-psm3",
  schema,
  sources: () => ({}),
  live: skyPsm3Reader,
} as const satisfies IndexedFamily;
