/** What pools trade with: rows of `pool_balances` and `pool_balance_log`. */
interface BalancesView {
  readonly kind: "balances";
  /**
   * Query over a row of the state table, called `state`, or of its log: what `by` says, and the
   * amount in the smallest unit.
   */
  readonly held: string;
  /** What tells the token of an amount: its address, or its place in the pool, from 0. */
  readonly by: "token" | "place";
  /**
   * Whether the amounts are those of a constant-product pool that trades alike around the current
   * price.
   */
  readonly isVirtual: boolean;
  /** Condition on a row and what is `held`; all count when absent. */
  readonly where?: string;
}

/** A vault that issues a share: a row of `vaults`. */
interface VaultView {
  readonly kind: "vault";
  readonly share: string;
  readonly asset: string;
  /** Worth of all shares, smallest unit of the asset. */
  readonly assets: string;
  readonly shares: string;
  readonly depositsOpen: string;
  readonly redemptionsOpen: string;
}

/** What lends one token: a row of `lending_markets`. */
interface LendingMarketView {
  readonly kind: "lending-market";
  readonly loanToken: string;
  /** The only collateral, or null. */
  readonly collateralToken: string;
  /** Smallest unit of the loan token. */
  readonly supplied: string;
  readonly borrowed: string;
}

/** What takes stakes of a token: a row of `positions`. */
interface StakesView {
  readonly kind: "stakes";
  readonly stakedToken: string;
  /** Smallest unit of the staked token. */
  readonly staked: string;
  /** An array. */
  readonly rewardTokens: string;
}

/**
 * What a state holds, for analysts: SQL over the columns of the state table. The kind is that of
 * the view that shows it.
 */
export type StateView = BalancesView | VaultView | LendingMarketView | StakesView;
