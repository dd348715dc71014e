import type { Address } from "viem";
import { MAX_UINT256 } from "../../lib/math.ts";
import type { Edge, Holding, PoolState, Quote, Ratio } from "../protocol.ts";

/**
 * The converter. It never changes: both tokens are issued against one ledger, in which a conversion
 * moves what it takes to what it pays.
 *
 * @see https://github.com/sky-ecosystem/usds/blob/5dfba54824c652a43208ae2926daab225aebf8b4/src/DaiUsds.sol
 */
export interface SkyConverter extends PoolState {
  readonly converter: Address;
  readonly dai: Address;
  readonly usds: Address;
}

/** The ledger counts in 10^-27 of the tokens' units, in a uint256. */
const RAY = 10n ** 27n;
const MOST = MAX_UINT256 / RAY;

/** Two tokens that are burned and minted, and the ledger's moves; an estimate. */
export const GAS = 130_000n;

/** Both directions. */
export function edges({ dai, usds }: SkyConverter): readonly Edge[] {
  return [
    { action: "swap", tokenIn: dai, tokenOut: usds },
    { action: "swap", tokenIn: usds, tokenOut: dai },
  ];
}

/** What the ledger can count; the caller's balance is the bound. Smallest unit. */
export function maxIn(_state: SkyConverter, _edge: Edge): bigint {
  return MOST;
}

/** One to one. */
export function quote(state: SkyConverter, _edge: Edge, amountIn: bigint): Quote<SkyConverter> {
  if (amountIn <= 0n) return { ok: false, reason: "amount-too-small" };
  if (amountIn > MOST) return { ok: false, reason: "insufficient-liquidity" };
  return { ok: true, amountOut: amountIn, gas: GAS, next: state };
}

/** One to one. */
export function spotPrice(_state: SkyConverter, _edge: Edge): Ratio {
  return { numerator: 1n, denominator: 1n };
}

/** None: the converter holds nothing between its calls. */
export function holdings(_state: SkyConverter): readonly Holding[] {
  return [];
}
