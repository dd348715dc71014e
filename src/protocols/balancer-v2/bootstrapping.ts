import { divUp } from "../../lib/math.ts";
import { divWadDown, mulWadDown, ONE } from "./fixed-point.ts";
import type { BootstrappingPool, WeightedPool } from "./state.ts";

/**
 * Weights that move in a straight line from one time to another, by token, part of 10^18; they are
 * kept in few bits, so that their sum is one only nearly.
 */
export interface WeightCourse {
  readonly startWeights: readonly bigint[];
  readonly endWeights: readonly bigint[];
  /** Seconds since the epoch. */
  readonly startTime: bigint;
  readonly endTime: bigint;
}

/** Bits that the contract keeps weights and times in. */
export const COURSE_BITS = { startWeight: 31n, endWeight: 16n, time: 32n };

/**
 * A weight from so many bits, rounded up.
 *
 * @see https://github.com/balancer/balancer-v2-monorepo/blob/75a8641c8/pkg/pool-weighted/contracts/smart/WeightCompression.sol `uncompress31`
 */
export function uncompressed(value: bigint, bits: bigint): bigint {
  return divUp(value * ONE, largestOf(bits));
}

/** What a weight is after the contract has kept it in so many bits. */
export function kept(weight: bigint, bits: bigint): bigint {
  return uncompressed(divUp(weight * largestOf(bits), ONE), bits);
}

function largestOf(bits: bigint): bigint {
  return (1n << bits) - 1n;
}

/**
 * The weights at a time.
 *
 * @param timestamp Seconds since the epoch.
 * @see https://github.com/balancer/balancer-v2-monorepo/blob/75a8641c8/pkg/pool-weighted/contracts/smart/LiquidityBootstrappingPool.sol `_getNormalizedWeightByIndex`
 */
export function weightsAt(course: WeightCourse, timestamp: bigint): readonly bigint[] {
  const progress = progressAt(course, timestamp);
  return course.startWeights.map((start, i) => {
    const end = course.endWeights[i] ?? 0n;
    if (progress === 0n) return start;
    if (progress >= ONE) return end;
    return start > end
      ? start - mulWadDown(progress, start - end)
      : start + mulWadDown(progress, end - start);
  });
}

/** Part of the way that is done, a wad. A course that takes no time ends at once. */
function progressAt({ startTime, endTime }: WeightCourse, timestamp: bigint): bigint {
  if (timestamp > endTime) return ONE;
  if (timestamp < startTime) return 0n;
  return startTime === endTime ? ONE : divWadDown(timestamp - startTime, endTime - startTime);
}

/** The next second at which weights are others than before; null: never. */
export function weightsChangeAt(
  { startTime, endTime }: WeightCourse,
  timestamp: bigint,
): bigint | null {
  if (timestamp >= endTime) return null;
  if (timestamp >= startTime) return timestamp + 1n;
  return startTime === endTime ? startTime : startTime + 1n;
}

/**
 * A pool as a swap or exit at a time finds it: its maths, and what it pays the protocol, are those
 * of weighted pools of the first version.
 */
export function weightedAt(pool: BootstrappingPool, timestamp: bigint): WeightedPool {
  const { course, version, swapEnabled: _swapEnabled, ...state } = pool;
  return {
    ...state,
    kind: "weighted",
    weights: weightsAt(course, timestamp),
    version,
    yield: null,
  };
}
