import { MAX_UINT256, max, min } from "../../lib/math.ts";

/** Limit of what may be staked, which comes back block by block. */
export interface StakeLimit {
  /** Wei; 0 means unlimited. */
  readonly maxStakeLimit: bigint;
  /** Blocks in which the whole limit comes back; 0: it does not. */
  readonly growthBlocks: bigint;
  /** Wei that were left after `prevStakeBlock`. */
  readonly prevStakeLimit: bigint;
  /** Block of the last change; 0 means paused. */
  readonly prevStakeBlock: number;
}

/**
 * Wei that may be staked in a block; the largest uint256 without a limit, 0 while paused.
 *
 * @see https://github.com/lidofinance/core/blob/372b02e197df61fdf1a443de18acb514804b828d/contracts/0.4.24/lib/StakeLimitUtils.sol#L92
 */
export function currentStakeLimit(limit: StakeLimit, block: bigint): bigint {
  const { maxStakeLimit, growthBlocks, prevStakeLimit, prevStakeBlock } = limit;
  if (prevStakeBlock === 0) return 0n;
  if (maxStakeLimit === 0n) return MAX_UINT256;
  const perBlock = growthBlocks === 0n ? 0n : maxStakeLimit / growthBlocks;
  const change = (block - BigInt(prevStakeBlock)) * perBlock;
  return prevStakeLimit < maxStakeLimit
    ? min(prevStakeLimit + change, maxStakeLimit)
    : max(prevStakeLimit - change, maxStakeLimit);
}

/**
 * What changes of a limit when `amount` is staked, or given back where it is negative; nothing
 * without a limit or while paused.
 */
export function consumed(
  limit: StakeLimit,
  amount: bigint,
  block: bigint,
): Pick<StakeLimit, "prevStakeLimit" | "prevStakeBlock"> {
  const { maxStakeLimit, prevStakeLimit, prevStakeBlock } = limit;
  if (maxStakeLimit === 0n || prevStakeBlock === 0) return { prevStakeLimit, prevStakeBlock };
  return {
    prevStakeLimit: currentStakeLimit(limit, block) - amount,
    prevStakeBlock: Number(block),
  };
}

/**
 * The limit after `setStakingLimit`. What was left stays, unless staking was paused or unlimited or
 * more was left than the new limit.
 *
 * @see https://github.com/lidofinance/core/blob/372b02e197df61fdf1a443de18acb514804b828d/contracts/0.4.24/lib/StakeLimitUtils.sol#L128
 */
export function replaced(
  limit: StakeLimit,
  set: { readonly maxStakeLimit: bigint; readonly stakeLimitIncreasePerBlock: bigint },
  block: number,
): StakeLimit {
  const { maxStakeLimit, stakeLimitIncreasePerBlock: increase } = set;
  const { prevStakeBlock, prevStakeLimit } = limit;
  const restarts =
    prevStakeBlock === 0 || limit.maxStakeLimit === 0n || maxStakeLimit < prevStakeLimit;
  return {
    maxStakeLimit,
    growthBlocks: increase === 0n ? 0n : maxStakeLimit / increase,
    prevStakeLimit: restarts ? maxStakeLimit : prevStakeLimit,
    prevStakeBlock: prevStakeBlock === 0 ? 0 : block,
  };
}
