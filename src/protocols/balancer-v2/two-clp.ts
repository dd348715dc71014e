import { min } from "../../lib/math.ts";
import { ONE } from "./fixed-point.ts";
import { squareRoot } from "./signed-fixed-point.ts";

/** Square roots of the least and the highest price of the first token in the second, wads. */
export interface PriceRange {
  readonly sqrtAlpha: bigint;
  readonly sqrtBeta: bigint;
}

const WORD = 1n << 256n;
/** A millionth, which swaps leave of tokenOut. */
const MARGIN = 10n ** 6n;
/** More than the vault keeps of any token, 18 decimals: nothing ends before. */
const ENDLESS = 1n << 160n;

/** A pool's balances on its curve, 18 decimals. */
export interface TwoClpPoint {
  readonly invariant: bigint;
  /** By token, what the curve holds besides the balances: L / sqrt(beta), and L * sqrt(alpha). */
  readonly virtual: readonly [bigint, bigint];
}

/** Arithmetic of the contracts, which remembers whether a number outgrew its word. */
function checkedArithmetic() {
  let fits = true;
  const word = (value: bigint): bigint => {
    if (value >= WORD || value < 0n) fits = false;
    return value;
  };
  return {
    fits: () => fits,
    mulDown: (a: bigint, b: bigint) => word(a * b) / ONE,
    mulUp: (a: bigint, b: bigint) => (word(a * b) === 0n ? 0n : (a * b - 1n) / ONE + 1n),
    divDown: (a: bigint, b: bigint) => word(a * ONE) / b,
    /** Of a number with 18 decimals; null where Newton's method does not come near enough. */
    root: (a: bigint) => squareRoot(word(a * ONE) / ONE),
  };
}

/**
 * The invariant and what follows from it; null where the contract refuses. With balances x and y:
 * (1 - sqrt(alpha / beta)) L^2 - (y / sqrt(beta) + x sqrt(alpha)) L - x y = 0.
 *
 * @param balances 18 decimals.
 * @see https://github.com/gyrostable/concentrated-lps/blob/7e9bd3b20d/contracts/2clp/Gyro2CLPMath.sol `_calculateInvariant`
 */
export function twoClpPoint(
  { sqrtAlpha, sqrtBeta }: PriceRange,
  balances: readonly bigint[],
): TwoClpPoint | null {
  const [x = 0n, y = 0n] = balances;
  if (sqrtBeta <= sqrtAlpha) return null;
  const { fits, mulDown, mulUp, divDown, root } = checkedArithmetic();
  const a = ONE - divDown(sqrtAlpha, sqrtBeta);
  const mb = divDown(y, sqrtBeta) + mulDown(x, sqrtAlpha);
  const mc = mulDown(x, y);
  const betaUp = mulUp(sqrtBeta, sqrtBeta);
  if (betaUp === 0n) return null;
  const mixed = divDown(mulDown(mulDown(mc, 2n * ONE), sqrtAlpha), sqrtBeta);
  const square = mulDown(mulDown(mulDown(x, x), sqrtAlpha), sqrtAlpha);
  const bSquare = square + mixed + divDown(mulDown(y, y), betaUp);
  const found = root(bSquare + mulDown(mulDown(mc, 4n * ONE), a));
  if (found === null) return null;
  const invariant = divDown(mb + found, mulUp(a, 2n * ONE));
  const virtual = [divDown(invariant, sqrtBeta), mulDown(invariant, sqrtAlpha)] as const;
  return fits() ? { invariant, virtual } : null;
}

/**
 * What a swap pays, 18 decimals, rounded down; null where the pool refuses.
 *
 * @see https://github.com/gyrostable/concentrated-lps/blob/7e9bd3b20d/contracts/2clp/Gyro2CLPMath.sol `_calcOutGivenIn`
 */
export function twoClpPays(
  range: PriceRange,
  balances: readonly bigint[],
  { indexIn, amountIn }: { readonly indexIn: number; readonly amountIn: bigint },
): bigint | null {
  const reserves = reservesOf(range, balances, indexIn);
  if (reserves === null) return null;
  if (reserves.in + amountIn === 0n) return null;
  const { fits, mulDown, divDown } = checkedArithmetic();
  const paid = divDown(mulDown(reserves.out, amountIn), reserves.in + amountIn);
  return fits() && paid <= (balances[1 - indexIn] ?? 0n) ? paid : null;
}

/**
 * What may come in of a token until a millionth of it would be too much, 18 decimals: there nothing
 * is left of the other.
 */
export function twoClpRoom(
  range: PriceRange,
  balances: readonly bigint[],
  indexIn: number,
): bigint {
  const reserves = reservesOf(range, balances, indexIn);
  const balanceOut = balances[1 - indexIn] ?? 0n;
  if (reserves === null) return 0n;
  const besides = reserves.out - balanceOut;
  const most = besides <= 0n ? ENDLESS : (balanceOut * reserves.in) / besides;
  // The product with what comes in has to fit a word.
  const fitting = reserves.out === 0n ? 0n : (WORD - 1n) / (reserves.out * ONE);
  return (min(min(most, fitting), ENDLESS) * (MARGIN - 1n)) / MARGIN;
}

/** Balances with the virtual ones of a token that comes in and one that is paid. */
function reservesOf(range: PriceRange, balances: readonly bigint[], indexIn: number) {
  const point = twoClpPoint(range, balances);
  if (point === null) return null;
  const { fits, mulDown, mulUp } = checkedArithmetic();
  const [virtualIn = 0n, virtualOut = 0n] =
    indexIn === 0 ? point.virtual : [...point.virtual].reverse();
  const reserves = {
    in: (balances[indexIn] ?? 0n) + mulUp(virtualIn, ONE + 2n),
    out: (balances[1 - indexIn] ?? 0n) + mulDown(virtualOut, ONE - 1n),
  };
  return fits() ? reserves : null;
}
