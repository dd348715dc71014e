import type { BurnQuote, Share } from "../liquidity.ts";
import type { BlockContext, Quote } from "../protocol.ts";
import { capacity, isPaused } from "./capacity.ts";
import { settled } from "./exchange.ts";
import { divWadDown, mulWadDown } from "./fixed-point.ts";
import { gasOf } from "./gas.ts";
import { openLedger } from "./ledger.ts";
import { type BalancerV2Pool, downscaledDown, isFirst, isGyro, upscaled } from "./state.ts";
import { withRatesAt } from "./token-rate.ts";

/**
 * Gas of a hop for each token after the first: its allowance, its transfer, its part of the maths.
 */
const TOKEN_GAS = 60_000n;

/**
 * The pool's share; a join takes any of the tokens. None of Gyroscope's pools, which take them in
 * proportion alone: the shares would have to be named before what arrives is known; none of
 * liquidity bootstrapping pools, which only their owners join.
 */
export function share(state: BalancerV2Pool): Share | null {
  const { address, tokens, balances, supply } = state;
  if (supply === 0n || balances.includes(0n) || isGyro(state)) return null;
  if (state.kind === "bootstrapping") return null;
  return { token: address, tokens, takes: "any" };
}

/** A join with exact amounts. */
export function mint(
  before: BalancerV2Pool,
  amountsIn: readonly bigint[],
  at: BlockContext,
): Quote<BalancerV2Pool> {
  const { timestamp } = at;
  if (isPaused(before, "deposit", timestamp)) return { ok: false, reason: "paused" };
  const state = withRatesAt(before, timestamp);
  const isTooMuch = state.tokens.some((tokenIn, i) => {
    const edge = { action: "deposit", tokenIn, tokenOut: state.address } as const;
    return (amountsIn[i] ?? 0n) > capacity(state, edge, at);
  });
  if (isTooMuch) return { ok: false, reason: "insufficient-liquidity" };
  const ledger = openLedger(state, timestamp);
  const scaled = state.tokens.map((_, i) => upscaled(state, i, amountsIn[i] ?? 0n));
  const amountOut = ledger?.sharesForTokens(scaled) ?? 0n;
  const next = amountOut > 0n && ledger && settled(state, ledger, { scaled, shares: amountOut });
  if (!next) return { ok: false, reason: "amount-too-small" };
  const tokens = BigInt(amountsIn.filter((amount) => amount > 0n).length);
  const gas = gasOf(state, "deposit") + TOKEN_GAS * (tokens - 1n);
  return { ok: true, amountOut, gas, next };
}

/** An exit in proportion, which a paused pool of the first version allows, without its fees. */
export function burn(
  before: BalancerV2Pool,
  amountIn: bigint,
  at: BlockContext,
): BurnQuote<BalancerV2Pool> {
  if (!isPaused(before, "redeem", at.timestamp)) return burned(before, amountIn, at);
  if (!isFirst(before)) return { ok: false, reason: "paused" };
  const { protocolFeeWad } = before;
  const quoted = burned({ ...before, protocolFeeWad: 0n }, amountIn, at);
  return quoted.ok ? { ...quoted, next: { ...quoted.next, protocolFeeWad } } : quoted;
}

function burned(
  before: BalancerV2Pool,
  amountIn: bigint,
  { timestamp }: BlockContext,
): BurnQuote<BalancerV2Pool> {
  const state = withRatesAt(before, timestamp);
  if (amountIn >= state.supply) return { ok: false, reason: "insufficient-liquidity" };
  const ledger = openLedger(state, timestamp);
  if (ledger === null) return { ok: false, reason: "insufficient-liquidity" };
  const ratio = divWadDown(amountIn, ledger.supply);
  const paid = ledger.balances.map((balance) => mulWadDown(balance, ratio));
  const amountsOut = paid.map((amount, i) => downscaledDown(state, i, amount));
  if (amountsOut.includes(0n)) return { ok: false, reason: "amount-too-small" };
  const next = settled(state, ledger, { scaled: paid.map((amount) => -amount), shares: -amountIn });
  if (next === null) return { ok: false, reason: "insufficient-liquidity" };
  const gas = gasOf(state, "redeem") + TOKEN_GAS * BigInt(amountsOut.length - 1);
  return { ok: true, amountsOut, gas, next };
}
