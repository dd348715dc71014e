/** Whose code a deployment runs: forks of Compound V2 differ in what is listed here. */
export type Fork = "compound" | "venus" | "moonwell" | "benqi";

/** What of a fork's code its quotes and readings depend on. */
export interface ForkRules {
  /** What interest is counted by. */
  readonly clock: "block" | "second";
  /** Views of a market for its last accrual and for the rate of borrowers per tick of the clock. */
  readonly accruedView: string;
  readonly rateView: string;
  /**
   * What a cap of supply bounds: what all shares are worth with the deposit, up to the cap, or the
   * market's assets with the deposit, below the cap, where a cap of 0 is none.
   */
  readonly cap: "worth" | "assets" | "none";
  /**
   * Whether pauses are kept by action, or as guardian's switches, of which none stops redemptions.
   */
  readonly pauses: "actions" | "guardian";
  /**
   * View of the comptroller that answers the one token of rewards; null where there may be more.
   */
  readonly rewardView: string | null;
}

const BY_BLOCK = {
  clock: "block",
  accruedView: "accrualBlockNumber()",
  rateView: "borrowRatePerBlock()",
} as const;
const BY_SECOND = {
  clock: "second",
  accruedView: "accrualBlockTimestamp()",
  rateView: "borrowRatePerTimestamp()",
} as const;

/** The rules by fork; above each the code that they are read from. */
export const FORKS: Readonly<Record<Fork, ForkRules>> = {
  // https://github.com/compound-finance/compound-protocol/blob/a3214f67b73310d547e00fc578e8355911c9d376/contracts/Comptroller.sol#L234
  compound: { ...BY_BLOCK, cap: "none", pauses: "guardian", rewardView: "getCompAddress()" },
  // https://unpkg.com/@venusprotocol/venus-protocol@10.3.0/contracts/Comptroller/Diamond/facets/PolicyFacet.sol
  venus: { ...BY_BLOCK, cap: "worth", pauses: "actions", rewardView: "getXVSAddress()" },
  // https://github.com/moonwell-fi/moonwell-contracts-v2/blob/45866f4cb74b4db510692254bc2015fb154e6ca8/src/Comptroller.sol#L268
  moonwell: { ...BY_SECOND, cap: "assets", pauses: "guardian", rewardView: null },
  // https://github.com/Benqi-fi/BENQI-Smart-Contracts/blob/e0cfd244726719dfe027c9740878d64d1cad98f2/lending/Comptroller.sol#L231
  benqi: { ...BY_SECOND, cap: "none", pauses: "guardian", rewardView: "qiAddress()" },
};
