import { MAX_UINT256 } from "../../lib/math.ts";

/** The bin whose price is 1. */
export const ID_OF_ONE = 1 << 23;
/** Bits behind the point of a price. */
export const SCALE_OFFSET = 128n;
const ONE = 1n << SCALE_OFFSET;
const BASIS_POINTS = 10_000n;
/** Exponents that the contract computes are below it. */
const MAX_EXPONENT = 1 << 20;

/** By step and bin: a price depends on nothing else, and takes longer than the rest of a quote. */
const known = new Map<number, Map<number, bigint>>();

/**
 * Price of a bin, Y for X, Q128.128; 0 where the contract refuses to compute it.
 *
 * @param binStep Basis points.
 * @see https://github.com/traderjoe-xyz/joe-v2/blob/c9589d0b4841be19f5988bd933248f8790f7b868/src/libraries/PriceHelper.sol `getPriceFromId`
 */
export function priceOfBin(id: number, binStep: number): bigint {
  let prices = known.get(binStep);
  if (prices === undefined) {
    prices = new Map();
    known.set(binStep, prices);
  }
  const found = prices.get(id);
  if (found !== undefined) return found;
  const price = power(ONE + (BigInt(binStep) << SCALE_OFFSET) / BASIS_POINTS, id - ID_OF_ONE);
  prices.set(id, price);
  return price;
}

/**
 * A number above 1 to a whole exponent, Q128.128: its inverse is squared and multiplied, rounded
 * down each time.
 *
 * @see https://github.com/traderjoe-xyz/joe-v2/blob/c9589d0b4841be19f5988bd933248f8790f7b868/src/libraries/math/Uint128x128Math.sol `pow`
 */
function power(base: bigint, exponent: number): bigint {
  if (exponent === 0) return ONE;
  const whole = Math.abs(exponent);
  if (whole >= MAX_EXPONENT) return 0n;
  let result = ONE;
  let square = MAX_UINT256 / base;
  for (let rest = whole; rest !== 0; rest >>= 1) {
    if ((rest & 1) === 1) result = (result * square) >> SCALE_OFFSET;
    square = (square * square) >> SCALE_OFFSET;
  }
  if (result === 0n) return 0n;
  return exponent < 0 ? result : MAX_UINT256 / result;
}
