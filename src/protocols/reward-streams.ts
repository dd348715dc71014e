import type { Address } from "viem";
import type { ApyContext } from "./position.ts";

/** A stream of rewards. */
export interface RewardStream {
  readonly token: Address;
  /** Smallest unit per second, for all stakes together. */
  readonly rate: bigint;
  /** Seconds since the epoch. */
  readonly periodFinish: bigint;
}

/** Streams as a row keeps them, by their place. */
export interface StreamColumns {
  readonly rewardTokens: Address[];
  readonly rewardRates: bigint[];
  readonly rewardEnds: bigint[];
}

const SECONDS_PER_YEAR = 365 * 86_400;

/** Streams as a row keeps them. */
export function streamColumns(rewards: readonly RewardStream[]): StreamColumns {
  return {
    rewardTokens: rewards.map(({ token }) => token),
    rewardRates: rewards.map(({ rate }) => rate),
    rewardEnds: rewards.map(({ periodFinish }) => periodFinish),
  };
}

/** The streams of a row. */
export function streamsOf(row: StreamColumns): readonly RewardStream[] {
  return row.rewardTokens.map((token, index) => ({
    token,
    rate: row.rewardRates[index] ?? 0n,
    periodFinish: row.rewardEnds[index] ?? 0n,
  }));
}

/** Whether two rows keep the same streams. */
export function hasSameStreams(a: StreamColumns, b: StreamColumns): boolean {
  return (
    isEqual(a.rewardTokens, b.rewardTokens) &&
    isEqual(a.rewardRates, b.rewardRates) &&
    isEqual(a.rewardEnds, b.rewardEnds)
  );
}

/**
 * Rewards of a year over what earns them, in percent: rate * price of the reward / (stakes * price
 * of what is staked), summed over the streams that still run and have a price. 0 without a stake or
 * its price.
 */
export function streamsApy(
  rewards: readonly RewardStream[],
  stake: { readonly token: Address; readonly amount: bigint },
  { at, usd }: ApyContext,
): number {
  const price = usd(stake.token);
  if (price === null || price <= 0 || stake.amount === 0n) return 0;
  const perSecond = rewards
    .filter(({ periodFinish }) => periodFinish > at.timestamp)
    .reduce((sum, { token, rate }) => sum + Number(rate) * (usd(token) ?? 0), 0);
  return (perSecond * SECONDS_PER_YEAR * 100) / (Number(stake.amount) * price);
}

function isEqual(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
