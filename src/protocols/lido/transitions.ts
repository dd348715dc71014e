import { etherBySharesDown, increased, type ShareRate } from "./share-rate.ts";
import { consumed, replaced, type StakeLimit } from "./stake-limit.ts";

/** The part of Lido's row that logs change. */
export interface LidoFacts extends ShareRate, StakeLimit {
  /** Whether transfers of stETH are stopped. */
  readonly isStopped: boolean;
  /**
   * Ether of a share, 27 decimals, at both ends of the last report; timestamps in seconds; all 0
   * before the first.
   */
  readonly sincePrice: bigint;
  readonly sinceTimestamp: number;
  readonly latestPrice: bigint;
  readonly latestTimestamp: number;
}

/** What a report states of all shares. */
interface Report {
  readonly reportTimestamp: bigint;
  readonly timeElapsed: bigint;
  readonly preTotalShares: bigint;
  readonly preTotalEther: bigint;
  readonly postTotalShares: bigint;
  readonly postTotalEther: bigint;
}

/** A log of stETH, as far as it is used. */
export type LidoLog =
  | { eventName: "Submitted"; args: { amount: bigint } }
  | { eventName: "TokenRebased"; args: Report }
  | {
      eventName: "InternalShareRateUpdated";
      args: { postInternalShares: bigint; postInternalEther: bigint };
    }
  | { eventName: "ExternalEtherTransferredToBuffer"; args: { amount: bigint } }
  | { eventName: "ExternalSharesMinted"; args: { amountOfShares: bigint } }
  | {
      eventName: "SharesBurnt";
      args: { preRebaseTokenAmount: bigint; postRebaseTokenAmount: bigint };
    }
  | {
      eventName: "StakingLimitSet";
      args: { maxStakeLimit: bigint; stakeLimitIncreasePerBlock: bigint };
    }
  | {
      eventName: "StakingLimitRemoved" | "StakingPaused" | "StakingResumed" | "Stopped" | "Resumed";
    };

const PRICE_SCALE = 10n ** 27n;

/** Lido before its first log: empty, and paused as a contract that was never resumed. */
export const EMPTY: LidoFacts = {
  internalEther: 0n,
  internalShares: 0n,
  maxStakeLimit: 0n,
  growthBlocks: 0n,
  prevStakeLimit: 0n,
  prevStakeBlock: 0,
  isStopped: false,
  sincePrice: 0n,
  sinceTimestamp: 0,
  latestPrice: 0n,
  latestTimestamp: 0,
};

/** What a log changes. */
export function changed(facts: LidoFacts, log: LidoLog, block: number): Partial<LidoFacts> {
  switch (log.eventName) {
    case "Submitted":
      return {
        ...increased(facts, log.args.amount),
        ...consumed(facts, log.args.amount, BigInt(block)),
      };
    // The ether is that of the shares rounded up: rounded down it gives them back while a share is
    // worth a wei or more.
    case "ExternalEtherTransferredToBuffer":
      return increased(facts, log.args.amount);
    case "TokenRebased":
      return rebased(log.args);
    // Follows `TokenRebased` from version 3 on, with the part that is not of external vaults.
    case "InternalShareRateUpdated":
      return {
        internalEther: log.args.postInternalEther,
        internalShares: log.args.postInternalShares,
      };
    case "ExternalSharesMinted":
      return consumed(facts, etherBySharesDown(facts, log.args.amountOfShares), BigInt(block));
    case "SharesBurnt":
      return burnt(facts, log.args, block);
    case "StakingLimitSet":
      return replaced(facts, log.args, block);
    case "StakingLimitRemoved":
      return { maxStakeLimit: 0n };
    case "StakingPaused":
      return { prevStakeBlock: 0 };
    case "StakingResumed":
      return { prevStakeBlock: block };
    case "Stopped":
      return { isStopped: true };
    case "Resumed":
      return { isStopped: false };
  }
}

/** Before version 3 all shares were Lido's own. */
function rebased(report: Report): Partial<LidoFacts> {
  const { reportTimestamp, preTotalShares, preTotalEther, postTotalShares, postTotalEther } =
    report;
  return {
    internalEther: postTotalEther,
    internalShares: postTotalShares,
    sincePrice: (preTotalEther * PRICE_SCALE) / preTotalShares,
    sinceTimestamp: Number(reportTimestamp - report.timeElapsed),
    latestPrice: (postTotalEther * PRICE_SCALE) / postTotalShares,
    latestTimestamp: Number(reportTimestamp),
  };
}

/**
 * Shares of external vaults, whose burning leaves their worth as it was, give the limit back. Other
 * burns are part of a report, which states its outcome.
 */
function burnt(
  facts: LidoFacts,
  log: { readonly preRebaseTokenAmount: bigint; readonly postRebaseTokenAmount: bigint },
  block: number,
): Partial<LidoFacts> {
  if (log.preRebaseTokenAmount !== log.postRebaseTokenAmount) return {};
  return consumed(facts, -log.preRebaseTokenAmount, BigInt(block));
}
