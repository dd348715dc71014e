/** How the code of a pool counts. */
export interface PoolCode {
  /** Whether it averages its price, and refuses what would leave none. */
  readonly hasAverage: boolean;
  /** Whether of two coins it divides by n^n in one. */
  readonly dividesAtOnce: boolean;
  /**
   * Whether it tells all balances in one view; where not, what is sent to the pool may count, too.
   */
  readonly listsBalances: boolean;
  /**
   * Who tells the coins' rates: nobody, the pool itself, or a contract that `named.ts` has. Rates
   * change without a log.
   */
  readonly ratedBy: "nobody" | "pool" | "named";
  /** Whether an exchange writes balances as it counts them, rounded to what rates tell apart. */
  readonly keepsScaled: boolean;
  /** Whether it divides by n times a balance and 1. */
  readonly addsUnit: boolean;
}

const BASIC: PoolCode = {
  ...{ hasAverage: false, dividesAtOnce: true, listsBalances: true },
  ...{ ratedBy: "nobody", keepsScaled: false, addsUnit: false },
};
const AVERAGING: PoolCode = { ...BASIC, hasAverage: true };
const NATIVE: PoolCode = { ...BASIC, dividesAtOnce: false, listsBalances: false };

/** A kind of code. */
export type CodeName =
  | ("plain" | "averaging" | "priced")
  | ("native-priced" | "native-averaging" | "native-rated" | "native-plain");

/**
 * Kinds of code by the name that a pool's row has.
 *
 * - `priced`: two coins, each at the rate of a contract that the pool's creator chose.
 * - `native-priced`: native currency and a coin at such a rate; its balances are what it has.
 * - `native-averaging`, `native-rated`: native currency and a coin, of pools before the factories;
 *   the coin of the second at a rate that is in the code.
 * - `native-plain`: native currency and a coin, by the first pools' code; its balances are what it
 *   has.
 *
 * @see https://github.com/curvefi/curve-factory/blob/5272fd2b1199f185d9cd94822be9262c387dc2c2/contracts/implementations/plain-2/Plain2Price.vy
 * @see https://github.com/curvefi/curve-factory/blob/2611a4d9a3107f6ab3b0e6eb5d4f23e61f3c6d2e/contracts/implementations/plain-2/Plain2ETHEMA.vy
 * @see https://github.com/curvefi/curve-contract/blob/95e742e171fed3d9509c14d1f109ec140143997c/contracts/pools/frxeth/StableSwapFRXETH.vy
 * @see https://github.com/curvefi/curve-contract/blob/574f44027d089de0eac765f5a74ea5ae96aba968/contracts/pools/reth/StableSwapRETH.vy
 * @see https://github.com/curvefi/curve-contract/blob/574f44027d089de0eac765f5a74ea5ae96aba968/contracts/pools/steth/StableSwapSTETH.vy
 */
export const CODES: Readonly<Record<CodeName, PoolCode>> = {
  plain: BASIC,
  averaging: AVERAGING,
  priced: { ...AVERAGING, ratedBy: "pool" },
  "native-priced": { ...AVERAGING, listsBalances: false, ratedBy: "pool" },
  "native-averaging": { ...NATIVE, hasAverage: true },
  "native-rated": { ...NATIVE, ratedBy: "named", keepsScaled: true },
  "native-plain": { ...NATIVE, addsUnit: true },
};

/** Kinds of which something changes without a log that is watched. */
export const FOLLOWED: readonly CodeName[] = codeNames().filter(
  (name) => !CODES[name].listsBalances || CODES[name].ratedBy !== "nobody",
);

function codeNames(): readonly CodeName[] {
  return Object.keys(CODES).filter(isCodeName);
}

/** Whether a text names a kind of code. */
export function isCodeName(name: unknown): name is CodeName {
  return typeof name === "string" && Object.hasOwn(CODES, name);
}
