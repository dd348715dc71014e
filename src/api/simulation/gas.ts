/**
 * Gas limit for a transaction that used `gasUsed` after refunds. Refunds give back at most a fifth of what was spent
 * (https://eips.ethereum.org/EIPS/eip-3529), so 5/4 of it is needed while running; each level of calls keeps 1/64 back
 * (https://eips.ethereum.org/EIPS/eip-150), which six levels make a tenth.
 */
export function withHeadroom(gasUsed: bigint): bigint {
  return (gasUsed * 5n * 11n) / (4n * 10n);
}
