import { sqrtDown } from "../../lib/sqrt.ts";

const E18 = 10n ** 18n;
const E36 = 10n ** 36n;
/** About 2^256 / 10^36: from here on numbers are scaled up by less, so that they fit a word. */
const LARGE = 115792089237316195423570985008687907853269n;
/** Steps that the contracts take. */
const STEPS = 7;

/** Per third of a bit of the logarithm: the cube roots of 1, 2 and 4 as the contracts have them. */
const STARTS = [
  [1n, 1n],
  [1260n, 1000n],
  [1260n ** 2n, 1000n ** 2n],
] as const;

/** Bits of a number above 0, less one. */
function log2(value: bigint): number {
  const digits = value.toString(16);
  return 4 * (digits.length - 1) + (31 - Math.clz32(Number.parseInt(digits.charAt(0), 16)));
}

/**
 * `_cbrt`: the cube root of a number of 18 decimals, as near as seven steps of Newton's method
 * come.
 *
 * @param value Above 0.
 * @see https://github.com/curvefi/tricrypto-ng/blob/584591e/contracts/main/CurveCryptoMathOptimized3.vy
 */
export function cbrt(value: bigint): bigint {
  const [scaled, scale] =
    value >= LARGE * E18
      ? [value, 10n ** 12n]
      : value >= LARGE
        ? [value * E18, 10n ** 6n]
        : [value * E36, 1n];
  const log = log2(scaled);
  const [numerator, denominator] = STARTS[log % 3] ?? [1n, 1n];
  let root = (2n ** BigInt(Math.floor(log / 3)) * numerator) / denominator;
  for (let step = 0; step < STEPS; step++) root = (2n * root + scaled / (root * root)) / 3n;
  return root * scale;
}

/** The cube root of a number of either sign; 0 of 0. */
export function signedCbrt(value: bigint): bigint {
  if (value === 0n) return 0n;
  return value > 0n ? cbrt(value) : -cbrt(-value);
}

/**
 * The geometric mean of two or three numbers of 18 decimals, with the rounding of each contract.
 *
 * @see https://github.com/curvefi/tricrypto-ng/blob/584591e/contracts/main/CurveCryptoMathOptimized3.vy
 */
export function geometricMean(values: readonly bigint[]): bigint {
  const [x = 0n, y = 0n, z] = values;
  if (z === undefined) return sqrtDown(x * y);
  const product = (((x * y) / E18) * z) / E18;
  return product === 0n ? 0n : cbrt(product);
}

/** Below it the result is 0. */
const LEAST_POWER = -42139678854452767551n;
/** The logarithm of 2, and half of one, with 96 bits behind the point. */
const LN2_96 = 54916777467707473351141471128n;
const HALF_96 = 1n << 95n;

/**
 * `wad_exp`: e to a power of at most 0, both of 18 decimals, by a rational approximation.
 *
 * @see https://github.com/curvefi/tricrypto-ng/blob/584591e/contracts/main/CurveCryptoMathOptimized3.vy
 */
export function wadExp(power: bigint): bigint {
  if (power <= LEAST_POWER) return 0n;
  const whole = (power << 78n) / 5n ** 18n;
  const k = ((whole << 96n) / LN2_96 + HALF_96) >> 96n;
  const x = whole - k * LN2_96;
  const times = (a: bigint, b: bigint): bigint => (a * b) >> 96n;
  const y = times(x + 1346386616545796478920950773328n, x) + 57155421227552351082224309758442n;
  const inner = times(y + x - 94201549194550492254356042504812n, y);
  const p =
    (inner + 28719021644029726153956944680412240n) * x +
    (4385272521454847904659076985693276n << 96n);
  let q = times(x - 2855989394907223263936484059900n, x) + 50020603652535783019961831881945n;
  q = times(q, x) - 533845033583426703283633433725380n;
  q = times(q, x) + 3604857256930695427073651918091429n;
  q = times(q, x) - 14423608567350463180887372962807573n;
  q = times(q, x) + 26449188498355588339934803723976023n;
  return ((p / q) * 3822833074963236453042738258902158003155416615667n) >> (195n - k);
}
