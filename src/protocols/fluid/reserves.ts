import { sqrtDown } from "../../lib/sqrt.ts";
import { exchangePricesAt } from "./exchange-prices.ts";
import { inverseOf, type Prices } from "./prices.ts";
import { adjusted, configOf, E27, type FluidPool, type Pair, SIX_DECIMALS } from "./state.ts";
import { bitsOf, fromBigNumber } from "./words.ts";

/** Of each token, 12 decimals. */
export interface Reserves {
  /** What can be paid. */
  readonly real: Pair<bigint>;
  /** By which the price and the depth are those of a constant product. */
  readonly imaginary: Pair<bigint>;
}

const LARGE_PRODUCT = 10n ** 50n;
const LARGE_RESERVE = 10n ** 25n;
const EXCHANGE_PRECISION = 10n ** 12n;

/** Reserves of the collateral and of the debt, by which a pool trades; null where it has none. */
export interface PoolReserves {
  readonly collateral: Reserves | null;
  readonly debt: Reserves | null;
}

/** Both reserves at a time; null where the contract cannot tell them, and nobody can trade. */
export function reservesAt(
  state: FluidPool,
  prices: Prices,
  timestamp: bigint,
): PoolReserves | null {
  const { hasCollateral, hasDebt } = configOf(state);
  const { lower, geometricMean, upper } = prices;
  if (lower === 0n || lower >= geometricMean || geometricMean >= upper) return null;
  const debts = debtsAt(state, timestamp);
  const debt = hasDebt ? debtReserves(debts, prices) : null;
  if (hasDebt && debt === null) return null;
  const collateral = hasCollateral
    ? collateralReserves(suppliesAt(state, timestamp), prices)
    : null;
  return { collateral, debt };
}

/** What a pool has supplied to the Liquidity layer, with interest; 12 decimals. */
export function suppliesAt(state: FluidPool, timestamp: bigint): Pair<bigint> {
  const of = (token: 0 | 1) => {
    const { supply, prices } = state.accounts[token];
    const { supply: price } = exchangePricesAt(prices, timestamp);
    return adjusted(state, token, withInterest(supply, price));
  };
  return [of(0), of(1)];
}

/** What a pool has borrowed of the Liquidity layer, with interest; 12 decimals. */
export function debtsAt(state: FluidPool, timestamp: bigint): Pair<bigint> {
  const of = (token: 0 | 1) => {
    const { borrow, prices } = state.accounts[token];
    const { borrow: price } = exchangePricesAt(prices, timestamp);
    return adjusted(state, token, withInterest(borrow, price));
  };
  return [of(0), of(1)];
}

/** The amount in a word of supply or debt, whose first bit says whether it bears interest. */
function withInterest(word: bigint, price: bigint): bigint {
  const amount = fromBigNumber(bitsOf(word, 1, 64));
  return (word & 1n) === 1n ? (amount * price) / EXCHANGE_PRECISION : amount;
}

/**
 * Reserves of the collateral between the ends of the range.
 *
 * @see https://github.com/Instadapp/fluid-contracts-public/blob/a9949b48ba1247d4f478cd0acb40896b5c8bf3f8/contracts/protocols/dex/poolT1/coreModule/helpers/coreHelpers.sol#L569
 */
export function collateralReserves(
  real: Pair<bigint>,
  prices: Pick<Prices, "geometricMean" | "upper" | "lower">,
): Reserves {
  const [first, second] = real;
  const { geometricMean, upper, lower } = prices;
  if (geometricMean < E27) {
    const [x, y] = outsideRange(geometricMean, upper, real);
    return { real, imaginary: [x + first, y + second] };
  }
  const [y, x] = outsideRange(inverseOf(geometricMean), inverseOf(lower), [second, first]);
  return { real, imaginary: [x + first, y + second] };
}

/** Imaginary reserves beyond the real ones: ((P - G) x² = (G rx + ry) x + rx ry, and y = G x. */
function outsideRange(
  mean: bigint,
  end: bigint,
  [rx, ry]: Pair<bigint>,
): readonly [x: bigint, y: bigint] {
  const width = end - mean;
  const half = (mean * rx + ry * E27) / (2n * width);
  const product = rx * ry;
  const scaled = product < LARGE_PRODUCT ? (product * E27) / width : (product / width) * E27;
  const x = half + sqrtDown(scaled + half * half);
  return [x, (x * mean) / E27];
}

/**
 * Reserves that debts leave between the ends of the range; null where they are too small to tell.
 *
 * @see https://github.com/Instadapp/fluid-contracts-public/blob/a9949b48ba1247d4f478cd0acb40896b5c8bf3f8/contracts/protocols/dex/poolT1/coreModule/helpers/coreHelpers.sol#L614
 */
export function debtReserves(debts: Pair<bigint>, prices: Prices): Reserves | null {
  const [first, second] = debts;
  const { geometricMean, upper, lower } = prices;
  if (geometricMean < E27) {
    const found = ofDebts(geometricMean, lower, debts);
    return found && { real: found.real, imaginary: found.imaginary };
  }
  const found = ofDebts(inverseOf(geometricMean), inverseOf(upper), [second, first]);
  if (found === null) return null;
  const { real, imaginary } = found;
  return { real: [real[1], real[0]], imaginary: [imaginary[1], imaginary[0]] };
}

function ofDebts(mean: bigint, end: bigint, [dx, dy]: Pair<bigint>): Reserves | null {
  const half = (dx * mean - dy * E27) / (2n * E27);
  const product = dx * dy;
  const scaled = product < LARGE_PRODUCT ? (product * end) / E27 : (product / E27) * end;
  const ry = half + sqrtDown(scaled + half * half);
  const left = ry * E27 - dx * end;
  if (left < SIX_DECIMALS) return null;
  const iy = ry < LARGE_RESERVE ? (ry * ry * E27) / left : (ry * ry) / (left / E27);
  const ix = (iy * dx) / ry - dx;
  const rx = (ix * dy) / (iy + dy);
  return { real: [rx, ry], imaginary: [ix, iy] };
}
