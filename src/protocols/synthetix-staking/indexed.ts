import type { IndexedFamily } from "../sources.ts";
import * as schema from "./schema.ts";
import { synthetixStakingSeed } from "./seed.ts";
import { synthetixStakingSources } from "./sources.ts";

/** What is indexed of the family. */
export const synthetixStaking = {
  family: "synthetix-staking",
  schema,
  sources: synthetixStakingSources,
  seed: synthetixStakingSeed,
} as const satisfies IndexedFamily;
