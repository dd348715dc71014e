import type { BurnQuote, Share } from "../liquidity.ts";
import type { BlockContext, Quote } from "../protocol.ts";
import { mostTaken } from "./max-in.ts";
import type { CurvePool } from "./pool.ts";
import { reservesAt } from "./reserves.ts";
import { addCoins, removeAllCoins } from "./trade.ts";

/**
 * Gas of a hop, as `test/protocols/curve-stableswap/transitions.integration.test.ts` measures it,
 * with the allowance and transfer of each further coin.
 */
const MINT_GAS = 128_000n;
const COIN_GAS = 52_000n;
const BURN_GAS = 70_000n;
const PAID_COIN_GAS = 30_000n;

/** The liquidity token; a deposit takes any of the coins. */
export function share({ lpToken, coins, supply, balances }: CurvePool): Share | null {
  if (supply === 0n || balances.includes(0n)) return null;
  return { token: lpToken, tokens: coins, takes: "any" };
}

/** Exact to the wei what the contract mints in the block `at`. */
export function mint<S extends CurvePool>(
  state: S,
  amountsIn: readonly bigint[],
  at: BlockContext,
): Quote<S> {
  if (state.paused) return { ok: false, reason: "paused" };
  if (amountsIn.some((amount, i) => amount > mostTaken(state, i, "deposit")))
    return { ok: false, reason: "insufficient-liquidity" };
  const added = addCoins(reservesAt(state, at.timestamp), amountsIn);
  if (added === null || added.amountOut === 0n) return { ok: false, reason: "amount-too-small" };
  const { amountOut, balances, supply } = added;
  const coins = BigInt(amountsIn.filter((amount) => amount > 0n).length);
  const gas = MINT_GAS + COIN_GAS * (coins - 1n);
  return { ok: true, amountOut, gas, next: { ...state, balances, supply } };
}

/** Exact to the wei what the contract pays, a killed one too. */
export function burn<S extends CurvePool>(state: S, amountIn: bigint): BurnQuote<S> {
  if (amountIn >= state.supply) return { ok: false, reason: "insufficient-liquidity" };
  const amountsOut = removeAllCoins(state, amountIn);
  if (amountsOut.includes(0n)) return { ok: false, reason: "amount-too-small" };
  const balances = state.balances.map((balance, i) => balance - (amountsOut[i] ?? 0n));
  const gas = BURN_GAS + PAID_COIN_GAS * BigInt(amountsOut.length);
  return {
    ok: true,
    amountsOut,
    gas,
    next: { ...state, balances, supply: state.supply - amountIn },
  };
}
