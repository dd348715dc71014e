import type { Address } from "viem";
import { annualPercent } from "../growth.ts";
import type { ApyContext, DefiToken } from "../position.ts";
import type { BlockContext, Edge, Holding, Quote, QuoteFailure } from "../protocol.ts";
import { isSmall } from "../small.ts";
import { capacity, isPaused } from "./capacity.ts";
import { type Input, outcomeOf } from "./exchange.ts";
import { divWadDown, ONE } from "./fixed-point.ts";
import { gasOf } from "./gas.ts";
import { gyroInvariant, isOnCurve } from "./gyro.ts";
import { openLedger } from "./ledger.ts";
import { spotPrice } from "./spot-price.ts";
import { type BalancerV2Pool, factorOf, isGyro, scaledBalances } from "./state.ts";
import { withRatesAt } from "./token-rate.ts";

/** Parts of all shares that a thousand units of a ratio are. */
const RATIO_PARTS = 10n ** 15n;

/**
 * A swap for each ordered pair of tokens, then a deposit and a redemption for each token, but of
 * Gyroscope's pools; liquidity bootstrapping pools take deposits of their owners alone. None for a
 * pool that is empty.
 */
export function edges(state: BalancerV2Pool): readonly Edge[] {
  const { address, tokens, balances, supply } = state;
  if (supply === 0n || balances.includes(0n)) return [];
  const swaps = tokens.flatMap((tokenIn) =>
    tokens
      .filter((tokenOut) => tokenOut !== tokenIn)
      .map((tokenOut): Edge => ({ action: "swap", tokenIn, tokenOut })),
  );
  if (isGyro(state)) return isOnCurve(state, scaledBalances(state)) ? swaps : [];
  // Where a unit counts less than one of 18 decimals, a join leaves some of it.
  if (tokens.some((_, i) => factorOf(state, i) < ONE)) return [];
  const shares = tokens.flatMap((token): Edge[] => [
    { action: "deposit", tokenIn: token, tokenOut: address },
    { action: "redeem", tokenIn: address, tokenOut: token },
  ]);
  const isOpen = state.kind !== "bootstrapping";
  return [...swaps, ...shares.filter(({ action }) => isOpen || action === "redeem")];
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
  if (amountIn > capacity(state, edge, at)) return failed("insufficient-liquidity");
  const outcome = outcomeOf(state, edge, { amountIn, at });
  if (outcome === null || outcome.amountOut === 0n) {
    const eaten = isGyro(state) ? outcome !== null : isEaten(state, edge, { amountIn, at });
    return failed(eaten ? "amount-too-small" : "insufficient-liquidity");
  }
  return { ok: true, gas: gasOf(state, edge.action), ...outcome };
}

/**
 * Whether rounding may leave nothing of an amount: weighted pools round by parts of what they hold,
 * stable ones by units, and ratios of shares to 18 digits. What else a stable pool refuses are
 * amounts at which its arithmetic does not come to an end, where it is very uneven.
 */
function isEaten(state: BalancerV2Pool, edge: Edge, { amountIn, at }: Input): boolean {
  if (state.kind === "weighted" || state.kind === "bootstrapping") {
    return edge.action === "swap" || openLedger(state, at.timestamp) !== null;
  }
  const price = spotPrice(state, edge, at);
  if (isSmall(amountIn, price)) return true;
  const ratio = amountIn * RATIO_PARTS;
  if (edge.action === "redeem") return ratio <= state.supply;
  return edge.action === "deposit" && ratio * price.numerator <= state.supply * price.denominator;
}

function failed(reason: QuoteFailure): { readonly ok: false; readonly reason: QuoteFailure } {
  return { ok: false, reason };
}

/** The share, which stands for all tokens of the pool. */
export function defiTokens(state: BalancerV2Pool): readonly DefiToken[] {
  const { address, tokens, vault } = state;
  const share = { address, underlyingTokens: tokens, primaryAddress: vault, exact: true };
  return [state.kind === "bootstrapping" ? { ...share, isClosed: true } : share];
}

/**
 * Invariant per share with due fees counted, but of Gyroscope's pools, 18 decimals: the pool's
 * rate. 0 while the pool is empty, and of liquidity bootstrapping pools: as weights move, another
 * invariant is not another worth.
 */
export function sharePrice(state: BalancerV2Pool, timestamp: bigint): bigint {
  if (state.supply === 0n || state.balances.includes(0n)) return 0n;
  if (state.kind === "bootstrapping") return 0n;
  if (isGyro(state)) {
    return divWadDown(gyroInvariant(state, scaledBalances(state)), state.supply);
  }
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
