/** Lowest tick that has a price. */
export const MIN_TICK = -887272;

/** Highest tick that has a price. */
export const MAX_TICK = 887272;

/** Square-root price of `MIN_TICK`, Q64.96; the lowest one a pool can have. */
export const MIN_SQRT_RATIO = 4295128739n;

/** Square-root price of `MAX_TICK`, Q64.96; every pool is below it. */
export const MAX_SQRT_RATIO = 1461446703485210103287273052203988822378723970342n;

const Q128 = 1n << 128n;
const MAX_UINT256 = (1n << 256n) - 1n;
const LOW_32_BITS = (1n << 32n) - 1n;

/**
 * 1 / sqrt(1.0001^(2^bit)) as Q128.128, by bit.
 *
 * @see https://github.com/Uniswap/v3-core/blob/d8b1c635c275d2a9450bd6a78f3fa2484fef73eb/contracts/libraries/TickMath.sol#L27
 */
const FACTORS: readonly bigint[] = [
  0xfffcb933bd6fad37aa2d162d1a594001n,
  0xfff97272373d413259a46990580e213an,
  0xfff2e50f5f656932ef12357cf3c7fdccn,
  0xffe5caca7e10e4e61c3624eaa0941cd0n,
  0xffcb9843d60f6159c9db58835c926644n,
  0xff973b41fa98c081472e6896dfb254c0n,
  0xff2ea16466c96a3843ec78b326b52861n,
  0xfe5dee046a99a2a811c461f1969c3053n,
  0xfcbe86c7900a88aedcffc83b479aa3a4n,
  0xf987a7253ac413176f2b074cf7815e54n,
  0xf3392b0822b70005940c7a398e4b70f3n,
  0xe7159475a2c29b7443b29c7fa6e889d9n,
  0xd097f3bdfd2022b8845ad8f792aa5825n,
  0xa9f746462d870fdf8a65dc1f90e061e5n,
  0x70d869a156d2a1b890bb3df62baf32f7n,
  0x31be135f97d08fd981231505542fcfa6n,
  0x9aa508b5b7a84e1c677de54f3e99bc9n,
  0x5d6af8dedb81196699c329225ee604n,
  0x2216e584f5fa1ea926041bedfe98n,
  0x48a170391f7dc42444e8fa2n,
];

/** Bits of a tick whose product is looked up instead of multiplied. */
const TABLE_BITS = 10;

/**
 * The contract's intermediate `ratio` after the lowest `TABLE_BITS` bits, by those bits: the same
 * roundings, done once.
 */
const LOW_BIT_RATIOS: readonly bigint[] = Array.from({ length: 1 << TABLE_BITS }, (_, bits) => {
  let ratio = Q128;
  for (let bit = 0; bit < TABLE_BITS; bit++) {
    if ((bits >> bit) & 1) ratio = (ratio * (FACTORS[bit] ?? 0n)) >> 128n;
  }
  return ratio;
});

/**
 * Square-root price at a tick, sqrt(1.0001^tick) as Q64.96, rounded as the contract does.
 *
 * @param tick `MIN_TICK` to `MAX_TICK`; outside throws `RangeError`.
 * @see https://github.com/Uniswap/v3-core/blob/d8b1c635c275d2a9450bd6a78f3fa2484fef73eb/contracts/libraries/TickMath.sol#L23
 */
export function getSqrtRatioAtTick(tick: number): bigint {
  const absTick = Math.abs(tick);
  if (!(absTick <= MAX_TICK)) {
    throw new RangeError(`tick ${tick} has no price; ticks are ${MIN_TICK} to ${MAX_TICK}.`);
  }
  let ratio = LOW_BIT_RATIOS[absTick & ((1 << TABLE_BITS) - 1)] ?? 0n;
  for (let bit = TABLE_BITS; absTick >> bit !== 0; bit++) {
    if ((absTick >> bit) & 1) ratio = (ratio * (FACTORS[bit] ?? 0n)) >> 128n;
  }
  if (tick > 0) ratio = MAX_UINT256 / ratio;
  return (ratio >> 32n) + ((ratio & LOW_32_BITS) === 0n ? 0n : 1n);
}

/** log(sqrt(1.0001)). */
const LOG_SQRT_BASE = Math.log(1.0001) / 2;

/** 2^96 in float64. */
const Q96_FLOAT = 2 ** 96;

/**
 * How close to a whole tick, in ticks, the float64 logarithm is not trusted. Its own error is below
 * 1e-9 ticks, and the contract's rounded prices are at most 5e-6 ticks from the true ones (at
 * `MIN_TICK`, where one unit of price is largest).
 */
const UNSURE = 1e-4;

/**
 * Greatest tick whose square-root price is at most `sqrtPriceX96`.
 *
 * A float64 logarithm names the tick; where it comes too close to a whole number the exact prices
 * decide.
 *
 * @param sqrtPriceX96 Q64.96, `MIN_SQRT_RATIO` to `MAX_SQRT_RATIO` - 1; outside throws
 *   `RangeError`.
 * @see https://github.com/Uniswap/v3-core/blob/d8b1c635c275d2a9450bd6a78f3fa2484fef73eb/contracts/libraries/TickMath.sol#L61
 */
export function getTickAtSqrtRatio(sqrtPriceX96: bigint): number {
  if (sqrtPriceX96 < MIN_SQRT_RATIO || sqrtPriceX96 >= MAX_SQRT_RATIO) {
    throw new RangeError(
      `sqrtPriceX96 ${sqrtPriceX96} has no tick; prices are ${MIN_SQRT_RATIO} to ${MAX_SQRT_RATIO - 1n}.`,
    );
  }
  const estimate = Math.log(Number(sqrtPriceX96) / Q96_FLOAT) / LOG_SQRT_BASE;
  // + 0 makes 0 of -0.
  const nearest = Math.round(estimate) + 0;
  if (Math.abs(estimate - nearest) > UNSURE) return Math.floor(estimate);
  return getSqrtRatioAtTick(nearest) <= sqrtPriceX96 ? nearest : nearest - 1;
}
