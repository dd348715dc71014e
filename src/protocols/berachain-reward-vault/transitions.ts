/** What a vault's logs change. */
export interface RewardVaultFacts {
  readonly totalSupply: bigint;
  readonly rewardRateWad: bigint;
  /** Seconds since the epoch. */
  readonly periodFinish: number;
  readonly undistributedWad: bigint;
  /** Seconds. */
  readonly rewardsDuration: number;
  readonly isPaused: boolean;
}

/** Duration of rewards that a vault starts with; it announces changes alone. */
// https://github.com/berachain/contracts/blob/8d7a834ad1/src/pol/rewards/RewardVault.sol
const FIRST_DURATION = 7 * 86_400;

/** A new vault: nothing staked, no reward. */
export function created(): RewardVaultFacts {
  return {
    ...{ totalSupply: 0n, rewardRateWad: 0n, periodFinish: 0, undistributedWad: 0n },
    ...{ rewardsDuration: FIRST_DURATION, isPaused: false },
  };
}

/** A stake; the first starts the rewards that waited for it. */
export function staked(
  facts: RewardVaultFacts,
  amount: bigint,
  timestamp: number,
): RewardVaultFacts {
  const { totalSupply, undistributedWad } = facts;
  const begun = totalSupply === 0n && undistributedWad > 0n ? withRate(facts, timestamp) : facts;
  return { ...begun, totalSupply: totalSupply + amount };
}

/** A withdrawal; after the last the rest of the rewards waits. */
export function withdrawn(
  facts: RewardVaultFacts,
  amount: bigint,
  timestamp: number,
): RewardVaultFacts {
  const totalSupply = facts.totalSupply - amount;
  const seconds = BigInt(facts.periodFinish - timestamp);
  if (totalSupply > 0n || seconds <= 0n) return { ...facts, totalSupply };
  const undistributedWad = facts.undistributedWad + facts.rewardRateWad * seconds;
  return { ...facts, totalSupply, undistributedWad };
}

/**
 * New rewards with what was left of the last ones, 18 decimals more than the token. A vault that
 * keeps a target rate spreads them over the duration that it announces just before.
 */
export function rewarded(
  facts: RewardVaultFacts,
  rewardWad: bigint,
  timestamp: number,
): RewardVaultFacts {
  const grown = { ...facts, undistributedWad: facts.undistributedWad + rewardWad };
  return facts.totalSupply === 0n ? grown : withRate(grown, timestamp);
}

function withRate(facts: RewardVaultFacts, timestamp: number): RewardVaultFacts {
  const { undistributedWad, rewardsDuration } = facts;
  const duration = BigInt(rewardsDuration);
  const rewardRateWad = undistributedWad / duration;
  return {
    ...facts,
    rewardRateWad,
    periodFinish: timestamp + rewardsDuration,
    undistributedWad: undistributedWad - rewardRateWad * duration,
  };
}
