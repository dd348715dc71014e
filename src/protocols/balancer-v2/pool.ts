import type { Address } from "viem";
import { min } from "../../lib/math.ts";
import { annualPercent } from "../growth.ts";
import type { ApyContext, DefiToken } from "../position.ts";
import type { BlockContext, Edge, Holding, Quote, QuoteFailure } from "../protocol.ts";
import { isSmall } from "../small.ts";
import { divWadDown, mulWadDown, mulWadUp, ONE } from "./fixed-point.ts";
import { gasOf } from "./gas.ts";
import { END_OF_TIME, type Ledger, openLedger } from "./ledger.ts";
import { spotPrice } from "./spot-price.ts";
import * as stable from "./stable-math.ts";
import {
  amplificationAt,
  type BalancerV2Pool,
  downscaledDown,
  downscaledUp,
  factorOf,
  scaledBalances,
  upscaled,
  type WeightedPool,
} from "./state.ts";
import { withOldRates, withRatesAt } from "./token-rate.ts";
import {
  MAX_IN_RATIO,
  MIN_INVARIANT_RATIO,
  calcOutGivenIn as weightedOut,
} from "./weighted-math.ts";

/** The vault keeps a pool's balance of a token in 112 bits. */
export const MAX_BALANCE = (1n << 112n) - 1n;

/**
 * Stable pools take any amount; quotes stop at so many times all balances, far beyond any sensible
 * price.
 */
const STABLE_IN_RATIO = 10n;

/**
 * Part of a stable pool's shares that can be exchanged for one token, in tenths: what is beyond
 * pays next to nothing.
 */
const STABLE_EXIT_TENTHS = 9n;

/** Parts of all shares that a thousand units of a ratio are. */
const RATIO_PARTS = 10n ** 15n;

/**
 * A swap for each ordered pair of tokens, then a deposit and a redemption for each token. None for
 * a pool that is empty.
 */
export function edges(state: BalancerV2Pool): readonly Edge[] {
  const { address, tokens, balances, supply } = state;
  if (supply === 0n || balances.includes(0n)) return [];
  // Where a unit counts less than one of 18 decimals, a join leaves some of it.
  if (tokens.some((_, i) => factorOf(state, i) < ONE)) return [];
  const swaps = tokens.flatMap((tokenIn) =>
    tokens
      .filter((tokenOut) => tokenOut !== tokenIn)
      .map((tokenOut): Edge => ({ action: "swap", tokenIn, tokenOut })),
  );
  const shares = tokens.flatMap((token): Edge[] => [
    { action: "deposit", tokenIn: token, tokenOut: address },
    { action: "redeem", tokenIn: address, tokenOut: token },
  ]);
  return [...swaps, ...shares];
}

/**
 * The largest input that works, 0 while the pool or the vault is paused. Swaps in weighted pools
 * end at 30 % of tokenIn's balance after the fee and redemptions where 70 % of the invariant are
 * left; deposits end at the 112 bits of the vault. Stable pools set no limit, so that ten times all
 * balances, or nine tenths of the shares, are this one's own.
 */
export function maxIn(state: BalancerV2Pool, edge: Edge, at: BlockContext): bigint {
  if (isPaused(state, edge.action, at.timestamp)) return 0n;
  return capacity(withRatesAt(state, at.timestamp), edge);
}

/** What could be put in if nothing were paused. */
export function capacity(state: BalancerV2Pool, edge: Edge): bigint {
  if (state.supply === 0n || state.balances.includes(0n)) return 0n;
  if (edge.action === "redeem") return redeemable(state);
  const index = state.tokens.indexOf(edge.tokenIn);
  const room = MAX_BALANCE - (state.balances[index] ?? 0n);
  const scale = state.scales[index] ?? 1n;
  if (state.kind === "stable") {
    const total = scaledBalances(state).reduce((sum, balance) => sum + balance, 0n);
    return min(room, downscaledDown(state, index, total * STABLE_IN_RATIO));
  }
  if (edge.action === "deposit") return room;
  const afterFee = mulWadDown((state.balances[index] ?? 0n) * scale, MAX_IN_RATIO) / scale;
  return min(room, ((afterFee + 1n) * ONE - 1n) / (ONE - state.swapFeeWad));
}

function redeemable(state: BalancerV2Pool): bigint {
  if (state.kind === "stable") return (state.supply * STABLE_EXIT_TENTHS) / 10n;
  const ledger = openLedger(state, END_OF_TIME);
  if (ledger === null) return 0n;
  const least = ((MIN_INVARIANT_RATIO - 1n) * ledger.supply) / ONE + 1n;
  return min(ledger.supply - least, state.supply);
}

/**
 * An exit from a weighted pool goes on while the vault is paused, nothing else does. Joins and
 * exits of one whose rates are not known are as good as paused: the contract asks for them.
 */
export function isPaused(
  state: BalancerV2Pool,
  action: Edge["action"],
  timestamp: bigint,
): boolean {
  const { kind, pausedUntil, vaultPausedUntil } = state;
  if (kind === "weighted" && action !== "swap" && !isAccounted(state)) return true;
  const exits = kind === "weighted" && action === "redeem";
  return timestamp <= BigInt(Math.max(pausedUntil, exits ? 0 : vaultPausedUntil));
}

function isAccounted({ yield: earned }: WeightedPool): boolean {
  return earned === null || (earned.athRateProduct > 0n && !earned.rates.includes(0n));
}

/**
 * What the vault pays for an exact input. Deposits bring one token and redemptions take one, at the
 * price of a proportional join or exit and a swap of the rest.
 */
export function quote(
  before: BalancerV2Pool,
  edge: Edge,
  amountIn: bigint,
  at: BlockContext,
): Quote<BalancerV2Pool> {
  if (amountIn <= 0n) return failed("amount-too-small");
  if (isPaused(before, edge.action, at.timestamp)) return failed("paused");
  const state = withRatesAt(before, at.timestamp);
  if (amountIn > capacity(state, edge)) return failed("insufficient-liquidity");
  const outcome =
    edge.action === "swap"
      ? swapped(state, edge, { amountIn, at })
      : exchanged(state, edge, { amountIn, at });
  if (outcome === null || outcome.amountOut === 0n) {
    return failed(
      isEaten(state, edge, { amountIn, at }) ? "amount-too-small" : "insufficient-liquidity",
    );
  }
  return { ok: true, gas: gasOf(state, edge.action), ...outcome };
}

/**
 * Whether rounding may leave nothing of an amount: weighted pools round by parts of what they hold,
 * stable ones by units, and ratios of shares to 18 digits. What else a stable pool refuses are
 * amounts at which its arithmetic does not come to an end, where it is very uneven.
 */
function isEaten(state: BalancerV2Pool, edge: Edge, { amountIn, at }: Input): boolean {
  if (state.kind === "weighted") {
    return edge.action === "swap" || openLedger(state, at.timestamp) !== null;
  }
  const price = spotPrice(state, edge, at);
  if (isSmall(amountIn, price)) return true;
  const ratio = amountIn * RATIO_PARTS;
  if (edge.action === "redeem") return ratio <= state.supply;
  return edge.action === "deposit" && ratio * price.numerator <= state.supply * price.denominator;
}

interface Outcome {
  readonly amountOut: bigint;
  readonly next: BalancerV2Pool;
}

interface Input {
  readonly amountIn: bigint;
  readonly at: BlockContext;
}

function failed(reason: QuoteFailure): { readonly ok: false; readonly reason: QuoteFailure } {
  return { ok: false, reason };
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

function scaledOut(
  state: BalancerV2Pool,
  trade: { readonly indexIn: number; readonly indexOut: number; readonly amountIn: bigint },
  timestamp: bigint,
): bigint | null {
  const balances = scaledBalances(state);
  if (state.kind === "stable") {
    const amp = amplificationAt(state.amplification, timestamp);
    const invariant = stable.calculateInvariant(amp, balances);
    return invariant === null ? null : stable.calcOutGivenIn({ amp, invariant }, balances, trade);
  }
  const tokenAt = (i: number) => ({ balance: balances[i] ?? 0n, weight: state.weights[i] ?? 0n });
  const { indexIn, indexOut, amountIn } = trade;
  return weightedOut(tokenAt(indexIn), tokenAt(indexOut), amountIn, state.version);
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
  const earned =
    athRateProduct === null ? state.yield : state.yield && { ...state.yield, athRateProduct };
  return { ...state, ...changed, yield: earned };
}

function deposited(ledger: Ledger, index: number, amountIn: bigint): bigint | null {
  return ledger.sharesForTokens(ledger.balances.map((_, i) => (i === index ? amountIn : 0n)));
}

/** The share, which stands for all tokens of the pool. */
export function defiTokens({ address, tokens, vault }: BalancerV2Pool): readonly DefiToken[] {
  return [{ address, underlyingTokens: tokens, primaryAddress: vault, exact: true }];
}

/**
 * Invariant per share with due fees counted, 18 decimals: the pool's rate. 0 while the pool is
 * empty.
 */
export function sharePrice(state: BalancerV2Pool, timestamp: bigint): bigint {
  if (state.supply === 0n || state.balances.includes(0n)) return 0n;
  const ledger = openLedger(state, timestamp);
  return ledger === null ? 0n : divWadDown(ledger.invariant, ledger.supply);
}

/**
 * Growth of the invariant per share since about a day ago, in percent per year: the swap fees that
 * holders earn.
 */
export function apy(state: BalancerV2Pool, key: Address, { at }: ApyContext): number {
  if (key !== state.address || state.since === null) return 0;
  const price = sharePrice(state, at.timestamp);
  return annualPercent(state.since, { price, timestamp: Number(at.timestamp) });
}

/** The balances that the vault keeps of the pool. */
export function holdings({ tokens, balances }: BalancerV2Pool): readonly Holding[] {
  return tokens.map((token, i) => ({ token, amount: balances[i] ?? 0n }));
}
