import type { IndexedFamily } from "../sources.ts";
import { ekuboReader } from "./live.ts";
import * as schema from "./schema.ts";
import { ekuboSeed } from "./seed.ts";
import { ekuboSources } from "./sources.ts";

/** What is indexed of the family. */
export const ekubo = {
  family: "ekubo",
  schema,
  sources: ekuboSources,
  seed: ekuboSeed,
  live: ekuboReader,
} as const satisfies IndexedFamily;
