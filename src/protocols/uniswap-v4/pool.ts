import type { Address } from "viem";
import { min, PIPS } from "../../lib/math.ts";
import type { Edge, Quote } from "../protocol.ts";
import {
  type ConcentratedPool,
  edges as edgesOfPrice,
  maxIn as mostIn,
  quote as swapQuote,
} from "../uniswap-v3/pool.ts";
import { feeOf } from "../uniswap-v3/walk.ts";

/** State of one pool of a manager, of this family or another. */
export interface ManagedPool extends ConcentratedPool {
  readonly manager: Address;
  readonly hooks: Address;
  /** The part of `feePips` that providers take. */
  readonly lpFeePips: number;
}

/** State of one pool of a manager of Uniswap's, whose `lpFeePips` its key names. */
export type UniswapV4Pool = ManagedPool;

/** What the manager's accounts of one trade hold. */
const MAX_INT128 = (1n << 127n) - 1n;

/**
 * Gas beyond a swap on a pool of V3: the transactions of both in `bench/gas` use 130,427 and
 * 106,618. Wallets that cannot be called back use some 12,000 more.
 */
export const GAS_OF_MANAGER = 25_000;

/** Both directions, without one whose fee is all of the input. */
export function edges(state: ManagedPool): readonly Edge[] {
  return edgesOfPrice(state).filter(
    ({ tokenIn }) => feeOf(state, tokenIn === state.token0) < Number(PIPS),
  );
}

/** Largest input that the pool takes in full and the manager can account for. */
export function maxIn(state: ManagedPool, edge: Edge): bigint {
  return min(mostIn(state, edge), MAX_INT128);
}

/**
 * Exact-input swap with the extreme price limit. The loop is that of V3, to the wei.
 *
 * @see https://unpkg.com/@uniswap/v4-core@1.0.2/src/libraries/Pool.sol#L279 `swap`
 */
export function quote<S extends ManagedPool>(state: S, edge: Edge, amountIn: bigint): Quote<S> {
  if (amountIn > maxIn(state, edge)) return { ok: false, reason: "insufficient-liquidity" };
  const quoted = swapQuote(state, edge, amountIn);
  if (!quoted.ok) return quoted;
  if (quoted.amountOut > MAX_INT128) return { ok: false, reason: "insufficient-liquidity" };
  return { ...quoted, gas: quoted.gas + BigInt(GAS_OF_MANAGER) };
}
