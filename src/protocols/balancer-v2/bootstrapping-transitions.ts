import { COURSE_BITS, kept } from "./bootstrapping.ts";
import type { PoolRow } from "./transitions.ts";

/**
 * A new course of the weights, as the pool keeps it: in fewer bits than its log tells, of times as
 * well, which an owner may choose beyond them.
 *
 * @see https://github.com/balancer/balancer-v2-monorepo/blob/75a8641c8/pkg/pool-weighted/contracts/smart/LiquidityBootstrappingPool.sol `_startGradualWeightChange`
 */
export function weightsScheduled(
  row: PoolRow,
  log: {
    readonly startTime: bigint;
    readonly endTime: bigint;
    readonly startWeights: readonly bigint[];
    readonly endWeights: readonly bigint[];
  },
  block: number,
): PoolRow {
  const { startWeight, endWeight, time } = COURSE_BITS;
  return {
    ...row,
    weights: log.startWeights.map((weight) => kept(weight, startWeight)),
    endWeights: log.endWeights.map((weight) => kept(weight, endWeight)),
    weightsStartTime: BigInt.asUintN(Number(time), log.startTime),
    weightsEndTime: BigInt.asUintN(Number(time), log.endTime),
    updatedBlock: block,
  };
}

/** The owner switched swaps on or off; exits go on. */
export function swapsSwitched(row: PoolRow, swapEnabled: boolean, block: number): PoolRow {
  return { ...row, swapEnabled, updatedBlock: block };
}
