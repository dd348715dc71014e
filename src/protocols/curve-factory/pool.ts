import type { CurvePool } from "../curve-stableswap/pool.ts";
import type { ShareBalance } from "./share-balance.ts";

/**
 * State of one plain pool of a factory, or of one of native currency; trades are those of
 * `curve-stableswap`. Code that averages its price refuses what would leave none, as stableswap-ng
 * does, and its fee does not grow.
 */
export interface CurveFactoryPool extends CurvePool {
  readonly offpegE10: 0n | null;
  /** Of the second coin, where its balances are shares. */
  readonly shareBalance?: ShareBalance | undefined;
}
