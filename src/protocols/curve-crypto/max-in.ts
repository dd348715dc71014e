import { max } from "../../lib/math.ts";
import type { BlockContext, Edge } from "../protocol.ts";
import { E18 } from "./newton.ts";
import type { CurveCryptoPool } from "./pool.ts";
import { scaled } from "./reserves.ts";
import { addCoins, exchange, mintedFor, paidFor, removeForCoin } from "./trade.ts";

/**
 * A coin's balance may grow to this many times the pool's worth: of a balanced pool of two all of
 * the other coin but a sixteenth goes for it.
 */
const MOST = 2n;

/** The part of an amount, as a power of two, over which it is to pay more. */
const RISE_BITS = 10n;

/** Halves of what a coin's balance may grow by that are looked at. */
const HALVES = 6n;

/** Parts of the liquidity, as powers of two, that a redemption may have to leave. */
const LEFT_BITS = [10n, 7n, 5n, 4n, 3n, 2n, 1n];

/** What a coin's balance may grow by, in its smallest unit. */
export function mostTaken(state: CurveCryptoPool, index: number): bigint {
  const room = MOST * state.d - (scaled(state)[index] ?? 0n);
  const price = state.priceScales[index - 1] ?? E18;
  return max((room * E18) / (price * (state.precisions[index] ?? 1n)), 0n);
}

/** Inputs of which the largest that works is the most, falling. */
function candidates(state: CurveCryptoPool, { action, tokenIn }: Edge): readonly bigint[] {
  const { supply, older } = state;
  const halves = (all: bigint) =>
    Array.from({ length: Number(HALVES) + 1 }, (_, bits) => all >> BigInt(bits));
  // Older code pays one coin alone, of which there is no more than its part.
  if (action === "redeem" && older !== null) return halves(supply / 2n);
  if (action === "redeem") return LEFT_BITS.map((bits) => supply - (supply >> bits) - 1n);
  return halves(mostTaken(state, state.coins.indexOf(tokenIn)));
}

/** The least that `maxIn` can be of a pool that trades at all; cheap. */
export function leastMaxIn(state: CurveCryptoPool, edge: Edge): bigint {
  return candidates(state, edge).at(-1) ?? 0n;
}

/**
 * Largest input: the most of halves of what a coin's balance may grow by, or of parts of the
 * liquidity, that the contract trades and for which more pays more.
 */
export function maxIn(state: CurveCryptoPool, edge: Edge, { timestamp }: BlockContext): bigint {
  const i = state.coins.indexOf(edge.tokenIn);
  const j = state.coins.indexOf(edge.tokenOut);
  const inputs = candidates(state, edge);
  switch (edge.action) {
    case "swap":
      return mostOf(inputs, {
        pays: (amountIn) => paidFor(state, { i, j, amountIn }, timestamp)?.amountOut ?? null,
        isTraded: (amountIn) => exchange(state, { i, j, amountIn }, timestamp) !== null,
      });
    case "deposit": {
      const of = (amount: bigint) => state.coins.map((_, k) => (k === i ? amount : 0n));
      return mostOf(inputs, {
        pays: (amountIn) => mintedFor(state, of(amountIn), timestamp)?.amountOut ?? null,
        isTraded: (amountIn) => addCoins(state, of(amountIn), timestamp) !== null,
      });
    }
    case "redeem":
      return mostOf(inputs, {
        pays: (amountIn) => removeForCoin(state, { j, amountIn }, timestamp)?.amountOut ?? null,
        isTraded: () => true,
      });
  }
}

/**
 * The first of falling amounts that is traded, for more than a bit less of it would be, or the last
 * one if it is traded at all; 0: none.
 */
function mostOf(
  amounts: readonly bigint[],
  {
    pays,
    isTraded,
  }: {
    /** Null where that fails. */
    readonly pays: (amountIn: bigint) => bigint | null;
    readonly isTraded: (amountIn: bigint) => boolean;
  },
): bigint {
  for (const most of amounts) {
    if (most <= 0n) return 0n;
    const paid = pays(most);
    if (paid === null || paid === 0n || !isTraded(most)) continue;
    if (most === amounts.at(-1)) return most;
    const less = pays(most - (most >> RISE_BITS) - 1n);
    if (less === null || less < paid) return most;
  }
  return 0n;
}
