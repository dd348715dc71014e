import type { IndexedFamily } from "../sources.ts";
import * as schema from "./schema.ts";
import { balancerV3BufferSeed } from "./seed.ts";
import { balancerV3BufferSources } from "./sources.ts";

/** What is indexed of the family. */
export const balancerV3Buffer = {
  family: "balancer-v3-buffer",
  schema,
  sources: balancerV3BufferSources,
  seed: balancerV3BufferSeed,
} as const satisfies IndexedFamily;
