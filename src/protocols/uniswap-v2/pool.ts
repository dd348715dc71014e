import type { Address } from "viem";
import { MAX_UINT112 } from "../../lib/math.ts";
import type { SharePrice } from "../growth.ts";
import type { Edge, Holding, PoolState, Quote, Ratio } from "../protocol.ts";
import type { ProtocolFee } from "./forks.ts";
import {
  MINIMUM_LIQUIDITY,
  maxRedeem,
  quoteDeposit,
  quoteRedeem,
  supplyAfterFee,
} from "./liquidity.ts";
import { quoteSwap } from "./swap.ts";

/** State of one constant-product pair. */
export interface UniswapV2Pool extends PoolState {
  readonly address: Address;
  readonly token0: Address;
  readonly token1: Address;
  /** Swap fee in hundredths of a basis point: 3000 is 0.3 %. */
  readonly feePips: number;
  /** Smallest unit of token0, at most 2^112 - 1. */
  readonly reserve0: bigint;
  readonly reserve1: bigint;
  /** The pair's own token; null where it is not traded. */
  readonly liquidity: PairLiquidity | null;
}

/** The liquidity shares of a pair, which the pair itself is the token of. */
export interface PairLiquidity {
  /** Adds liquidity; null where none is known, so that the pair itself is paid. */
  readonly router: Address | null;
  /** Shares, the 1000 that are locked included. */
  readonly totalSupply: bigint;
  /**
   * Product of the reserves after the last mint or burn with the fee on; 0 after one with the fee
   * off.
   */
  readonly kLast: bigint;
  /** How the protocol's fee is minted; null while it is off. */
  readonly protocolFee: ProtocolFee | null;
  /**
   * What the yield is measured from: sqrt(reserve0 * reserve1) per share, scaled by 10^18; null
   * before the first mint.
   */
  readonly since: SharePrice | null;
}

/**
 * Both swaps, token0 to token1 first, then both deposits and both redemptions where its shares are
 * traded; none while a reserve is 0.
 */
export function edges(state: UniswapV2Pool): readonly Edge[] {
  const { address, token0, token1, reserve0, reserve1, liquidity } = state;
  if (reserve0 === 0n || reserve1 === 0n) return [];
  const swaps: readonly Edge[] = [
    { action: "swap", tokenIn: token0, tokenOut: token1 },
    { action: "swap", tokenIn: token1, tokenOut: token0 },
  ];
  if (liquidity === null || liquidity.totalSupply <= MINIMUM_LIQUIDITY) return swaps;
  const deposits: readonly Edge[] = [
    { action: "deposit", tokenIn: token0, tokenOut: address },
    { action: "deposit", tokenIn: token1, tokenOut: address },
  ];
  return [
    ...swaps,
    ...deposits,
    { action: "redeem", tokenIn: address, tokenOut: token0 },
    { action: "redeem", tokenIn: address, tokenOut: token1 },
  ];
}

/**
 * Smallest unit. Of a swap or deposit: what tokenIn's reserve can still take, as the pair keeps
 * reserves as uint112 and reverts above that. Of a redemption: the shares that leave enough behind
 * to swap with.
 *
 * @see https://github.com/Uniswap/v2-core/blob/ee547b17853e71ed4e0101ccfd52e70d5acded58/contracts/UniswapV2Pair.sol#L74
 */
export function maxIn(state: UniswapV2Pool, edge: Edge): bigint {
  const { reserve0, reserve1 } = state;
  if (reserve0 === 0n || reserve1 === 0n) return 0n;
  if (edge.action === "redeem") return maxRedeem(state, edge);
  return MAX_UINT112 - (edge.tokenIn === state.token0 ? reserve0 : reserve1);
}

/** What the edge's contracts pay, to the wei. */
export function quote(state: UniswapV2Pool, edge: Edge, amountIn: bigint): Quote<UniswapV2Pool> {
  if (amountIn <= 0n) return { ok: false, reason: "amount-too-small" };
  if (amountIn > maxIn(state, edge)) return { ok: false, reason: "insufficient-liquidity" };
  switch (edge.action) {
    case "swap":
      return quoteSwap(state, edge.tokenIn === state.token0, amountIn);
    case "deposit":
      return quoteDeposit(state, edge.tokenIn === state.token0, amountIn);
    case "redeem":
      return quoteRedeem(state, edge.tokenOut === state.token0, amountIn);
  }
}

/** Ratio of the reserves; a share is worth twice its part of one reserve. */
export function spotPrice(state: UniswapV2Pool, edge: Edge): Ratio {
  const { token0, reserve0, reserve1 } = state;
  switch (edge.action) {
    case "swap":
      return edge.tokenIn === token0
        ? { numerator: reserve1, denominator: reserve0 }
        : { numerator: reserve0, denominator: reserve1 };
    case "deposit":
      return {
        numerator: supplyAfterFee(state),
        denominator: 2n * (edge.tokenIn === token0 ? reserve0 : reserve1),
      };
    case "redeem":
      return {
        numerator: 2n * (edge.tokenOut === token0 ? reserve0 : reserve1),
        denominator: supplyAfterFee(state),
      };
  }
}

/** The reserves. */
export function holdings({
  token0,
  token1,
  reserve0,
  reserve1,
}: UniswapV2Pool): readonly Holding[] {
  return [
    { token: token0, amount: reserve0 },
    { token: token1, amount: reserve1 },
  ];
}
