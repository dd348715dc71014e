import type { BlockContext, Edge } from "../protocol.ts";
import { weightedAt } from "./bootstrapping.ts";
import { mulWadUp } from "./fixed-point.ts";
import { gyroPays } from "./gyro.ts";
import { type Ledger, openLedger } from "./ledger.ts";
import { invariantUp } from "./stable-invariant.ts";
import * as stable from "./stable-math.ts";
import {
  amplificationAt,
  type BalancerV2Pool,
  downscaledDown,
  downscaledUp,
  isGyro,
  type StablePool,
  scaledBalances,
  upscaled,
} from "./state.ts";
import { withOldRates } from "./token-rate.ts";
import { calcOutGivenIn as weightedOut } from "./weighted-math.ts";

/** What comes of an input. */
export interface Outcome {
  readonly amountOut: bigint;
  readonly next: BalancerV2Pool;
}

/** An input, and when. */
export interface Input {
  readonly amountIn: bigint;
  readonly at: BlockContext;
}

/** What an edge gives for an input, whatever limits there are; null where it gives nothing. */
export function outcomeOf(state: BalancerV2Pool, edge: Edge, input: Input): Outcome | null {
  return edge.action === "swap" ? swapped(state, edge, input) : exchanged(state, edge, input);
}

/** The fee is taken of the input before it is scaled. */
function swapped(state: BalancerV2Pool, edge: Edge, { amountIn, at }: Input): Outcome | null {
  const indexIn = state.tokens.indexOf(edge.tokenIn);
  const indexOut = state.tokens.indexOf(edge.tokenOut);
  const afterFee = amountIn - mulWadUp(amountIn, state.swapFeeWad);
  const scaled = upscaled(state, indexIn, afterFee);
  const paid = scaledOut(state, { indexIn, indexOut, amountIn: scaled }, at.timestamp);
  if (paid === null) return null;
  const amountOut = downscaledDown(state, indexOut, paid);
  const balances = state.balances
    .with(indexIn, (state.balances[indexIn] ?? 0n) + amountIn)
    .with(indexOut, (state.balances[indexOut] ?? 0n) - amountOut);
  return { amountOut, next: { ...state, balances } };
}

/** What swaps of a stable pool begin with; null where the contract cannot compute it. */
export function invariantAt(state: StablePool, timestamp: bigint): bigint | null {
  const amp = amplificationAt(state.amplification, timestamp);
  return invariantUp(amp, scaledBalances(state), state.version);
}

function scaledOut(
  state: BalancerV2Pool,
  trade: { readonly indexIn: number; readonly indexOut: number; readonly amountIn: bigint },
  timestamp: bigint,
): bigint | null {
  const balances = scaledBalances(state);
  if (isGyro(state)) return gyroPays(state, balances, trade);
  if (state.kind === "stable") {
    const amp = amplificationAt(state.amplification, timestamp);
    const invariant = invariantAt(state, timestamp);
    return invariant === null ? null : stable.calcOutGivenIn({ amp, invariant }, balances, trade);
  }
  const { weights, version } =
    state.kind === "bootstrapping" ? weightedAt(state, timestamp) : state;
  const tokenAt = (i: number) => ({ balance: balances[i] ?? 0n, weight: weights[i] ?? 0n });
  const { indexIn, indexOut, amountIn } = trade;
  return weightedOut(tokenAt(indexIn), tokenAt(indexOut), amountIn, version);
}

/** Tokens for shares or shares for tokens, with the protocol's fees settled before and after. */
function exchanged(state: BalancerV2Pool, edge: Edge, { amountIn, at }: Input): Outcome | null {
  const ledger = openLedger(state, at.timestamp);
  if (ledger === null) return null;
  const joins = edge.action === "deposit";
  const index = state.tokens.indexOf(joins ? edge.tokenIn : edge.tokenOut);
  const moved = joins ? upscaled(state, index, amountIn) : ledger.sharesPay(index, amountIn);
  if (moved === null) return null;
  const shares = joins ? deposited(ledger, index, moved) : amountIn;
  if (shares === null) return null;
  const signed = joins ? moved : -moved;
  const next = settled(state, ledger, {
    scaled: ledger.balances.map((_, i) => (i === index ? signed : 0n)),
    shares: joins ? shares : -shares,
  });
  return next && { amountOut: joins ? shares : downscaledDown(state, index, moved), next };
}

/**
 * The pool after a join or exit, with the protocol's fees minted or paid; null where the contract
 * cannot compute it.
 *
 * @param moved Into the pool is positive: what tokens moved, 18 decimals, and the change of shares.
 */
export function settled(
  state: BalancerV2Pool,
  ledger: Ledger,
  moved: { readonly scaled: readonly bigint[]; readonly shares: bigint },
): BalancerV2Pool | null {
  const closing = ledger.close(
    ledger.balances.map((balance, i) => balance + (moved.scaled[i] ?? 0n)),
    ledger.supply + moved.shares,
  );
  if (closing === null) return null;
  const { supply, lastInvariant, lastAmp, athRateProduct } = closing;
  // The contract rounds in its favour what it takes and what it pays.
  const balances = state.balances.map((before, i) => {
    const amount = moved.scaled[i] ?? 0n;
    const balance = before - downscaledDown(state, i, ledger.taken?.[i] ?? 0n);
    return amount < 0n
      ? balance - downscaledDown(state, i, -amount)
      : balance + downscaledUp(state, i, amount);
  });
  const changed = { supply, lastInvariant, balances };
  if (state.kind === "stable") {
    return withOldRates({ ...state, ...changed, lastAmp: lastAmp ?? state.lastAmp });
  }
  if (isGyro(state)) return null;
  if (state.kind === "bootstrapping") return { ...state, ...changed };
  const earned =
    athRateProduct === null ? state.yield : state.yield && { ...state.yield, athRateProduct };
  return { ...state, ...changed, yield: earned };
}

function deposited(ledger: Ledger, index: number, amountIn: bigint): bigint | null {
  return ledger.sharesForTokens(ledger.balances.map((_, i) => (i === index ? amountIn : 0n)));
}
