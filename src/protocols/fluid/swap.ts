import type { QuoteFailure } from "../protocol.ts";
import { operate } from "./layer.ts";
import { CENTER_SHIFT_BIT, type Prices, pricesAt, variablesOf } from "./prices.ts";
import { type PoolReserves, reservesAt } from "./reserves.ts";
import { mostGiven, routed } from "./routing.ts";
import { adjusted, configOf, type FluidPool, type Pair, restored } from "./state.ts";
import { bitsOf, toBigNumberDown, withBits } from "./words.ts";

/** A pool in a block: what every swap of it begins with. */
export interface Market {
  readonly state: FluidPool;
  readonly prices: Prices;
  readonly reserves: PoolReserves;
  readonly timestamp: bigint;
}

export type Swapped =
  | { readonly ok: true; readonly amountOut: bigint; readonly next: FluidPool }
  | { readonly ok: false; readonly reason: QuoteFailure };

/** Least inputs: of 12 decimals, and of smallest units. */
const [LEAST_ADJUSTED, LEAST] = [1_000_000n, 100n];
const [MOST_ADJUSTED, MOST] = [(1n << 96n) - 1n, (1n << 128n) - 1n];
const E18 = 10n ** 18n;
/** How far a swap may move the price, of 10^18. */
const MOST_MOVE = 5n * 10n ** 16n;
const EIGHT_DECIMALS = 100_000_000n;
const THREE_DECIMALS = 1_000n;

/** What swaps begin with at a time; null where the contract cannot tell its reserves. */
export function marketAt(state: FluidPool, timestamp: bigint): Market | null {
  const prices = pricesAt(state, timestamp);
  const reserves = reservesAt(state, prices, timestamp);
  return reserves && { state, prices, reserves, timestamp };
}

/**
 * `swapIn` of a pool.
 *
 * @param tokenIn Place of the token.
 * @param amountIn Smallest unit.
 * @see https://github.com/Instadapp/fluid-contracts-public/blob/a9949b48ba1247d4f478cd0acb40896b5c8bf3f8/contracts/protocols/dex/poolT1/coreModule/core/main.sol#L46
 */
export function swapIn(market: Market, tokenIn: 0 | 1, amountIn: bigint): Swapped {
  const { state, prices, reserves, timestamp } = market;
  const config = configOf(state);
  if (config.isPaused) return refused("paused");
  const given = adjusted(state, tokenIn, amountIn);
  if (given < LEAST_ADJUSTED || amountIn < LEAST) return refused("amount-too-small");
  if (given > MOST_ADJUSTED || amountIn > MOST || given > mostGiven(reserves, tokenIn)) {
    return refused("insufficient-liquidity");
  }
  const centerPrice = prices.center;
  const route = routed(reserves, given, { tokenIn, config, centerPrice });
  if (route === null) return refused("insufficient-liquidity");
  const tokenOut = tokenIn === 0 ? 1 : 0;
  const { collateral, debt, price } = route;
  const withdrawn = restored(state, tokenOut, collateral.amountOut);
  const borrowed = restored(state, tokenOut, debt.amountOut);
  const amountOut = withdrawn + borrowed;
  const deposited = operate(state.accounts[tokenIn], {
    supply: restored(state, tokenIn, collateral.kept),
    debt: -restored(state, tokenIn, debt.kept),
    ...{ sent: amountIn, timestamp },
  });
  if (!deposited.ok) return deposited;
  const paid = operate(state.accounts[tokenOut], {
    ...{ supply: -withdrawn, debt: borrowed, sent: 0n, timestamp },
  });
  if (!paid.ok) return paid;
  if (isUtilized(state, tokenOut, paid.account.prices)) return refused("cap-exceeded");
  const moved = priceStored(state, { price, center: prices.center, timestamp, tokenIn });
  if (!moved.ok) return moved;
  const accounts: Pair<FluidPool["accounts"][0]> =
    tokenIn === 0 ? [deposited.account, paid.account] : [paid.account, deposited.account];
  const kept = prices.isCenterShifted
    ? withBits(state.config, { from: CENTER_SHIFT_BIT, count: 1, value: 0n })
    : state.config;
  const next = { ...state, variables: moved.variables, config: kept, accounts };
  return { ok: true, amountOut, next };
}

function refused(reason: QuoteFailure): { readonly ok: false; readonly reason: QuoteFailure } {
  return { ok: false, reason };
}

/** Whether more of the token is borrowed, as the layer last stored, than the pool puts up with. */
function isUtilized({ config }: FluidPool, token: 0 | 1, prices: bigint): boolean {
  const limit = bitsOf(config, token === 0 ? 228 : 238, 10);
  return limit < THREE_DECIMALS && bitsOf(prices, 30, 14) > limit * 10n;
}

/** The new price in the pool's storage, which a swap may move by a twentieth. */
function priceStored(
  state: FluidPool,
  {
    price,
    center,
    timestamp,
    tokenIn,
  }: {
    readonly price: bigint;
    readonly center: bigint;
    readonly timestamp: bigint;
    readonly tokenIn: 0 | 1;
  },
):
  | { readonly ok: true; readonly variables: bigint }
  | { readonly ok: false; readonly reason: QuoteFailure } {
  const { previousPrice, lastPrice, centerPrice, lastTime } = variablesOf(state);
  const isSameSecond = timestamp === lastTime;
  const isMoved =
    center < ((EIGHT_DECIMALS - 1n) * centerPrice) / EIGHT_DECIMALS ||
    center > ((EIGHT_DECIMALS + 1n) * centerPrice) / EIGHT_DECIMALS;
  if (isSameSecond && isMoved) return refused("insufficient-liquidity");
  const from = isSameSecond ? previousPrice : lastPrice;
  if (price === 0n) return refused("insufficient-liquidity");
  const move = E18 - (from * E18) / price;
  if (move > MOST_MOVE || move < -MOST_MOVE) {
    // A larger swap mends a price that has moved the other way since.
    const isMended = tokenIn === 0 ? move > 0n : move < 0n;
    return refused(isMended ? "amount-too-small" : "insufficient-liquidity");
  }
  const last = { from: 41, count: 40, value: toBigNumberDown(price, 32) };
  const fields = isSameSecond
    ? [last]
    : [
        { from: 1, count: 40, value: bitsOf(state.variables, 41, 40) },
        last,
        { from: 81, count: 40, value: toBigNumberDown(center, 32) },
        { from: 121, count: 33, value: timestamp },
      ];
  return { ok: true, variables: fields.reduce(withBits, state.variables) };
}
