import type { Metapool } from "../curve-stableswap/metapool.ts";

/** State of one pool of a stableswap-ng factory; trades are those of `curve-stableswap`. */
export interface CurveNgPool extends Metapool {
  /** Fees depend on the distance of coins. */
  readonly offpegE10: bigint;
}
