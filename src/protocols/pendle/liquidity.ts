import type { BurnQuote, Liquidity } from "../liquidity.ts";
import type { BlockContext, Quote } from "../protocol.ts";
import { burnOperation, mintOperation } from "./liquidity-actions.ts";
import { addLiquidity, removeLiquidity } from "./liquidity-math.ts";
import { GAS } from "./pool.ts";
import { unlocked } from "./removing.ts";
import { indexOf, type PendleMarket, type PendlePool } from "./state.ts";

/** Entering and leaving a market with SY and PT at once, until its expiry. */
export const liquidity: Liquidity<PendlePool> = {
  share(state) {
    if (state.kind === "wrapper" || state.isExpired || unlocked(state) === 0n) return null;
    return { token: state.address, tokens: [state.sy, state.pt], takes: "proportion" };
  },
  mint(state, amountsIn, at) {
    return minted(asMarket(state), amountsIn, at);
  },
  burn(state, amountIn) {
    return burned(asMarket(state), amountIn);
  },
  mintOperation: (state) => mintOperation(asMarket(state)),
  burnOperation: (state) => burnOperation(asMarket(state)),
};

function minted(
  state: PendleMarket,
  [sy = 0n, pt = 0n]: readonly bigint[],
  { timestamp }: BlockContext,
): Quote<PendleMarket> {
  if (state.isPaused) return { ok: false, reason: "paused" };
  if (timestamp >= state.expiry) return { ok: false, reason: "insufficient-liquidity" };
  // The router works out what fits, of which the market works it out again.
  const fitting = addLiquidity(state, { sy, pt });
  const added = fitting && addLiquidity(state, fitting);
  if (added === null) return { ok: false, reason: "amount-too-small" };
  const next = { ...added.next, keptRate: indexOf(state) };
  return { ok: true, amountOut: added.lp, gas: GAS.mint, next };
}

function burned(state: PendleMarket, amountIn: bigint): BurnQuote<PendleMarket> {
  if (state.isPaused) return { ok: false, reason: "paused" };
  if (amountIn > unlocked(state)) return { ok: false, reason: "insufficient-liquidity" };
  const removed = removeLiquidity(state, amountIn);
  if (removed === null || removed.sy === 0n || removed.pt === 0n) {
    return { ok: false, reason: "amount-too-small" };
  }
  const { sy, pt, next } = removed;
  return { ok: true, amountsOut: [sy, pt], gas: GAS.burn, next };
}

function asMarket(state: PendlePool): PendleMarket {
  if (state.kind === "market") return state;
  throw new Error(`${state.id} is an SY, which has no liquidity.`);
}
