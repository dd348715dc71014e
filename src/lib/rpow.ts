/** 10^27: the scale of indices and rates per second. */
export const RAY = 10n ** 27n;

/**
 * `x` to the power `n` by squaring, every product rounded half up, as Maker's contracts do.
 *
 * @param x Scale 10^27.
 * @param n At least 0.
 * @returns Scale 10^27.
 * @see https://github.com/makerdao/dss/blob/fa4f6630afb0624d04a003e920b0d71a00331d98/src/pot.sol#L86
 */
export function rpowRay(x: bigint, n: bigint): bigint {
  if (x === 0n) return n === 0n ? RAY : 0n;
  let base = x;
  let result = n % 2n === 0n ? RAY : x;
  for (let rest = n / 2n; rest > 0n; rest /= 2n) {
    base = mulRayHalfUp(base, base);
    if (rest % 2n === 1n) result = mulRayHalfUp(result, base);
  }
  return result;
}

function mulRayHalfUp(a: bigint, b: bigint): bigint {
  return (a * b + RAY / 2n) / RAY;
}
