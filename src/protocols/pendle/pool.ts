import type { Address } from "viem";
import { exp } from "../balancer-v2/log-exp-math.ts";
import type { ApyContext, DefiToken } from "../position.ts";
import type { BlockContext, Edge, Holding, Quote, QuoteFailure, Ratio } from "../protocol.ts";
import { mostFor } from "./buying.ts";
import { ONE, sellPt, type Trade, traded } from "./market-math.ts";
import { maxIn, pricedFor } from "./max-in.ts";
import { indexOf, type PendleMarket, type PendlePool } from "./state.ts";

/**
 * Gas of a hop, as `test/protocols/pendle/gas.integration.test.ts` measures it with an SY that does
 * no more than it has to.
 */
export const GAS = {
  sellPt: 165_000n,
  buyPt: 205_000n,
  redeemPt: 120_000n,
  wrap: 74_000n,
  unwrap: 51_000n,
};

/**
 * Of a market: SY in, then PT in; when its expiry is over, PT for SY. Of an SY: what it stands for
 * in, then out. None without liquidity.
 */
export function edges(state: PendlePool): readonly Edge[] {
  if (state.kind === "wrapper") {
    const { address, yieldToken } = state;
    return [
      { action: "deposit", tokenIn: yieldToken, tokenOut: address },
      { action: "redeem", tokenIn: address, tokenOut: yieldToken },
    ];
  }
  const { sy, pt } = state;
  if (state.isExpired) return [{ action: "redeem", tokenIn: pt, tokenOut: sy }];
  if (state.totalPt === 0n || state.totalSy === 0n) return [];
  return [
    { action: "swap", tokenIn: sy, tokenOut: pt },
    { action: "swap", tokenIn: pt, tokenOut: sy },
  ];
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
  if (amountIn > maxIn(state, edge, at)) return failed("insufficient-liquidity");
  return state.isExpired ? redeemed(state, amountIn) : swapped(state, edge, amountIn, at);
}

function failed(reason: QuoteFailure): { readonly ok: false; readonly reason: QuoteFailure } {
  return { ok: false, reason };
}

/** PT of an expired market, each of which is worth a unit of the asset. */
function redeemed(state: PendleMarket, amountIn: bigint): Quote<PendleMarket> {
  const keptRate = indexOf(state);
  const amountOut = (amountIn * ONE) / keptRate;
  if (amountOut === 0n) return failed("amount-too-small");
  return {
    ...{ ok: true, amountOut, gas: GAS.redeemPt },
    next: { ...state, keptRate, ptSupply: state.ptSupply - amountIn },
  };
}

function swapped(
  state: PendleMarket,
  edge: Edge,
  amountIn: bigint,
  { timestamp }: BlockContext,
): Quote<PendleMarket> {
  const priced = pricedFor(state, edge, timestamp);
  if (priced === null) return failed("insufficient-liquidity");
  const isSale = edge.tokenIn === state.pt;
  const bought = isSale ? null : mostFor(priced, amountIn);
  const trade: Trade | null = isSale ? sellPt(priced, amountIn) : (bought?.trade ?? null);
  if (trade === null || !trade.earns) return failed("amount-too-small");
  const ptOut = bought === null ? -amountIn : bought.ptOut;
  const amountOut = bought === null ? trade.sy : bought.ptOut;
  const next = traded(state, priced, { ptOut, trade });
  if (next === null) return failed("insufficient-liquidity");
  if (amountOut === 0n) return failed("amount-too-small");
  return { ok: true, amountOut, gas: isSale ? GAS.sellPt : GAS.buyPt, next };
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
  return edge.tokenIn === state.pt
    ? { numerator: pt, denominator: asset }
    : { numerator: asset, denominator: pt };
}

/** PT, whose code is the protocol's; SY is anybody's, and a token like others. */
export function defiTokens(state: PendlePool): readonly DefiToken[] {
  if (state.kind === "wrapper") return [];
  const { sy, pt, yt } = state;
  return [{ address: pt, underlyingTokens: [sy], primaryAddress: yt, exact: true }];
}

/** Of PT the growth of a year that its price implies, in percent; 0 when it has expired. */
export function apy(state: PendlePool, key: Address, { at }: ApyContext): number {
  if (state.kind === "wrapper" || state.isExpired || key !== state.pt) return 0;
  if (at.timestamp >= state.expiry) return 0;
  return (Number(exp(state.lnImpliedRate)) / Number(ONE) - 1) * 100;
}

/**
 * What a market has to trade, and what an SY keeps. Of a market that has expired PT alone: SY is
 * paid by YT, and not of what liquidity has left there.
 */
export function holdings(state: PendlePool): readonly Holding[] {
  if (state.kind === "wrapper") return [{ token: state.yieldToken, amount: state.held }];
  const { sy, pt, totalSy, totalPt, isExpired } = state;
  const ofPt = { token: pt, amount: totalPt };
  return isExpired ? [ofPt] : [{ token: sy, amount: totalSy }, ofPt];
}
