import type { IndexedFamily } from "../sources.ts";
import { compoundV2Reader } from "./live.ts";
import * as schema from "./schema.ts";

/** What is indexed of the family. */
export const compoundV2 = {
  family: "compound-v2",
  schema,
  sources: () => ({}),
  live: compoundV2Reader,
} as const satisfies IndexedFamily;
