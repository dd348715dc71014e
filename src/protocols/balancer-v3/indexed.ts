import type { IndexedFamily } from "../sources.ts";
import { balancerV3Reader } from "./live.ts";
import * as schema from "./schema.ts";
import { balancerV3Seed } from "./seed.ts";
import { balancerV3Sources } from "./sources.ts";

/** What is indexed of the family. */
export const balancerV3 = {
  family: "balancer-v3",
  schema,
  sources: balancerV3Sources,
  live: balancerV3Reader,
  seed: balancerV3Seed,
} as const satisfies IndexedFamily;
