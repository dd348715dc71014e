import type { CurvePool } from "../curve-stableswap/pool.ts";

/** State of one pool of a stableswap-ng factory; trades are those of `curve-stableswap`. */
export interface CurveNgPool extends CurvePool {
  /** Fees depend on the distance of coins. */
  readonly offpegE10: bigint;
  /** Whether the second coin is the liquidity token of another pool; its functions take arrays. */
  readonly isMeta: boolean;
}
