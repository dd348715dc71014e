import type { IndexedFamily } from "../sources.ts";
import { stakingTokensReader } from "./live.ts";
import * as schema from "./schema.ts";

/** What is indexed of the family. */
export const stakingTokens = {
  family: "staking-tokens",
  schema,
  sources: () => ({}),
  live: stakingTokensReader,
} as const satisfies IndexedFamily;
