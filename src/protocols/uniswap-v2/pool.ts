import type { Address } from "viem";
import { MAX_UINT112, PIPS } from "../../lib/math.ts";
import type { Edge, PoolState, Quote, Ratio } from "../protocol.ts";

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
}

/**
 * Gas of a hop: 40,000 for `swap` (receipts of `test/protocols/uniswap-v2/pair.integration.test.ts` less the transaction
 * itself), 10,000 for the price sums that the first swap of a block writes, 16,000 for moving the input to the pair.
 */
const GAS = 66_000n;

/** Both directions, token0 to token1 first; none while a reserve is 0. */
export function edges(state: UniswapV2Pool): readonly Edge[] {
  const { token0, token1, reserve0, reserve1 } = state;
  if (reserve0 === 0n || reserve1 === 0n) return [];
  return [
    { action: "swap", tokenIn: token0, tokenOut: token1 },
    { action: "swap", tokenIn: token1, tokenOut: token0 },
  ];
}

/**
 * What tokenIn's reserve can still take, smallest unit: the pair keeps reserves as uint112 and reverts above that.
 *
 * @see https://github.com/Uniswap/v2-core/blob/ee547b17853e71ed4e0101ccfd52e70d5acded58/contracts/UniswapV2Pair.sol#L74
 */
export function maxIn(state: UniswapV2Pool, edge: Edge): bigint {
  const { reserve0, reserve1 } = state;
  if (reserve0 === 0n || reserve1 === 0n) return 0n;
  return MAX_UINT112 - (edge.tokenIn === state.token0 ? reserve0 : reserve1);
}

/**
 * Largest output that the pair's check of the product lets through.
 *
 * The fee is in pips, which gives the same number as the per-mille form of the original and the basis-point form of
 * forks: both sides of the check only scale.
 *
 * @param amountIn Smallest unit of tokenIn.
 * @see https://github.com/Uniswap/v2-periphery/blob/0335e8f7e1bd1e8d8329fd300aea2ef2f36dd19f/contracts/libraries/UniswapV2Library.sol#L43
 */
export function quote(state: UniswapV2Pool, edge: Edge, amountIn: bigint): Quote<UniswapV2Pool> {
  if (amountIn <= 0n) return { ok: false, reason: "amount-too-small" };
  if (amountIn > maxIn(state, edge)) return { ok: false, reason: "insufficient-liquidity" };
  const zeroForOne = edge.tokenIn === state.token0;
  const reserveIn = zeroForOne ? state.reserve0 : state.reserve1;
  const reserveOut = zeroForOne ? state.reserve1 : state.reserve0;
  const amountInAfterFee = amountIn * (PIPS - BigInt(state.feePips));
  const amountOut = (amountInAfterFee * reserveOut) / (reserveIn * PIPS + amountInAfterFee);
  if (amountOut === 0n) return { ok: false, reason: "amount-too-small" };
  const next = zeroForOne
    ? { ...state, reserve0: reserveIn + amountIn, reserve1: reserveOut - amountOut }
    : { ...state, reserve0: reserveOut - amountOut, reserve1: reserveIn + amountIn };
  return { ok: true, amountOut, gas: GAS, next };
}

/** Ratio of the reserves. */
export function spotPrice(state: UniswapV2Pool, edge: Edge): Ratio {
  return edge.tokenIn === state.token0
    ? { numerator: state.reserve1, denominator: state.reserve0 }
    : { numerator: state.reserve0, denominator: state.reserve1 };
}
