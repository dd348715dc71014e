import { max, min } from "../../lib/math.ts";
import type { BurnQuote } from "../liquidity.ts";
import { shareX64, takeShare } from "../operation.ts";
import type { Quote } from "../protocol.ts";
import { bestZap } from "../zap.ts";
import type { SolidlyPool } from "./pool.ts";
import { amountToSwap, surplusOf } from "./split.ts";
import { MAX_RESERVE, quoteSwap } from "./swap.ts";

/**
 * Gas of a hop without its swap, as `test/protocols/solidly/logs.integration.test.ts` measures it.
 */
export const ADD_GAS = 147_000n;
export const BURN_GAS = 130_000n;

/** Shares that the first mint locks for ever. */
export const MINIMUM_LIQUIDITY = 1_000n;
/**
 * Part of a stable pool that a redemption leaves: its curve is too steep to swap along near its
 * end.
 */
const STABLE_REST = 1_000n;

const TOO_SMALL = { ok: false, reason: "amount-too-small" } as const;
const TOO_LARGE = { ok: false, reason: "insufficient-liquidity" } as const;

/**
 * Part of a deposit of one token that is swapped for the other first, as the program's 0.64
 * fixed-point share: that of which most is minted.
 */
export function swapShareX64(state: SolidlyPool, zeroForOne: boolean, amountIn: bigint): bigint {
  const best = zapped(state, zeroForOne, amountIn);
  return best?.shareX64 ?? shareX64(amountToSwap(state, zeroForOne, amountIn), amountIn) + 1n;
}

function zapped(state: SolidlyPool, zeroForOne: boolean, amountIn: bigint) {
  return bestZap(amountIn, amountToSwap(state, zeroForOne, amountIn), {
    isShort: (toSwap) => surplusOf(state, zeroForOne, { amountIn, toSwap }) >= 0n,
    zap: (part) => {
      const swapped = quoteSwap(state, zeroForOne, part);
      if (!swapped.ok) return null;
      const [kept, { amountOut, gas }] = [amountIn - part, swapped];
      const minted = mint(swapped.next, zeroForOne ? [kept, amountOut] : [amountOut, kept]);
      if (!minted.ok) return null;
      return { quote: { ...minted, gas: gas + ADD_GAS }, minted: minted.amountOut };
    },
  });
}

/** Swaps a part of tokenIn in the pool, then adds both. */
export function quoteDeposit(
  state: SolidlyPool,
  zeroForOne: boolean,
  amountIn: bigint,
): Quote<SolidlyPool> {
  return zapped(state, zeroForOne, amountIn)?.quote ?? TOO_SMALL;
}

/**
 * Adds both tokens through the router, which takes what fits the ratio of the reserves, or, of a
 * pool without one, by paying the pool itself, which keeps all.
 *
 * @param amountsIn Smallest unit of token0 and token1.
 * @see https://github.com/aerodrome-finance/contracts/blob/a5fae2e87e490d6b10f133e28cc11bcc58c5346a/contracts/Router.sol#L157
 */
export function mint(state: SolidlyPool, amountsIn: readonly bigint[]): Quote<SolidlyPool> {
  const { reserve0, reserve1, totalSupply, router } = state;
  const [desired0 = 0n, desired1 = 0n] = amountsIn;
  if (reserve0 === 0n || reserve1 === 0n) return TOO_LARGE;
  const optimal1 = (desired0 * reserve1) / reserve0;
  const [amount0, amount1] =
    router === null
      ? [desired0, desired1]
      : optimal1 <= desired1
        ? [desired0, optimal1]
        : [(desired1 * reserve0) / reserve1, desired1];
  const shares = min((amount0 * totalSupply) / reserve0, (amount1 * totalSupply) / reserve1);
  if (shares === 0n) return TOO_SMALL;
  if (reserve0 + amount0 > MAX_RESERVE || reserve1 + amount1 > MAX_RESERVE) return TOO_LARGE;
  return {
    ok: true,
    amountOut: shares,
    gas: ADD_GAS,
    next: {
      ...state,
      reserve0: reserve0 + amount0,
      reserve1: reserve1 + amount1,
      totalSupply: totalSupply + shares,
    },
  };
}

/**
 * Burns shares for both tokens.
 *
 * @see https://github.com/aerodrome-finance/contracts/blob/a5fae2e87e490d6b10f133e28cc11bcc58c5346a/contracts/Pool.sol#L320
 */
export function burn(state: SolidlyPool, amountIn: bigint): BurnQuote<SolidlyPool> {
  const { reserve0, reserve1, totalSupply } = state;
  if (amountIn > totalSupply - MINIMUM_LIQUIDITY) return TOO_LARGE;
  const amount0 = (amountIn * reserve0) / totalSupply;
  const amount1 = (amountIn * reserve1) / totalSupply;
  if (amount0 === 0n || amount1 === 0n) return TOO_SMALL;
  return {
    ok: true,
    amountsOut: [amount0, amount1],
    gas: BURN_GAS,
    next: {
      ...state,
      reserve0: reserve0 - amount0,
      reserve1: reserve1 - amount1,
      totalSupply: totalSupply - amountIn,
    },
  };
}

/**
 * The most shares that can be burned: a stable pool keeps a thousandth of them; a volatile one the
 * 1000 that are locked, and 2 units of the token that is paid, as with fewer the other would be
 * swapped for nothing.
 */
export function maxRedeem(state: SolidlyPool, toZero: boolean): bigint {
  const { totalSupply } = state;
  if (state.isStable) {
    return max(0n, totalSupply - max(MINIMUM_LIQUIDITY, totalSupply / STABLE_REST));
  }
  const reserveOut = toZero ? state.reserve0 : state.reserve1;
  if (reserveOut < 3n) return 0n;
  const keepsTwo = ((reserveOut - 1n) * totalSupply - 1n) / reserveOut;
  return max(0n, min(totalSupply - MINIMUM_LIQUIDITY, keepsTwo));
}

/**
 * What of an amount may be left unswapped where the curve's solver fails on it: a few smallest
 * units, or, of amounts near the solver's own precision, a part in powers of two.
 */
const LESS_UNITS = [0n, 1n, 2n, 3n, 6n, 12n, 40n, 150n, 600n, 2_000n];
const LESS_BITS = [24n, 20n, 16n, 12n, 10n, 8n, 7n, 6n, 5n, 4n];

/** What is done with the token of a redemption that is not asked for. */
export interface Resold {
  /** Part of it that is swapped, as the program's share; null: all. */
  readonly shareX64: bigint | null;
  readonly swapped: Extract<Quote<SolidlyPool>, { readonly ok: true }>;
}

/**
 * Swaps all of an amount, or a little less where the contract's solver fails on that very amount,
 * as it may next to equal reserves; null where it fails on less too.
 */
function resold(burned: SolidlyPool, zeroForOne: boolean, amount: bigint): Resold | null {
  for (const less of [...LESS_UNITS, ...LESS_BITS.map((bits) => amount >> bits)]) {
    if (less >= amount) continue;
    const part = less === 0n ? null : shareX64(amount - less, amount) + 1n;
    const taken = part === null ? amount : takeShare(amount, part);
    const swapped = quoteSwap(burned, zeroForOne, taken);
    if (swapped.ok) return { shareX64: part, swapped };
    if (swapped.reason === "amount-too-small") return null;
  }
  return null;
}

/** The part that a redemption swaps of what it does not pay; null: all. */
export function resoldShareX64(
  state: SolidlyPool,
  toZero: boolean,
  amountIn: bigint,
): bigint | null {
  const burned = burn(state, amountIn);
  if (!burned.ok) return null;
  const [amount0 = 0n, amount1 = 0n] = burned.amountsOut;
  return resold(burned.next, !toZero, toZero ? amount1 : amount0)?.shareX64 ?? null;
}

/**
 * Burns shares, then swaps the token that is not asked for in the same pool.
 *
 * @param toZero Whether token0 is paid.
 */
export function quoteRedeem(
  state: SolidlyPool,
  toZero: boolean,
  amountIn: bigint,
): Quote<SolidlyPool> {
  const burned = burn(state, amountIn);
  if (!burned.ok) return burned;
  const [amount0 = 0n, amount1 = 0n] = burned.amountsOut;
  const other = toZero ? amount1 : amount0;
  const sold = resold(burned.next, !toZero, other);
  if (sold === null) {
    const refused = quoteSwap(burned.next, !toZero, other);
    return refused.ok ? TOO_LARGE : refused;
  }
  const { swapped } = sold;
  return {
    ...swapped,
    amountOut: swapped.amountOut + (toZero ? amount0 : amount1),
    gas: swapped.gas + BURN_GAS,
  };
}
