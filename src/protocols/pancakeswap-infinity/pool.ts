import type { Address, Hex } from "viem";
import type { Edge, Quote } from "../protocol.ts";
import { type ManagedPool, quote as managedQuote } from "../uniswap-v4/pool.ts";

/** State of one concentrated-liquidity pool of Infinity. */
export interface InfinityPool extends ManagedPool {
  /** Holds the pool's tokens. */
  readonly vault: Address;
  /** The fee in the pool's key: `lpFeePips`, or 0x800000 where the pool's hook sets that. */
  readonly keyFee: number;
  /** As in the pool's key. */
  readonly parameters: Hex;
}

/**
 * Gas beyond a swap by a V4 manager, which holds the tokens itself and has no fee of the protocol:
 * the same trade of the devnet's market maker uses 138,658, with what its sources compile to, and
 * 109,363, of which some 4,000 are the maker's own.
 */
export const GAS_OF_VAULT = 25_000;

/**
 * Exact-input swap with the extreme price limit. The loop is that of V4, whose manager has the same
 * accounts.
 *
 * @see https://github.com/pancakeswap/infinity-core/blob/7c04695f/src/pool-cl/libraries/CLPool.sol#L200 `swap`
 */
export function quote(state: InfinityPool, edge: Edge, amountIn: bigint): Quote<InfinityPool> {
  const quoted = managedQuote(state, edge, amountIn);
  return quoted.ok ? { ...quoted, gas: quoted.gas + BigInt(GAS_OF_VAULT) } : quoted;
}
