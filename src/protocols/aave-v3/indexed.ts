import type { IndexedFamily } from "../sources.ts";
import * as schema from "./schema.ts";
import { aaveV3Seed } from "./seed.ts";
import { aaveV3Sources } from "./sources.ts";

/** What is indexed of the family. */
export const aaveV3 = {
  family: "aave-v3",
  schema,
  sources: aaveV3Sources,
  seed: aaveV3Seed,
} as const satisfies IndexedFamily;
