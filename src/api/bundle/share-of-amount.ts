const BITS_X64 = 64n;

/** A part of a whole as the program's fraction, rounded up; `part` is below `whole`. */
export function shareX64(part: number, whole: number): bigint {
  return ((BigInt(part) << BITS_X64) + BigInt(whole) - 1n) / BigInt(whole);
}

/** What the program takes of an amount: floor(amount * share / 2^64). */
export function shareOf(amount: bigint, share: bigint): bigint {
  return (amount * share) >> BITS_X64;
}
