import type { IndexedFamily } from "../sources.ts";
import * as schema from "./schema.ts";
import { balancerV2Sources } from "./sources.ts";

/** What is indexed of the family. */
export const balancerV2 = {
  family: "balancer-v2",
  schema,
  sources: balancerV2Sources,
} as const satisfies IndexedFamily;
