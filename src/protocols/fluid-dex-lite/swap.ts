import { collateralReserves, type Reserves } from "../fluid/reserves.ts";
import { E27, type Pair, SIX_DECIMALS } from "../fluid/state.ts";
import type { QuoteFailure } from "../protocol.ts";
import { type DexLitePrices, pricesAt, rangeOf, thresholdsAt } from "./prices.ts";
import {
  CENTER_FIELDS,
  counted,
  type DexLitePool,
  FIELDS,
  fieldOf,
  REBALANCING,
  uncounted,
  withField,
} from "./state.ts";

/** A pool in a block: what every swap of it begins with. */
export interface Market {
  readonly pool: DexLitePool;
  readonly prices: DexLitePrices;
  readonly reserves: Reserves;
  readonly timestamp: bigint;
}

export type Swapped =
  | { readonly ok: true; readonly amountOut: bigint; readonly next: DexLitePool }
  | { readonly ok: false; readonly reason: QuoteFailure };

/** Of nine decimals: the least input, and the most that a field holds. */
const [LEAST, MOST] = [10_000n, (1n << 60n) - 1n];
const HUNDRED = 100n;
/** One supply may be worth this many times the other after a swap. */
const MOST_SKEW = 10_000n;

/** What swaps begin with at a time; null where the contract cannot tell its reserves. */
export function marketAt(pool: DexLitePool, timestamp: bigint): Market | null {
  const prices = pricesAt(pool, timestamp);
  if (prices === null) return null;
  const { lower, geometricMean, upper } = prices;
  if (lower === 0n || lower >= geometricMean || geometricMean >= upper) return null;
  const reserves = collateralReserves(suppliesOf(pool), prices);
  return { pool, prices, reserves, timestamp };
}

/** What a pool has, nine decimals. */
export function suppliesOf({ variables }: Pick<DexLitePool, "variables">): Pair<bigint> {
  return [fieldOf(variables, FIELDS.supply0), fieldOf(variables, FIELDS.supply1)];
}

/** What a swap may give at most, nine decimals: half of what prices are made of. */
export function mostGiven({ reserves }: Pick<Market, "reserves">, tokenIn: 0 | 1): bigint {
  const half = reserves.imaginary[tokenIn] / 2n;
  return half < MOST ? half : MOST;
}

/**
 * `swapSingle` of a pool, with the input given.
 *
 * @param tokenIn Place of the token.
 * @param amountIn Smallest unit.
 * @see https://github.com/Instadapp/fluid-contracts-public/blob/a9949b48ba1247d4f478cd0acb40896b5c8bf3f8/contracts/protocols/dexLite/core/coreInternals.sol#L7
 */
export function swapIn(market: Market, tokenIn: 0 | 1, amountIn: bigint): Swapped {
  const { pool, prices, reserves } = market;
  const tokenOut = tokenIn === 0 ? 1 : 0;
  const given = counted(pool, tokenIn, amountIn);
  if (given < LEAST) return { ok: false, reason: "amount-too-small" };
  if (given > mostGiven(market, tokenIn)) return { ok: false, reason: "insufficient-liquidity" };
  const { imaginary } = reserves;
  const fee = (given * fieldOf(pool.variables, FIELDS.fee)) / SIX_DECIMALS;
  const cut = (fee * fieldOf(pool.variables, FIELDS.revenueCut)) / HUNDRED;
  const left = given - fee;
  const got = (left * imaginary[tokenOut]) / (imaginary[tokenIn] + left);
  const supplies = suppliesOf(pool);
  const [added, rest] = [supplies[tokenIn] + given - cut, supplies[tokenOut] - got];
  const least =
    tokenIn === 0
      ? (added * prices.center) / (E27 * MOST_SKEW)
      : (added * E27) / (prices.center * MOST_SKEW);
  if (rest < 0n || rest < least || added > MOST) {
    return { ok: false, reason: "insufficient-liquidity" };
  }
  const amountOut = uncounted(pool, tokenOut, got);
  if (amountOut === 0n) return { ok: false, reason: "amount-too-small" };
  const [in1, out1] = [imaginary[tokenIn] + given, imaginary[tokenOut] - got];
  const price = tokenIn === 0 ? (out1 * E27) / in1 : (in1 * E27) / out1;
  const after: Pair<bigint> = tokenIn === 0 ? [added, rest] : [rest, added];
  return { ok: true, amountOut, next: moved(market, price, after) };
}

/** The pool after a swap: what it has, shifts that are over, and which way its center goes. */
function moved(
  { pool, prices, timestamp }: Market,
  price: bigint,
  [supply0, supply1]: Pair<bigint>,
): DexLitePool {
  let { variables, centerShift, rangeShift, thresholdShift } = pool;
  const { rests, upwards, downwards } = REBALANCING;
  if (prices.isCenterShifted) {
    variables = withField(variables, FIELDS.isCenterShifting, 0n);
    centerShift = withField(centerShift, CENTER_FIELDS.target, 0n);
  }
  if (prices.isRangeShifted) {
    variables = withField(variables, FIELDS.isRangeShifting, 0n);
    rangeShift = 0n;
  }
  const before = fieldOf(variables, FIELDS.rebalancing);
  let status = before;
  if (before > 0n) {
    const thresholds = thresholdsAt(pool, timestamp);
    if (thresholds.isOver) {
      variables = withField(variables, FIELDS.isThresholdShifting, 0n);
      thresholdShift = 0n;
    }
    const { center } = prices;
    const { upper, lower } = rangeOf(center, prices.percents);
    const above = center + ((upper - center) * (HUNDRED - thresholds.upper)) / HUNDRED;
    const below = center - ((center - lower) * (HUNDRED - thresholds.lower)) / HUNDRED;
    status = price > above ? upwards : price < below ? downwards : rests;
    variables = withField(variables, FIELDS.rebalancing, status);
  }
  if (status > rests || fieldOf(pool.variables, FIELDS.isCenterShifting) === 1n) {
    centerShift = withField(centerShift, CENTER_FIELDS.lastTime, timestamp);
  }
  variables = withField(variables, FIELDS.supply0, supply0);
  variables = withField(variables, FIELDS.supply1, supply1);
  return { ...pool, variables, centerShift, rangeShift, thresholdShift };
}
