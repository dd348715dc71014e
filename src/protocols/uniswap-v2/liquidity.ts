import { MAX_UINT112, min, PIPS } from "../../lib/math.ts";
import { sqrtDown } from "../../lib/sqrt.ts";
import type { BurnQuote } from "../liquidity.ts";
import { shareX64 } from "../operation.ts";
import type { Edge, Quote } from "../protocol.ts";
import { bestZap } from "../zap.ts";
import type { PairLiquidity, UniswapV2Pool } from "./pool.ts";
import { feeShares } from "./protocol-fee.ts";
import { quoteSwap } from "./swap.ts";

/** Shares that the first mint locks for ever. */
export const MINIMUM_LIQUIDITY = 1_000n;

/**
 * Gas of a hop with all of its stages, as `test/protocols/uniswap-v2/logs.integration.test.ts`
 * measures it.
 */
export const DEPOSIT_GAS = 212_000n;
export const REDEEM_GAS = 190_000n;
/** Of those what is not the swap. */
export const MINT_GAS = 160_000n;
export const BURN_GAS = 126_000n;

const TOO_SMALL = { ok: false, reason: "amount-too-small" } as const;

/** Shares once the protocol's fee is minted, as any mint or burn does first. */
export function supplyAfterFee({ reserve0, reserve1, liquidity }: UniswapV2Pool): bigint {
  if (liquidity === null) return 0n;
  const { totalSupply, kLast, protocolFee } = liquidity;
  if (protocolFee === null) return totalSupply;
  return totalSupply + feeShares({ reserve0, reserve1, totalSupply, kLast }, protocolFee);
}

/**
 * Part of a deposit of one token that is swapped for the other first, as the program's 0.64
 * fixed-point share: that of which most is minted.
 *
 * @param amountIn Smallest unit of tokenIn, at least 1.
 */
export function swapShareX64(state: UniswapV2Pool, zeroForOne: boolean, amountIn: bigint): bigint {
  const best = zapped(state, zeroForOne, amountIn);
  return best?.shareX64 ?? shareX64(crossingOf(state, zeroForOne, amountIn), amountIn) + 1n;
}

/**
 * The part that leaves both amounts in the ratio of the reserves after the swap, but for rounding:
 * the positive root of g a^2 + r (1 + g) a - r x = 0 with r: reserve of tokenIn, x: amountIn, g: 1
 * - fee, a: the part.
 */
function crossingOf(state: UniswapV2Pool, zeroForOne: boolean, amountIn: bigint): bigint {
  const reserve = zeroForOne ? state.reserve0 : state.reserve1;
  const kept = PIPS - BigInt(state.feePips);
  const linear = reserve * (PIPS + kept);
  const root = sqrtDown(linear * linear + 4n * kept * PIPS * reserve * amountIn);
  return (root - linear) / (2n * kept);
}

function zapped(state: UniswapV2Pool, zeroForOne: boolean, amountIn: bigint) {
  return bestZap(amountIn, crossingOf(state, zeroForOne, amountIn), {
    isShort: (part) => {
      const swapped = quoteSwap(state, zeroForOne, part);
      if (!swapped.ok) return swapped.reason === "amount-too-small";
      const { reserve0, reserve1 } = swapped.next;
      const [reserveIn, reserveOut] = zeroForOne ? [reserve0, reserve1] : [reserve1, reserve0];
      return (amountIn - part) * reserveOut >= swapped.amountOut * reserveIn;
    },
    zap: (part) => {
      const swapped = quoteSwap(state, zeroForOne, part);
      if (!swapped.ok) return null;
      const [kept, { amountOut }] = [amountIn - part, swapped];
      const minted = mint(swapped.next, zeroForOne ? [kept, amountOut] : [amountOut, kept]);
      return minted.ok ? { quote: minted, minted: minted.amountOut } : null;
    },
  });
}

/** Swaps a part of tokenIn in the pair, then adds both. */
export function quoteDeposit(
  state: UniswapV2Pool,
  zeroForOne: boolean,
  amountIn: bigint,
): Quote<UniswapV2Pool> {
  const best = zapped(state, zeroForOne, amountIn);
  return best === null ? TOO_SMALL : { ...best.quote, gas: DEPOSIT_GAS };
}

/**
 * Adds both tokens through the router, which takes what fits the ratio of the reserves, or, of a
 * pair without one, by paying the pair itself, which keeps all.
 *
 * @param amountsIn Smallest unit of token0 and token1.
 * @see https://github.com/Uniswap/v2-periphery/blob/0335e8f7e1bd1e8d8329fd300aea2ef2f36dd19f/contracts/UniswapV2Router02.sol#L33
 * @see https://github.com/Uniswap/v2-core/blob/ee547b17853e71ed4e0101ccfd52e70d5acded58/contracts/UniswapV2Pair.sol#L110
 */
export function mint(state: UniswapV2Pool, amountsIn: readonly bigint[]): Quote<UniswapV2Pool> {
  const { reserve0, reserve1, liquidity } = state;
  const [desired0 = 0n, desired1 = 0n] = amountsIn;
  if (liquidity === null || reserve0 === 0n || reserve1 === 0n) {
    return { ok: false, reason: "insufficient-liquidity" };
  }
  const optimal1 = (desired0 * reserve1) / reserve0;
  const [amount0, amount1] =
    liquidity.router === null
      ? [desired0, desired1]
      : optimal1 <= desired1
        ? [desired0, optimal1]
        : [(desired1 * reserve0) / reserve1, desired1];
  const supply = supplyAfterFee(state);
  const shares = min((amount0 * supply) / reserve0, (amount1 * supply) / reserve1);
  if (shares === 0n) return TOO_SMALL;
  const reserves = { reserve0: reserve0 + amount0, reserve1: reserve1 + amount1 };
  if (reserves.reserve0 > MAX_UINT112 || reserves.reserve1 > MAX_UINT112) {
    return { ok: false, reason: "insufficient-liquidity" };
  }
  return {
    ok: true,
    amountOut: shares,
    gas: MINT_GAS,
    next: { ...state, ...reserves, liquidity: changed(state, reserves, supply + shares) },
  };
}

/**
 * Burns shares for both tokens.
 *
 * @see https://github.com/Uniswap/v2-core/blob/ee547b17853e71ed4e0101ccfd52e70d5acded58/contracts/UniswapV2Pair.sol#L134
 */
export function burn(state: UniswapV2Pool, amountIn: bigint): BurnQuote<UniswapV2Pool> {
  const { liquidity } = state;
  if (liquidity === null || amountIn > liquidity.totalSupply - MINIMUM_LIQUIDITY) {
    return { ok: false, reason: "insufficient-liquidity" };
  }
  const supply = supplyAfterFee(state);
  const amount0 = (amountIn * state.reserve0) / supply;
  const amount1 = (amountIn * state.reserve1) / supply;
  if (amount0 === 0n || amount1 === 0n) return TOO_SMALL;
  const reserves = { reserve0: state.reserve0 - amount0, reserve1: state.reserve1 - amount1 };
  return {
    ok: true,
    amountsOut: [amount0, amount1],
    gas: BURN_GAS,
    next: { ...state, ...reserves, liquidity: changed(state, reserves, supply - amountIn) },
  };
}

/**
 * The most shares that can be burned so that at least 2 units of tokenOut stay in the pair: with
 * fewer the other token would be swapped for nothing.
 */
export function maxRedeem(state: UniswapV2Pool, edge: Edge): bigint {
  const { liquidity } = state;
  if (liquidity === null) return 0n;
  const reserveOut = edge.tokenOut === state.token0 ? state.reserve0 : state.reserve1;
  if (reserveOut < 3n) return 0n;
  const keepsTwo = ((reserveOut - 1n) * supplyAfterFee(state) - 1n) / reserveOut;
  return min(liquidity.totalSupply - MINIMUM_LIQUIDITY, keepsTwo);
}

/**
 * Burns shares, then swaps the token that is not asked for in the same pair.
 *
 * @param toZero Whether token0 is paid.
 */
export function quoteRedeem(
  state: UniswapV2Pool,
  toZero: boolean,
  amountIn: bigint,
): Quote<UniswapV2Pool> {
  const burned = burn(state, amountIn);
  if (!burned.ok) return burned;
  const [amount0 = 0n, amount1 = 0n] = burned.amountsOut;
  const swapped = quoteSwap(burned.next, !toZero, toZero ? amount1 : amount0);
  if (!swapped.ok) return swapped;
  return {
    ok: true,
    amountOut: swapped.amountOut + (toZero ? amount0 : amount1),
    gas: REDEEM_GAS,
    next: swapped.next,
  };
}

function changed(
  { liquidity }: UniswapV2Pool,
  { reserve0, reserve1 }: Pick<UniswapV2Pool, "reserve0" | "reserve1">,
  totalSupply: bigint,
): PairLiquidity | null {
  if (liquidity === null) return null;
  const kLast = liquidity.protocolFee === null ? 0n : reserve0 * reserve1;
  return { ...liquidity, totalSupply, kLast };
}
