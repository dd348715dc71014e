import type { BurnQuote, Share } from "../liquidity.ts";
import type { BlockContext, Quote } from "../protocol.ts";
import { mostTaken } from "./max-in.ts";
import { type CurveCryptoPool, gasOf } from "./pool.ts";
import { addCoins, removeAllCoins } from "./trade.ts";

/** The liquidity token; a deposit takes any of the coins. */
export function share({ lpToken, coins, supply, balances }: CurveCryptoPool): Share | null {
  if (supply === 0n || balances.includes(0n)) return null;
  return { token: lpToken, tokens: coins, takes: "any" };
}

/** Exact to the wei what the contract mints in the block `at`. */
export function mint(
  state: CurveCryptoPool,
  amountsIn: readonly bigint[],
  { timestamp }: BlockContext,
): Quote<CurveCryptoPool> {
  if (amountsIn.some((amount, i) => amount > mostTaken(state, i)))
    return { ok: false, reason: "insufficient-liquidity" };
  const added = addCoins(state, amountsIn, timestamp);
  if (added === null || added.amountOut === 0n) return { ok: false, reason: "amount-too-small" };
  return { ok: true, ...added, gas: gasOf(state, "deposit") };
}

/** Exact to the wei what the contract pays. */
export function burn(state: CurveCryptoPool, amountIn: bigint): BurnQuote<CurveCryptoPool> {
  const removed = removeAllCoins(state, amountIn);
  if (removed === null) return { ok: false, reason: "insufficient-liquidity" };
  if (removed.amountsOut.includes(0n)) return { ok: false, reason: "amount-too-small" };
  return { ok: true, ...removed, gas: gasOf(state, "burn") };
}
