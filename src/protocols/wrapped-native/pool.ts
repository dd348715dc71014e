import type { Address } from "viem";
import { NATIVE } from "../../lib/address.ts";
import { MAX_UINT256 } from "../../lib/math.ts";
import type { Edge, Holding, PoolState, Quote, Ratio } from "../protocol.ts";

/**
 * The wrapped native token of a chain. It never changes: the contract always holds what it owes.
 */
export interface WrappedNative extends PoolState {
  readonly token: Address;
}

/**
 * Receipts of `test/protocols/wrapped-native/weth.integration.test.ts` less the transaction itself;
 * a deposit is to an account without wrapped tokens.
 */
export const DEPOSIT_GAS = 24_000n;
const REDEEM_GAS = 14_000n;

/** Wrap, then unwrap. */
export function edges(state: WrappedNative): readonly Edge[] {
  return [
    { action: "deposit", tokenIn: NATIVE, tokenOut: state.token },
    { action: "redeem", tokenIn: state.token, tokenOut: NATIVE },
  ];
}

/** Largest uint256: the contract sets no bound, the caller's balance does. Smallest unit. */
export function maxIn(_state: WrappedNative, _edge: Edge): bigint {
  return MAX_UINT256;
}

/** Of wrapping or unwrapping. */
export function gasOf({ action }: Edge): bigint {
  return action === "deposit" ? DEPOSIT_GAS : REDEEM_GAS;
}

/** One to one. */
export function quote(state: WrappedNative, edge: Edge, amountIn: bigint): Quote<WrappedNative> {
  if (amountIn <= 0n) return { ok: false, reason: "amount-too-small" };
  if (amountIn > MAX_UINT256) return { ok: false, reason: "insufficient-liquidity" };
  return { ok: true, amountOut: amountIn, gas: gasOf(edge), next: state };
}

/** One to one. */
export function spotPrice(_state: WrappedNative, _edge: Edge): Ratio {
  return { numerator: 1n, denominator: 1n };
}

/** Unknown: what is wrapped is in no table. */
export function holdings(_state: WrappedNative): readonly Holding[] {
  return [];
}
