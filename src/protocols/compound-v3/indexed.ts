import type { IndexedFamily } from "../sources.ts";
import { compoundV3Reader } from "./live.ts";
import * as schema from "./schema.ts";

/** What is indexed of the family. */
export const compoundV3 = {
  family: "compound-v3",
  schema,
  sources: () => ({}),
  live: compoundV3Reader,
} as const satisfies IndexedFamily;
