import type { Address } from "viem";
import type { Metapool } from "../curve-stableswap/metapool.ts";

/** State of one metapool; trades are those of `curve-stableswap`, with the fee of all coins. */
export interface CurveMetaPool extends Metapool {
  readonly basePool: Address;
  readonly offpegE10: null;
}
