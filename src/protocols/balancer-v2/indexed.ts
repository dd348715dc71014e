import type { IndexedFamily } from "../sources.ts";
import { balancerV2Reader } from "./live.ts";
import * as schema from "./schema.ts";
import { balancerV2Seed } from "./seed.ts";
import { balancerV2Sources } from "./sources.ts";

/** What is indexed of the family. */
export const balancerV2 = {
  family: "balancer-v2",
  schema,
  sources: balancerV2Sources,
  live: balancerV2Reader,
  seed: balancerV2Seed,
} as const satisfies IndexedFamily;
