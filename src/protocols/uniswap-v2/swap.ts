import { PIPS } from "../../lib/math.ts";
import type { Quote } from "../protocol.ts";
import type { UniswapV2Pool } from "./pool.ts";

/**
 * Gas of a hop: 40,000 for `swap` (receipts of `test/protocols/uniswap-v2/pair.integration.test.ts`
 * less the transaction itself), 10,000 for the price sums that the first swap of a block writes,
 * 16,000 for moving the input to the pair.
 */
export const SWAP_GAS = 66_000n;

/**
 * Largest output that the pair's check of the product lets through.
 *
 * The fee is in pips, which gives the same number as the per-mille form of the original and the
 * basis-point form of forks: both sides of the check only scale.
 *
 * @param amountIn Smallest unit of tokenIn, from 1 to what the reserve can take.
 * @see https://github.com/Uniswap/v2-periphery/blob/0335e8f7e1bd1e8d8329fd300aea2ef2f36dd19f/contracts/libraries/UniswapV2Library.sol#L43
 */
export function quoteSwap(
  state: UniswapV2Pool,
  zeroForOne: boolean,
  amountIn: bigint,
): Quote<UniswapV2Pool> {
  const reserveIn = zeroForOne ? state.reserve0 : state.reserve1;
  const reserveOut = zeroForOne ? state.reserve1 : state.reserve0;
  const amountInAfterFee = amountIn * (PIPS - BigInt(state.feePips));
  const amountOut = (amountInAfterFee * reserveOut) / (reserveIn * PIPS + amountInAfterFee);
  if (amountOut === 0n) return { ok: false, reason: "amount-too-small" };
  const next = zeroForOne
    ? { ...state, reserve0: reserveIn + amountIn, reserve1: reserveOut - amountOut }
    : { ...state, reserve0: reserveOut - amountOut, reserve1: reserveIn + amountIn };
  return { ok: true, amountOut, gas: SWAP_GAS, next };
}
