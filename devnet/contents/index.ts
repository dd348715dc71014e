import type { ChainSpec } from "../chains.ts";
import { chain1 } from "./chain-1.ts";
import { chain8453 } from "./chain-8453.ts";
import { chain43114 } from "./chain-43114.ts";
import { chain80094 } from "./chain-80094.ts";
import type { ChainContents } from "./contents.ts";

/** What each chain carries, in `chain-<id>.ts`. */
export const CONTENTS: Readonly<Record<ChainSpec["chainId"], ChainContents>> = {
  1: chain1,
  8453: chain8453,
  43114: chain43114,
  80094: chain80094,
};
