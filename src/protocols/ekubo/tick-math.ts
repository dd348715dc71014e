import { ONE_X128, toFixed, toSqrtRatioDown } from "./sqrt-ratio.ts";

/** Lowest and highest tick; a tick is a millionth of the price. */
export const MIN_TICK = -88_722_835;
export const MAX_TICK = 88_722_835;

/**
 * 2^128 times the square root of 1.000001 to the power of -2^i, for the bits i of a tick.
 *
 * @see https://github.com/EkuboProtocol/evm-contracts/blob/v3.0.0/src/math/ticks.sol
 */
const FACTORS_X128: readonly bigint[] = [
  0x100000000000000000000000000000000n - 0x8637b66cd638344daef276cd7c5n,
  0xffffef390978c398134b4ff3764fe410n,
  0xffffde72140b00a354bd3dc828e976c9n,
  0xffffbce42c7be6c998ad6318193c0b18n,
  0xffff79c86a8f6150a32d9778eceef97cn,
  0xfffef3911b7cff24ba1b3dbb5f8f5974n,
  0xfffde72350725cc4ea8feece3b5f13c8n,
  0xfffbce4b06c196e9247ac87695d53c60n,
  0xfff79ca7a4d1bf1ee8556cea23cdbaa5n,
  0xffef3995a5b6a6267530f207142a5764n,
  0xffde7444b28145508125d10077ba83b8n,
  0xffbceceeb791747f10df216f2e53ec57n,
  0xff79eb706b9a64c6431d76e63531e929n,
  0xfef41d1a5f2ae3a20676bec6f7f9459an,
  0xfde95287d26d81bea159c37073122c73n,
  0xfbd701c7cbc4c8a6bb81efd232d1e4e7n,
  0xf7bf5211c72f5185f372aeb1d48f937en,
  0xefc2bf59df33ecc28125cf78ec4f167fn,
  0xe08d35706200796273f0b3a981d90cfdn,
  0xc4f76b68947482dc198a48a54348c4edn,
  0x978bcb9894317807e5fa4498eee7c0fan,
  0x59b63684b86e9f486ec54727371ba6can,
  0x1f703399d88f6aa83a28b22d4a1f56e3n,
  0x3dc5dac7376e20fc8679758d1bcdcfcn,
  0xee7e32d61fdb0a5e622b820f681d0n,
  0xde2ee4bc381afa7089aa84bb66n,
  0xc0d55d4d7152c25fb139n,
];

const MAX_UINT256 = (1n << 256n) - 1n;
const ONE_X127 = 1n << 127n;
/** 2 / ln 2, and one over the binary logarithm of a tick's square root; both times 2^64. */
const TWO_PER_LN2_X64 = 53_226_052_391_377_289_966n;
const TICKS_PER_LOG2_X64 = 25_572_630_076_711_825_471_857_579n;
/** How far the logarithm may be off, ticks times 2^128. */
const ERROR_X128 = (1n << 128n) / 485n;
/** Powers of the series of the logarithm: odd ones up to it. */
const HIGHEST_POWER = 15n;

/** Compact square root of the price at a tick between the lowest and the highest. */
export function tickToSqrtRatio(tick: number): bigint {
  const size = Math.abs(tick);
  let ratio = ONE_X128;
  for (let bit = 0, left = size; left !== 0; bit++, left >>>= 1) {
    if ((left & 1) === 1) ratio = (ratio * (FACTORS_X128[bit] ?? 0n)) >> 128n;
  }
  return toSqrtRatioDown(tick > 0 ? MAX_UINT256 / ratio : ratio);
}

/**
 * The tick of a compact square root of a price: the highest one that is not above it, by the
 * contract's logarithm.
 *
 * @see https://github.com/EkuboProtocol/evm-contracts/blob/v3.0.0/src/math/ticks.sol
 */
export function sqrtRatioToTick(sqrtRatio: bigint): number {
  const fixed = toFixed(sqrtRatio);
  const isBelowOne = fixed >> 128n === 0n;
  const value = isBelowOne ? MAX_UINT256 / fixed : fixed;
  const whole = BigInt((value >> 128n).toString(2).length - 1);
  const mantissaX127 = value >> (whole + 1n);
  const yX127 = ((mantissaX127 - ONE_X127) << 127n) / (mantissaX127 + ONE_X127);
  const squareX127 = (yX127 * yX127) >> 127n;
  let [power, sum] = [yX127, yX127];
  for (let n = 3n; n <= HIGHEST_POWER; n += 2n) {
    power = (power * squareX127) >> 127n;
    sum += power / n;
  }
  const log2X64 = (whole << 64n) + ((sum * TWO_PER_LN2_X64) >> 127n);
  const ticksX128 = (isBelowOne ? -log2X64 : log2X64) * TICKS_PER_LOG2_X64;
  const low = Number((ticksX128 - ERROR_X128) >> 128n);
  const high = Number((ticksX128 + ERROR_X128) >> 128n);
  return high !== low && tickToSqrtRatio(high) > sqrtRatio ? low : high;
}
