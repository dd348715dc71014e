import type { BurnQuote, Share } from "../liquidity.ts";
import type { BlockContext, Quote } from "../protocol.ts";
import { capacity } from "./capacity.ts";
import { joined, leftInProportion } from "./operations.ts";
import { GAS } from "./pool.ts";
import type { BalancerV3Pool } from "./state.ts";

/**
 * Gas of a hop for each token after the first: its allowances, its transfer, its part of the maths.
 */
const TOKEN_GAS = 90_000n;

/**
 * The pool's share; a join takes any of the tokens. None of a pool that takes tokens in proportion
 * alone: the shares would have to be named before what arrives is known.
 */
export function share({
  address,
  tokens,
  balances,
  supply,
  takesSingle,
}: BalancerV3Pool): Share | null {
  if (supply === 0n || balances.includes(0n) || !takesSingle) return null;
  return { token: address, tokens, takes: "any" };
}

/** A join with exact amounts. */
export function mint(
  state: BalancerV3Pool,
  amountsIn: readonly bigint[],
  { timestamp }: BlockContext,
): Quote<BalancerV3Pool> {
  if (state.isPaused) return { ok: false, reason: "paused" };
  const isTooMuch = state.tokens.some((tokenIn, i) => {
    const edge = { action: "deposit", tokenIn, tokenOut: state.address } as const;
    return (amountsIn[i] ?? 0n) > capacity(state, edge, timestamp);
  });
  if (isTooMuch) return { ok: false, reason: "insufficient-liquidity" };
  const outcome = joined(state, amountsIn, timestamp);
  if (!outcome.ok) return outcome;
  const tokens = BigInt(amountsIn.filter((amount) => amount > 0n).length);
  const gas = GAS[state.kind].deposit + TOKEN_GAS * (tokens - 1n);
  return { ok: true, amountOut: outcome.amounts[0] ?? 0n, gas, next: outcome.next };
}

/** An exit in proportion. */
export function burn(state: BalancerV3Pool, amountIn: bigint): BurnQuote<BalancerV3Pool> {
  if (state.isPaused) return { ok: false, reason: "paused" };
  const outcome = leftInProportion(state, amountIn);
  if (!outcome.ok) return outcome;
  const gas = GAS[state.kind].redeem + TOKEN_GAS * BigInt(state.tokens.length - 1);
  return { ok: true, amountsOut: outcome.amounts, gas, next: outcome.next };
}
