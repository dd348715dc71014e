import type { DevnetPool, DevnetToken, ManagedPool } from "../manifest.ts";
import type { LongTail } from "../market/long-tail.ts";
import type { MarketPlan } from "../market/pool-plan.ts";
import type { DeployContext, DevnetProtocol } from "../protocols/protocol.ts";

/** What a chain of the devnet carries besides Weir's own contracts. */
export interface ChainContents {
  /** Hostile ones included. */
  readonly tokens: () => readonly DevnetToken[];
  /**
   * Deployed before any pool is made, in order: what the pools need, and what needs no compiling.
   */
  readonly venues: readonly DevnetProtocol[];
  /** Pools of the market. */
  readonly plan: (tokens: readonly DevnetToken[]) => MarketPlan;
  /** Deployed after the pools are made, in order: they are compiled meanwhile. */
  readonly others: readonly DevnetProtocol[];
  /** Pools that a protocol of `others` makes, and that the trader trades in. */
  readonly ownPools?: (tokens: readonly DevnetToken[]) => readonly DevnetPool[];
  /** Pools that a protocol of `others` makes in one contract. */
  readonly managedPools?: (tokens: readonly DevnetToken[]) => readonly ManagedPool[];
  /** Made last, of contracts of the compilation `own`. */
  readonly seedTail?: (context: DeployContext) => Promise<LongTail>;
}
