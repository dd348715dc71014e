import type { Address } from "viem";
import { RAY, rpowRay } from "../../lib/rpow.ts";
import type { BlockContext, Edge, Holding, PoolState, Quote, Ratio } from "../protocol.ts";
import type { SkyPsm3Reading } from "./reading.ts";

/** State of a module. */
export interface SkyPsm3 extends PoolState, SkyPsm3Reading {
  readonly psm: Address;
  /** 6 decimals; the others have 18. */
  readonly usdc: Address;
  readonly usds: Address;
  readonly susds: Address;
}

/** Units of USDS in a unit of USDC. */
const USDC_SCALE = 10n ** 12n;

/**
 * Receipts of `test/protocols/sky-psm3/on-chain.integration.test.ts` less the transaction itself
 * and a pocket's transfer of USDC, with what the bridged tokens' proxies cost; an estimate.
 */
export const GAS = 130_000n;

/** Each token for each other one. */
export function edges({ usdc, usds, susds }: SkyPsm3): readonly Edge[] {
  const tokens = [usdc, usds, susds];
  return tokens.flatMap((tokenIn) =>
    tokens
      .filter((tokenOut) => tokenOut !== tokenIn)
      .map((tokenOut): Edge => ({ action: "swap", tokenIn, tokenOut })),
  );
}

/**
 * What a unit of sUSDS is worth at a time, 27 decimals.
 *
 * @see https://github.com/marsfoundation/xchain-ssr-oracle/blob/860b51b802254d4a6748fe5f4b51e185e92c60d5/src/SSROracleBase.sol#L51
 */
export function rateAt(
  { savingsRateRay, indexRay, indexTimestamp }: SkyPsm3Reading,
  timestamp: bigint,
): bigint {
  if (timestamp <= indexTimestamp) return indexRay;
  return (rpowRay(savingsRateRay, timestamp - indexTimestamp) * indexRay) / RAY;
}

/** Units of 18 decimals in a unit of a token. */
function scaleOf({ usdc }: SkyPsm3, token: Address): bigint {
  return token === usdc ? USDC_SCALE : 1n;
}

/** As the contract rounds: each division down, in its order. */
function amountOutOf(state: SkyPsm3, edge: Edge, amountIn: bigint, rate: bigint): bigint {
  const { susds } = state;
  const scale = scaleOf(state, edge.tokenIn);
  if (edge.tokenOut === susds) return ((amountIn * RAY) / rate) * scale;
  const worth = edge.tokenIn === susds ? (amountIn * rate) / RAY : amountIn * scale;
  return worth / scaleOf(state, edge.tokenOut);
}

/** Smallest unit. */
function balanceOf(state: SkyPsm3, token: Address): bigint {
  if (token === state.usdc) return state.usdcBalance;
  return token === state.usds ? state.usdsBalance : state.susdsBalance;
}

/** The largest input that is paid out of what the module holds. */
export function maxIn(state: SkyPsm3, edge: Edge, { timestamp }: BlockContext): bigint {
  return mostAt(state, edge, rateAt(state, timestamp));
}

function mostAt(state: SkyPsm3, edge: Edge, rate: bigint): bigint {
  const balance = balanceOf(state, edge.tokenOut);
  if (balance === 0n) return 0n;
  const scale = scaleOf(state, edge.tokenIn);
  if (edge.tokenOut === state.susds) return ((balance / scale + 1n) * rate - 1n) / RAY;
  const worth = (balance + 1n) * scaleOf(state, edge.tokenOut) - 1n;
  return edge.tokenIn === state.susds ? ((worth + 1n) * RAY - 1n) / rate : worth / scale;
}

/**
 * At par, and at what sUSDS are worth in the block that executes; without a fee.
 *
 * @see https://github.com/marsfoundation/spark-psm/blob/38f79057c586d212a4d35d0bf09079a9246ca5db/src/PSM3.sol#L317
 */
export function quote(
  state: SkyPsm3,
  edge: Edge,
  amountIn: bigint,
  at: BlockContext,
): Quote<SkyPsm3> {
  if (amountIn <= 0n) return { ok: false, reason: "amount-too-small" };
  const rate = rateAt(state, at.timestamp);
  if (amountIn > mostAt(state, edge, rate)) return { ok: false, reason: "insufficient-liquidity" };
  const amountOut = amountOutOf(state, edge, amountIn, rate);
  if (amountOut === 0n) return { ok: false, reason: "amount-too-small" };
  const change = (token: Address): bigint =>
    token === edge.tokenIn ? amountIn : token === edge.tokenOut ? -amountOut : 0n;
  const next = {
    ...state,
    usdcBalance: state.usdcBalance + change(state.usdc),
    usdsBalance: state.usdsBalance + change(state.usds),
    susdsBalance: state.susdsBalance + change(state.susds),
  };
  return { ok: true, amountOut, gas: GAS, next };
}

/** Par, or the rate of sUSDS. */
export function spotPrice(state: SkyPsm3, edge: Edge, { timestamp }: BlockContext): Ratio {
  const rate = rateAt(state, timestamp);
  const worthOf = (token: Address): bigint =>
    token === state.susds ? rate : RAY * scaleOf(state, token);
  return { numerator: worthOf(edge.tokenIn), denominator: worthOf(edge.tokenOut) };
}

/** What the module and its pocket can pay. */
export function holdings(state: SkyPsm3): readonly Holding[] {
  return [state.usdc, state.usds, state.susds].map((token) => ({
    token,
    amount: balanceOf(state, token),
  }));
}
