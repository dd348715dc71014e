import { complement, divWadDown, mulWadDown } from "../balancer-v2/fixed-point.ts";
import type { Surge } from "./state.ts";

/**
 * All distances of balances from their median as a part of their sum, a wad.
 *
 * @see https://github.com/balancer/balancer-v3-monorepo/blob/108c05eafb/pkg/pool-hooks/contracts/utils/StableSurgeMedianMath.sol
 */
export function unevenness(balances: readonly bigint[]): bigint {
  const sorted = [...balances].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0n;
  const median = sorted.length % 2 === 0 ? ((sorted[middle - 1] ?? 0n) + upper) / 2n : upper;
  const sum = sorted.reduce((total, balance) => total + balance, 0n);
  const distances = sorted.reduce(
    (total, balance) => total + (balance > median ? balance - median : median - balance),
    0n,
  );
  return divWadDown(distances, sum);
}

/**
 * Whether an operation makes a pool more uneven than the threshold allows.
 *
 * @see https://github.com/balancer/balancer-v3-monorepo/blob/06742db498/pkg/pool-hooks/contracts/StableSurgeHook.sol `_isSurging`
 */
export function surges(
  { thresholdWad }: Surge,
  before: readonly bigint[],
  after: readonly bigint[],
): boolean {
  const later = unevenness(after);
  return later > thresholdWad && later > unevenness(before);
}

/**
 * What a swap is charged, part of 10^18.
 *
 * @param after Balances as if the swap paid no fee.
 * @see https://github.com/balancer/balancer-v3-monorepo/blob/06742db498/pkg/pool-hooks/contracts/StableSurgeHook.sol `_getSurgeFeePercentage`
 */
export function surgeFeeWad(
  surge: Surge,
  swapFeeWad: bigint,
  { before, after }: { readonly before: readonly bigint[]; readonly after: readonly bigint[] },
): bigint {
  const { thresholdWad, maxFeeWad } = surge;
  if (maxFeeWad < swapFeeWad || !surges(surge, before, after)) return swapFeeWad;
  const beyond = divWadDown(unevenness(after) - thresholdWad, complement(thresholdWad));
  return swapFeeWad + mulWadDown(maxFeeWad - swapFeeWad, beyond);
}
