import type { IndexedFamily } from "../sources.ts";
import * as schema from "./schema.ts";
import { uniswapV2Seed } from "./seed.ts";
import { uniswapV2Sources } from "./sources.ts";

/** What is indexed of the family. */
export const uniswapV2 = {
  family: "uniswap-v2",
  schema,
  sources: uniswapV2Sources,
  seed: uniswapV2Seed,
} as const satisfies IndexedFamily;
