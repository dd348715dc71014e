import type { Address } from "viem";
import { max } from "../../lib/math.ts";
import { exp } from "../balancer-v2/log-exp-math.ts";
import type { ApyContext, DefiToken } from "../position.ts";
import type { BlockContext, Edge, Holding, Quote, QuoteFailure, Ratio } from "../protocol.ts";
import { mostAdded } from "./adding.ts";
import { mostFor } from "./buying.ts";
import { ONE, type Priced, sellPt, traded } from "./market-math.ts";
import { maxIn, mostTraded, pricedFor } from "./max-in.ts";
import { redeemedLp, redeemedPt, removedToSy, unlocked } from "./removing.ts";
import { indexOf, type PendleMarket, type PendlePool } from "./state.ts";
import { buyYt, sellYt, type YieldTrade } from "./yield-trades.ts";

/**
 * Gas of a hop, as `test/protocols/pendle/gas.integration.test.ts` measures it with an SY that does
 * no more than it has to, and of liquidity while it earns PENDLE.
 */
export const GAS = {
  sellPt: 165_000n,
  buyPt: 205_000n,
  sellYt: 328_000n,
  buyYt: 275_000n,
  redeemPt: 120_000n,
  addLiquidity: 302_000n,
  removeLiquidity: 328_000n,
  /** After the expiry. */
  redeemLp: 270_000n,
  mint: 255_000n,
  burn: 145_000n,
  wrap: 74_000n,
  unwrap: 51_000n,
};

/**
 * Of a market: SY for PT and back, for YT and back, and for liquidity and back; when its expiry is
 * over, PT and liquidity for SY, as YT is worth nothing then. Of an SY: what it stands for in, then
 * out. None without liquidity.
 */
export function edges(state: PendlePool): readonly Edge[] {
  if (state.kind === "wrapper") {
    const { address, yieldToken } = state;
    return [
      { action: "deposit", tokenIn: yieldToken, tokenOut: address },
      { action: "redeem", tokenIn: address, tokenOut: yieldToken },
    ];
  }
  const { sy, pt, yt, address } = state;
  const hasLiquidity = unlocked(state) > 0n;
  const removal: Edge = { action: "redeem", tokenIn: address, tokenOut: sy };
  if (state.isExpired) {
    const redemption: Edge = { action: "redeem", tokenIn: pt, tokenOut: sy };
    return hasLiquidity ? [redemption, removal] : [redemption];
  }
  if (state.totalPt === 0n || state.totalSy === 0n) return [];
  const swaps: readonly Edge[] = [
    { action: "swap", tokenIn: sy, tokenOut: pt },
    { action: "swap", tokenIn: pt, tokenOut: sy },
    { action: "swap", tokenIn: sy, tokenOut: yt },
    { action: "swap", tokenIn: yt, tokenOut: sy },
  ];
  if (!hasLiquidity) return swaps;
  return [...swaps, { action: "deposit", tokenIn: sy, tokenOut: address }, removal];
}

/** Exact to the wei what the contracts pay in the block `at`. */
export function quote(
  state: PendlePool,
  edge: Edge,
  amountIn: bigint,
  at: BlockContext,
): Quote<PendlePool> {
  if (amountIn <= 0n) return failed("amount-too-small");
  if (state.isPaused) return failed("paused");
  if (state.kind === "wrapper") {
    if (amountIn > maxIn(state, edge, at)) return failed("insufficient-liquidity");
    const isDeposit = edge.action === "deposit";
    const change = isDeposit ? amountIn : -amountIn;
    const next = { ...state, supply: state.supply + change, held: state.held + change };
    return { ok: true, amountOut: amountIn, gas: isDeposit ? GAS.wrap : GAS.unwrap, next };
  }
  if (state.isExpired) {
    if (amountIn > maxIn(state, edge, at)) return failed("insufficient-liquidity");
    return redeemed(state, edge, amountIn);
  }
  const priced = pricedFor(state, edge, at.timestamp);
  if (priced === null || amountIn > mostTraded(state, edge, priced)) {
    return failed("insufficient-liquidity");
  }
  switch (edge.action) {
    case "deposit":
      return added(state, priced, amountIn);
    case "redeem":
      return removed(state, amountIn, at);
    case "swap":
      return swapped(state, { edge, priced }, amountIn);
  }
}

function failed(reason: QuoteFailure): { readonly ok: false; readonly reason: QuoteFailure } {
  return { ok: false, reason };
}

/** PT or liquidity of an expired market. */
function redeemed(state: PendleMarket, { tokenIn }: Edge, amountIn: bigint): Quote<PendleMarket> {
  const isPt = tokenIn === state.pt;
  const paid = isPt ? redeemedPt(state, amountIn) : redeemedLp(state, amountIn);
  if (paid === null || paid.sy === 0n) return failed("amount-too-small");
  const gas = isPt ? GAS.redeemPt : GAS.redeemLp;
  return { ok: true, amountOut: paid.sy, gas, next: paid.next };
}

function removed(
  state: PendleMarket,
  amountIn: bigint,
  { timestamp }: BlockContext,
): Quote<PendleMarket> {
  const paid = removedToSy(state, amountIn, timestamp);
  if (typeof paid === "string") return failed(paid);
  if (paid.sy === 0n) return failed("amount-too-small");
  return { ok: true, amountOut: paid.sy, gas: GAS.removeLiquidity, next: paid.next };
}

/** Some of the SY buys PT, and both become liquidity. */
function added(state: PendleMarket, priced: Priced, amountIn: bigint): Quote<PendleMarket> {
  const most = mostAdded(state, priced, amountIn);
  if (most === null || !most.trade.earns) return failed("amount-too-small");
  return { ok: true, amountOut: most.lp, gas: GAS.addLiquidity, next: most.next };
}

function swapped(
  state: PendleMarket,
  { edge, priced }: { readonly edge: Edge; readonly priced: Priced },
  amountIn: bigint,
): Quote<PendleMarket> {
  const found = swapOf(state, { edge, priced }, amountIn);
  if (found === null || !found.trade.earns) return failed("amount-too-small");
  const { amountOut, ptOut, trade, split, gas } = found;
  const next = traded(state, priced, { ptOut, trade });
  if (next === null) return failed("insufficient-liquidity");
  if (amountOut === 0n) return failed("amount-too-small");
  return { ok: true, amountOut, gas, next: { ...next, ptSupply: next.ptSupply + split } };
}

/** A trade of PT, and PT that is split off SY with YT for it; below 0 where both are redeemed. */
function swapOf(
  { pt, yt }: PendleMarket,
  { edge, priced }: { readonly edge: Edge; readonly priced: Priced },
  amountIn: bigint,
): (YieldTrade & { readonly split: bigint; readonly gas: bigint }) | null {
  if (edge.tokenIn === pt) {
    const trade = sellPt(priced, amountIn);
    const ways = { ptOut: -amountIn, split: 0n, gas: GAS.sellPt };
    return trade && { amountOut: trade.sy, trade, ...ways };
  }
  if (edge.tokenIn === yt) {
    const sold = sellYt(priced, amountIn);
    return sold && { ...sold, split: -amountIn, gas: GAS.sellYt };
  }
  if (edge.tokenOut === yt) {
    const bought = buyYt(priced, amountIn);
    return bought && { ...bought, split: bought.amountOut, gas: GAS.buyYt };
  }
  const bought = mostFor(priced, amountIn);
  return bought && { ...bought, amountOut: bought.ptOut, split: 0n, gas: GAS.buyPt };
}

/** Before fees: at the rate that the last trade left, at the time of the block. */
export function spotPrice(
  state: PendlePool,
  edge: Edge,
  { timestamp }: Pick<BlockContext, "timestamp">,
): Ratio {
  if (state.kind === "wrapper") return { numerator: 1n, denominator: 1n };
  const rate = state.isExpired ? ONE : (pricedFor(state, edge, timestamp)?.exchangeRate ?? ONE);
  const [asset, pt] = [indexOf(state) * rate, ONE * ONE];
  const { totalSy, totalPt, supply } = state;
  // What YT is worth, times `asset`: a unit of the asset less PT.
  const yt = max(rate - ONE, 1n) * ONE;
  // SY that is worth all liquidity, times `asset`.
  const whole = totalSy * asset + totalPt * pt;
  switch (edge.tokenIn) {
    case state.pt:
      return { numerator: pt, denominator: asset };
    case state.yt:
      return { numerator: yt, denominator: asset };
    case state.address:
      return { numerator: whole, denominator: supply * asset };
    default:
      if (edge.tokenOut === state.yt) return { numerator: asset, denominator: yt };
      return edge.action === "deposit"
        ? { numerator: supply * asset, denominator: whole }
        : { numerator: asset, denominator: pt };
  }
}

/**
 * PT, liquidity, and YT until it is worth nothing, whose code is the protocol's; SY is anybody's,
 * and a token like others.
 */
export function defiTokens(state: PendlePool): readonly DefiToken[] {
  if (state.kind === "wrapper") return [];
  const { address, sy, pt, yt } = state;
  const common = { primaryAddress: yt, exact: true };
  const ofYt = { address: yt, underlyingTokens: [sy], ...common };
  return [
    { address: pt, underlyingTokens: [sy], ...common },
    { address, underlyingTokens: [sy, pt], primaryAddress: address, exact: true },
    ...(state.isExpired ? [] : [ofYt]),
  ];
}

/**
 * Of PT the growth of a year that its price implies, in percent; of liquidity the part of that
 * which PT is of its worth: neither the yield of SY nor fees nor PENDLE. 0 after the expiry. None
 * of YT: what it pays is what SY earns, which no table tells, and all of its price is lost by then.
 */
export function apy(state: PendlePool, key: Address, { at }: ApyContext): number {
  if (state.kind === "wrapper" || state.isExpired) return 0;
  if (at.timestamp >= state.expiry) return 0;
  const ofPt = (Number(exp(state.lnImpliedRate)) / Number(ONE) - 1) * 100;
  if (key === state.pt) return ofPt;
  if (key !== state.address || state.totalPt === 0n) return 0;
  const edge = { action: "swap", tokenIn: state.pt, tokenOut: state.sy } as const;
  const { numerator, denominator } = spotPrice(state, edge, at);
  const worth = (state.totalPt * numerator) / denominator;
  return (ofPt * Number(worth)) / Number(worth + state.totalSy);
}

/** What liquidity has in a market, and what an SY keeps. */
export function holdings(state: PendlePool): readonly Holding[] {
  if (state.kind === "wrapper") return [{ token: state.yieldToken, amount: state.held }];
  const { sy, pt, totalSy, totalPt } = state;
  return [
    { token: sy, amount: totalSy },
    { token: pt, amount: totalPt },
  ];
}
