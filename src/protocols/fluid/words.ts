/** `count` bits of a storage word, from bit `from` on. */
export function bitsOf(word: bigint, from: number, count: number): bigint {
  return (word >> BigInt(from)) & ((1n << BigInt(count)) - 1n);
}

/** The word with other bits: `value` has at most `count`. */
export function withBits(
  word: bigint,
  { from, count, value }: { readonly from: number; readonly count: number; readonly value: bigint },
): bigint {
  const mask = ((1n << BigInt(count)) - 1n) << BigInt(from);
  return (word & ~mask) | (value << BigInt(from));
}

const EXPONENT_BITS = 8n;
const EXPONENT_MASK = 0xffn;

/**
 * The number that a coefficient with an exponent of eight bits stands for.
 *
 * @see https://github.com/Instadapp/fluid-contracts-public/blob/a9949b48ba1247d4f478cd0acb40896b5c8bf3f8/contracts/libraries/bigMathMinified.sol
 */
export function fromBigNumber(packed: bigint): bigint {
  return (packed >> EXPONENT_BITS) << (packed & EXPONENT_MASK);
}

/** The number as a coefficient of `size` bits with an exponent, rounded down. */
export function toBigNumberDown(value: bigint, size: number): bigint {
  const exponent = exponentOf(value, size);
  return ((value >> exponent) << EXPONENT_BITS) | exponent;
}

/** The same rounded up, by one of the last bit of what does not fit, whether that is 0 or not. */
export function toBigNumberUp(value: bigint, size: number): bigint {
  const exponent = exponentOf(value, size);
  if (exponent === 0n) return value << EXPONENT_BITS;
  const coefficient = (value >> exponent) + 1n;
  const full = 1n << BigInt(size);
  return coefficient === full
    ? ((full >> 1n) << EXPONENT_BITS) | (exponent + 1n)
    : (coefficient << EXPONENT_BITS) | exponent;
}

function exponentOf(value: bigint, size: number): bigint {
  const length = value === 0n ? 0 : value.toString(2).length;
  return BigInt(Math.max(length - size, 0));
}
