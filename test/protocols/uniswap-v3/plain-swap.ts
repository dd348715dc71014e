import type { SwapRequest } from "../../../src/protocols/uniswap-v3/swap.ts";
import {
  getSqrtRatioAtTick,
  getTickAtSqrtRatio,
  MAX_TICK,
  MIN_TICK,
} from "../../../src/protocols/uniswap-v3/tick-math.ts";
import { feeOf, type SwapPool } from "../../../src/protocols/uniswap-v3/walk.ts";

const PIPS = 1_000_000n;
const WORD = 256;
const UINT256_BOUND = 1n << 256n;

const divUp = (a: bigint, b: bigint): bigint => (a + b - 1n) / b;

/** Token0 between two prices, divided by one after the other as the contract does. */
function amount0(from: bigint, to: bigint, { liquidity, up }: Rounded): bigint {
  const [lower, upper] = from < to ? [from, to] : [to, from];
  const product = (liquidity << 96n) * (upper - lower);
  return up ? divUp(divUp(product, upper), lower) : product / upper / lower;
}

function amount1(from: bigint, to: bigint, { liquidity, up }: Rounded): bigint {
  const product = liquidity * (from < to ? to - from : from - to);
  return up ? divUp(product, 1n << 96n) : product >> 96n;
}

interface Rounded {
  readonly liquidity: bigint;
  readonly up: boolean;
}

function priceAfterInput(price: bigint, liquidity: bigint, on: Amount): bigint {
  if (!on.zeroForOne) return price + (on.amount << 96n) / liquidity;
  if (on.amount === 0n) return price;
  const numerator = liquidity << 96n;
  const product = on.amount * price;
  return product < UINT256_BOUND && numerator + product < UINT256_BOUND
    ? divUp(numerator * price, numerator + product)
    : divUp(numerator, numerator / price + on.amount);
}

function priceAfterOutput(price: bigint, liquidity: bigint, on: Amount): bigint {
  if (on.zeroForOne) return price - divUp(on.amount << 96n, liquidity);
  const numerator = liquidity << 96n;
  return divUp(numerator * price, numerator - on.amount * price);
}

interface Amount {
  readonly zeroForOne: boolean;
  readonly amount: bigint;
}

/** `TickBitmap.nextInitializedTickWithinOneWord`, by a search through all ticks. */
function nextTick({ ticks, tickSpacing }: SwapPool, tick: number, zeroForOne: boolean) {
  const compressed = Math.floor(tick / tickSpacing) + (zeroForOne ? 0 : 1);
  const word = Math.floor(compressed / WORD) * WORD;
  const [from, to] = zeroForOne ? [word, compressed] : [compressed, word + WORD - 1];
  const inside = [...ticks.ticks].filter(
    (at) => at >= from * tickSpacing && at <= to * tickSpacing,
  );
  const found = zeroForOne ? inside.at(-1) : inside[0];
  const next = found ?? (zeroForOne ? from : to) * tickSpacing;
  return { next: Math.max(MIN_TICK, Math.min(MAX_TICK, next)), initialised: found !== undefined };
}

/**
 * `UniswapV3Pool.swap` in the contract's own order: a step for every word, all amounts of a step
 * computed. For limits that the contract accepts.
 *
 * @see https://github.com/Uniswap/v3-core/blob/d8b1c635c275d2a9450bd6a78f3fa2484fef73eb/contracts/UniswapV3Pool.sol#L596
 * @see https://github.com/Uniswap/v3-core/blob/d8b1c635c275d2a9450bd6a78f3fa2484fef73eb/contracts/libraries/SwapMath.sol#L21
 */
export function plainSwap(pool: SwapPool, request: SwapRequest) {
  const { zeroForOne, amountSpecified, sqrtPriceLimitX96: limit } = request;
  const [fee, exactIn] = [BigInt(feeOf(pool, zeroForOne)), amountSpecified > 0n];
  let { sqrtPriceX96: price, tick, liquidity } = pool;
  let [remaining, paid, received, ticksCrossed] = [amountSpecified, 0n, 0n, 0];
  while (remaining !== 0n && price !== limit) {
    const { next, initialised } = nextTick(pool, tick, zeroForOne);
    const nextPrice = getSqrtRatioAtTick(next);
    const target = (zeroForOne ? nextPrice < limit : nextPrice > limit) ? limit : nextPrice;
    const [into, outOf] = zeroForOne ? [amount0, amount1] : [amount1, amount0];
    const amount = exactIn ? (remaining * (PIPS - fee)) / PIPS : -remaining;
    const whole = exactIn
      ? into(price, target, { liquidity, up: true })
      : outOf(price, target, { liquidity, up: false });
    const after = exactIn ? priceAfterInput : priceAfterOutput;
    const end = amount >= whole ? target : after(price, liquidity, { zeroForOne, amount });
    const needed = into(price, end, { liquidity, up: true });
    const out = outOf(price, end, { liquidity, up: false });
    const given = !exactIn && out > amount ? amount : out;
    const charged =
      exactIn && end !== target ? remaining - needed : divUp(needed * fee, PIPS - fee);
    remaining += exactIn ? -(needed + charged) : given;
    paid += needed + charged;
    received += given;
    if (end === nextPrice) {
      if (initialised) {
        const net = pool.ticks.liquidityNet[pool.ticks.ticks.indexOf(next)] ?? 0n;
        liquidity += zeroForOne ? -net : net;
        ticksCrossed += 1;
      }
      tick = zeroForOne ? next - 1 : next;
    } else if (end !== price) {
      tick = getTickAtSqrtRatio(end);
    }
    price = end;
  }
  const amounts = { amountIn: paid, amountOut: received };
  return { ok: true, ...amounts, sqrtPriceX96: price, tick, liquidity, ticksCrossed } as const;
}
