import type { IndexedFamily } from "../sources.ts";
import { curveCryptoReader } from "./live.ts";
import * as schema from "./schema.ts";
import { curveCryptoSeed } from "./seed.ts";
import { curveCryptoSources } from "./sources.ts";

/** What is indexed of the family. */
export const curveCrypto = {
  family: "curve-crypto",
  schema,
  sources: curveCryptoSources,
  seed: curveCryptoSeed,
  live: curveCryptoReader,
} as const satisfies IndexedFamily;
