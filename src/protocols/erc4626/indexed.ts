import type { IndexedFamily } from "../sources.ts";
import { erc4626Reader } from "./live.ts";
import { namedVaults } from "./named.ts";
import * as schema from "./schema.ts";
import { erc4626Seed } from "./seed.ts";
import { erc4626Sources } from "./sources.ts";

/** What is indexed of the family. */
export const erc4626 = {
  family: "erc4626",
  schema,
  sources: erc4626Sources,
  seed: erc4626Seed,
  live: erc4626Reader,
  named: namedVaults,
} as const satisfies IndexedFamily;
