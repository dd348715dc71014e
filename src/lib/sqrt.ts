/**
 * The square root, rounded down, by Newton's method from above.
 *
 * @param value At least 0; negative values throw `RangeError`.
 */
export function sqrtDown(value: bigint): bigint {
  if (value < 0n) throw new RangeError(`${value} has no square root; pass at least 0.`);
  if (value < 2n) return value;
  let root = startAbove(value);
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

/** Bits of a float's mantissa that are sure to be exact. */
const MANTISSA_BITS = 52;

/** A number at or above the root, near enough for two or three steps. */
function startAbove(value: bigint): bigint {
  const bits = value.toString(16).length * 4;
  const shift = bits > MANTISSA_BITS ? (bits - MANTISSA_BITS) & ~1 : 0;
  const leading = Math.ceil(Math.sqrt(Number(value >> BigInt(shift)) + 1)) + 1;
  return BigInt(leading) << BigInt(shift / 2);
}
