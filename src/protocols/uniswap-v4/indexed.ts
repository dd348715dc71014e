import type { IndexedFamily } from "../sources.ts";
import * as schema from "./schema.ts";
import { uniswapV4Seed } from "./seed.ts";
import { uniswapV4Sources } from "./sources.ts";

/** What is indexed of the family. */
export const uniswapV4 = {
  family: "uniswap-v4",
  schema,
  sources: uniswapV4Sources,
  seed: uniswapV4Seed,
} as const satisfies IndexedFamily;
