import type { IndexedFamily } from "../sources.ts";
import { curveFactoryReader } from "./live.ts";
import * as schema from "./schema.ts";
import { curveFactorySeed } from "./seed.ts";
import { curveFactorySources } from "./sources.ts";

/** What is indexed of the family. */
export const curveFactory = {
  family: "curve-factory",
  schema,
  sources: curveFactorySources,
  seed: curveFactorySeed,
  live: curveFactoryReader,
} as const satisfies IndexedFamily;
