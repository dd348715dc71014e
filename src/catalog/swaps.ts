import type { Address, Hex } from "viem";
import { processEnvironment } from "../lib/env.ts";
import type { CatalogContext } from "./discovery.ts";
import { hourOf } from "./hours.ts";
import { poolHour } from "./schema.ts";

/**
 * Whether volume is kept; without it, handlers of events that state nothing else need not be
 * registered.
 */
export const { history: keepsVolume } = processEnvironment();

/**
 * A swap as a pool's event states it. Addresses are lower-case, amounts in the smallest unit of
 * their token.
 */
export interface Swap {
  /** As in `pool`. */
  readonly poolId: Hex;
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  /** Fees included. */
  readonly amountIn: bigint;
  /** What the trader received. */
  readonly amountOut: bigint;
  /** What liquidity providers and protocol took, valued in tokenIn. */
  readonly feeIn: bigint;
  /** Of the block, seconds since the epoch. */
  readonly timestamp: bigint;
}

/** Adds a swap to its pool's volume of the hour, where volume is kept. */
export async function recordSwap(
  { db, chain }: Pick<CatalogContext, "db" | "chain">,
  { poolId, tokenIn, tokenOut, amountIn, amountOut, feeIn, timestamp }: Swap,
): Promise<void> {
  if (!keepsVolume) return;
  await db
    .insert(poolHour)
    .values({
      ...{ chainId: chain.id, poolId, tokenIn, tokenOut, hour: hourOf(timestamp) },
      ...{ swaps: 1, volumeIn: amountIn, volumeOut: amountOut, feesIn: feeIn },
    })
    .onConflictDoUpdate((row) => ({
      swaps: row.swaps + 1,
      volumeIn: row.volumeIn + amountIn,
      volumeOut: row.volumeOut + amountOut,
      feesIn: row.feesIn + feeIn,
    }));
}

/** A pool of two tokens, in its own order. */
export interface TokenPair {
  readonly poolId: Hex;
  readonly token0: Address;
  readonly token1: Address;
}

/** What came in and went out by token, as the `Swap` event of constant-product pairs states it. */
export interface PairAmounts {
  readonly amount0In: bigint;
  readonly amount1In: bigint;
  readonly amount0Out: bigint;
  readonly amount1Out: bigint;
}

/**
 * Adds a swap of a pair to its volume: one for each token that came in. Both do in flash swaps
 * alone, and what is only borrowed counts as what came in.
 *
 * @param feeOf What the pair takes of an amount that comes in.
 */
export async function recordPairSwap(
  context: Pick<CatalogContext, "db" | "chain">,
  { poolId, token0, token1 }: TokenPair,
  {
    amounts: { amount0In, amount1In, amount0Out, amount1Out },
    feeOf,
    timestamp,
  }: {
    readonly amounts: PairAmounts;
    readonly feeOf: (amountIn: bigint) => bigint;
    readonly timestamp: bigint;
  },
): Promise<void> {
  const directions = [
    { tokenIn: token0, tokenOut: token1, amountIn: amount0In, amountOut: amount1Out },
    { tokenIn: token1, tokenOut: token0, amountIn: amount1In, amountOut: amount0Out },
  ];
  for (const direction of directions) {
    if (direction.amountIn === 0n) continue;
    const feeIn = feeOf(direction.amountIn);
    await recordSwap(context, { poolId, ...direction, feeIn, timestamp });
  }
}
