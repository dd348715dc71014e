import type { IndexedFamily } from "../sources.ts";
import * as schema from "./schema.ts";
import { liquidityBookSeed } from "./seed.ts";
import { liquidityBookSources } from "./sources.ts";

/** What is indexed of the family. */
export const liquidityBook = {
  family: "liquidity-book",
  schema,
  sources: liquidityBookSources,
  seed: liquidityBookSeed,
} as const satisfies IndexedFamily;
