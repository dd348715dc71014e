/** The part of a staking contract's row that logs change. */
export interface StakingFacts {
  /** All stakes, smallest unit of the staked token. */
  readonly totalSupply: bigint;
  /** Smallest unit of the reward token per second. */
  readonly rewardRate: bigint;
  /** When the rewards end, seconds since the epoch. */
  readonly periodFinish: number;
  /** Seconds over which an added reward is paid. */
  readonly rewardsDuration: number;
  readonly isPaused: boolean;
}

/** A log of a staking contract, as far as it is used. */
export type StakingLog =
  | { eventName: "Staked" | "Withdrawn"; args: { amount: bigint } }
  | { eventName: "RewardAdded"; args: { reward: bigint } }
  | { eventName: "RewardsDurationUpdated"; args: { newDuration: bigint } }
  | { eventName: "PauseChanged"; args: { isPaused: boolean } };

/** A contract before its first log. */
export function created(rewardsDuration: bigint): StakingFacts {
  return {
    totalSupply: 0n,
    rewardRate: 0n,
    periodFinish: 0,
    rewardsDuration: Number(rewardsDuration),
    isPaused: false,
  };
}

/**
 * What a log changes.
 *
 * @param timestamp Of the log's block, seconds since the epoch.
 */
export function changed(
  facts: StakingFacts,
  log: StakingLog,
  timestamp: number,
): Partial<StakingFacts> {
  switch (log.eventName) {
    case "Staked":
      return { totalSupply: facts.totalSupply + log.args.amount };
    case "Withdrawn":
      return { totalSupply: facts.totalSupply - log.args.amount };
    case "RewardAdded":
      return spread(facts, log.args.reward, { duration: facts.rewardsDuration, timestamp });
    case "RewardsDurationUpdated": {
      const rewardsDuration = Number(log.args.newDuration);
      // Sky's version lets the duration change before the rewards end, which spreads what is left
      // anew.
      if (timestamp >= facts.periodFinish) return { rewardsDuration };
      return { rewardsDuration, ...spread(facts, 0n, { duration: rewardsDuration, timestamp }) };
    }
    case "PauseChanged":
      return { isPaused: log.args.isPaused };
  }
}

/**
 * A reward, with what is left of the last one, is paid evenly over the duration.
 *
 * @see https://github.com/Synthetixio/synthetix/blob/1609d15670/contracts/StakingRewards.sol
 */
function spread(
  { rewardRate, periodFinish }: StakingFacts,
  reward: bigint,
  { duration, timestamp }: { readonly duration: number; readonly timestamp: number },
): Partial<StakingFacts> {
  const left = timestamp >= periodFinish ? 0n : BigInt(periodFinish - timestamp) * rewardRate;
  return {
    rewardRate: (reward + left) / BigInt(duration),
    periodFinish: timestamp + duration,
  };
}
