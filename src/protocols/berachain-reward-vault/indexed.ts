import type { IndexedFamily } from "../sources.ts";
import * as schema from "./schema.ts";
import { berachainRewardVaultSeed } from "./seed.ts";
import { berachainRewardVaultSources } from "./sources.ts";

/** What is indexed of the family. */
export const berachainRewardVault = {
  family: "berachain-reward-vault",
  schema,
  sources: berachainRewardVaultSources,
  seed: berachainRewardVaultSeed,
} as const satisfies IndexedFamily;
