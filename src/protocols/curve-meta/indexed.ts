import type { IndexedFamily } from "../sources.ts";
import { curveMetaReader } from "./live.ts";
import * as schema from "./schema.ts";
import { curveMetaSeed } from "./seed.ts";
import { curveMetaSources } from "./sources.ts";

/** What is indexed of the family. */
export const curveMeta = {
  family: "curve-meta",
  schema,
  sources: curveMetaSources,
  seed: curveMetaSeed,
  live: curveMetaReader,
} as const satisfies IndexedFamily;
