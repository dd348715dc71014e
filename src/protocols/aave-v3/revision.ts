/**
 * What changed with the code of a market's pool, by its `POOL_REVISION`: up to 3 is version 3.0, 4
 * is 3.1, 5 and 6 are 3.2, then one for each version, up to 11 for 3.7.
 *
 * @see https://github.com/aave-dao/aave-v3-origin/blob/v3.6.0/src/contracts/instances/PoolInstance.sol
 */
export const REVISION = {
  /** Interest is counted before the treasury's part of it changes. */
  syncsIndices: 4,
  /** Interest compounds by the exponential function, and flash loans pay the treasury only. */
  exponential: 8,
  /**
   * Whoever acts bears the rounding: scaled amounts of supplies and balances are rounded down,
   * those of withdrawals and transfers up, and debt the other way round.
   */
  roundsAgainstUsers: 9,
} as const;

/** Whose code rounds against users, in place of half up. */
export function roundsAgainstUsers({ revision }: { readonly revision: number }): boolean {
  return revision >= REVISION.roundsAgainstUsers;
}
