import type { IndexedFamily } from "../sources.ts";
import * as schema from "./schema.ts";
import { uniswapV3Seed } from "./seed.ts";
import { uniswapV3Sources } from "./sources.ts";

/** What is indexed of the family. */
export const uniswapV3 = {
  family: "uniswap-v3",
  schema,
  sources: uniswapV3Sources,
  seed: uniswapV3Seed,
} as const satisfies IndexedFamily;
