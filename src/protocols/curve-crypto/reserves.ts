import { max } from "../../lib/math.ts";
import { solveBalance } from "./invariant.ts";
import { E18, newtonD, type Shape, sumOf } from "./newton.ts";
import { OLDER_CODE, type Older } from "./older-code.ts";
import { olderNewtonD, olderNewtonY } from "./older-newton.ts";

/** What a pool trades with. Coins are numbered in the pool's order; the first one has no price. */
export interface Reserves {
  /** Smallest unit of each coin. */
  readonly balances: readonly bigint[];
  /** 10^(18 - decimals) of each coin. */
  readonly precisions: readonly bigint[];
  /** Smallest unit of the liquidity token, 18 decimals. */
  readonly supply: bigint;
  /** The invariant that the contract remembers, 18 decimals. */
  readonly d: bigint;
  /** Prices of the other coins in the first one, around which liquidity is; 18 decimals. */
  readonly priceScales: readonly bigint[];
  /** Averages of prices at `averagesTime`, and the prices after the last trade; 18 decimals. */
  readonly priceAverages: readonly bigint[];
  readonly lastPrices: readonly bigint[];
  /** Seconds since the epoch. */
  readonly averagesTime: bigint;
  /** What the average's memory is in seconds: by the natural logarithm; of older code by halves. */
  readonly averagingSeconds: bigint;
  /** What a balanced pool's worth is per liquidity token, 18 decimals. */
  readonly virtualPrice: bigint;
  /**
   * How it grew without moves of the scale, now and when the admin last took a share; 18 decimals.
   */
  readonly profit: bigint;
  readonly claimedProfit: bigint;
  /** What of the profit must be left before the scale moves, and its least step; 18 decimals. */
  readonly allowedProfit: bigint;
  readonly adjustmentStep: bigint;
  /** Fees of a balanced and of an unbalanced pool; 10^10 is 100 %. */
  readonly midFeeE10: bigint;
  readonly outFeeE10: bigint;
  /** How soon the one becomes the other, 18 decimals. */
  readonly feeGamma: bigint;
  /**
   * A * n^n, times 10,000 (of the oldest code 100), and gamma move in a line between two times,
   * seconds since the epoch.
   */
  readonly initialAnn: bigint;
  readonly initialGamma: bigint;
  readonly futureAnn: bigint;
  readonly futureGamma: bigint;
  readonly initialTime: bigint;
  readonly futureTime: bigint;
  /** Whether the code takes the admin's share with every deposit, as liquidity. */
  readonly claims: boolean;
  /** Of code before twocrypto-ng and tricrypto-ng; null: of those. */
  readonly older: Older | null;
}

/**
 * `_A_gamma`: what the invariant depends on in a block.
 *
 * @param timestamp Seconds since the epoch.
 * @see https://github.com/curvefi/tricrypto-ng/blob/584591e/contracts/main/CurveTricryptoOptimized.vy
 */
export function shapeAt(pool: Reserves, timestamp: bigint): Shape {
  const { initialTime, futureTime } = pool;
  const scale = pool.older === null ? 1n : OLDER_CODE[pool.older.code].annScale;
  if (timestamp >= futureTime) return { ann: scale * pool.futureAnn, gamma: pool.futureGamma };
  const [whole, passed] = [futureTime - initialTime, max(timestamp - initialTime, 0n)];
  const between = (from: bigint, to: bigint): bigint =>
    (from * (whole - passed) + to * passed) / whole;
  return {
    ann: scale * between(pool.initialAnn, pool.futureAnn),
    gamma: between(pool.initialGamma, pool.futureGamma),
  };
}

/** Balances in units of the first coin by the scale of prices, 18 decimals. */
export function scaled({
  balances,
  precisions,
  priceScales,
}: Pick<Reserves, "balances" | "precisions" | "priceScales">): bigint[] {
  return balances.map((balance, i) => {
    const whole = balance * (precisions[i] ?? 1n);
    const price = priceScales[i - 1];
    return price === undefined ? whole : (whole * price) / E18;
  });
}

/**
 * The invariant of balances, by the pool's code.
 *
 * @param on.xp In units of the first coin, 18 decimals.
 * @param on.k0 Where the search begins; older code begins at the geometric mean.
 * @returns 18 decimals; null where the contract reverts.
 */
export function invariantOf(
  { older }: Pick<Reserves, "older">,
  on: { readonly xp: readonly bigint[]; readonly shape: Shape; readonly k0?: bigint },
): bigint | null {
  return older === null ? newtonD(on.xp, on.shape, on.k0) : olderNewtonD(on.xp, on.shape);
}

/** A coin's balance by an invariant, by the pool's code; null where that reverts. */
export function balanceOf(
  { older }: Pick<Reserves, "older">,
  index: number,
  on: { readonly xp: readonly bigint[]; readonly d: bigint; readonly shape: Shape },
): { readonly y: bigint; readonly k0: bigint } | null {
  if (older === null) return solveBalance(on.xp, index, on);
  const y = olderNewtonY(on.xp, index, on);
  return y === null ? null : { y, k0: 0n };
}

/** Whether the invariant is found anew before a trade, as A and gamma move. */
function isAnew({ older, futureTime }: Reserves, timestamp: bigint): boolean {
  if (older === null) return futureTime > timestamp;
  return OLDER_CODE[older.code].followsRamps && futureTime > 0n;
}

/** The invariant before a trade: what the contract remembers, or anew while A and gamma move. */
export function invariantAt(pool: Reserves, timestamp: bigint): bigint | null {
  if (!isAnew(pool, timestamp)) return pool.d;
  return invariantOf(pool, { xp: scaled(pool), shape: shapeAt(pool, timestamp) });
}

/**
 * `_fee`: between the fees of a balanced and of an unbalanced pool; 10^10 is 100 %.
 *
 * @param xp In units of the first coin, 18 decimals.
 * @see https://github.com/curvefi/twocrypto-ng/blob/d21b270/contracts/main/CurveTwocryptoOptimized.vy
 * @see https://github.com/curvefi/tricrypto-ng/blob/584591e/contracts/main/CurveCryptoMathOptimized3.vy
 */
export function feeE10At(
  { midFeeE10, outFeeE10, feeGamma }: Pick<Reserves, "midFeeE10" | "outFeeE10" | "feeGamma">,
  xp: readonly bigint[],
): bigint {
  const sum = sumOf(xp);
  const [x = 0n, y = 0n, z] = xp;
  const evenness =
    z === undefined
      ? (((4n * E18 * x) / sum) * y) / sum
      : (((((3n * E18 * x) / sum) * 3n * y) / sum) * 3n * z) / sum;
  // Two coins' code divides by gamma too, which factories keep above 0.
  const balanced = feeGamma > 0n ? (feeGamma * E18) / (feeGamma + E18 - evenness) : evenness;
  return (midFeeE10 * balanced + outFeeE10 * (E18 - balanced)) / E18;
}
