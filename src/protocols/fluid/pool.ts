import type { Address } from "viem";
import type { BlockContext, Edge, Holding, Quote, Ratio } from "../protocol.ts";
import { largestIn } from "./max-in.ts";
import type { PoolReserves } from "./reserves.ts";
import { configOf, type FluidPool, restored } from "./state.ts";
import { type Market, marketAt, swapIn } from "./swap.ts";
import { bitsOf } from "./words.ts";

// https://github.com/VeloraDEX/paraswap-dex-lib/blob/fee2f3eec9/src/dex/fluid-dex/config.ts
const GAS_OF_ONE = 154_000n;

/**
 * Gas of a swap by the reserves that it goes through; of both an estimate, as the original's code
 * is in no package.
 */
export const GAS = { one: GAS_OF_ONE, both: 210_000n };

const NO_RESERVES: PoolReserves = { collateral: null, debt: null };

/** Both directions; none without reserves. Order: token 0 in, then token 1 in. */
export function edges(state: FluidPool): readonly Edge[] {
  const { hasCollateral, hasDebt } = configOf(state);
  const [first, second] = state.accounts;
  const amounts = (word: "supply" | "borrow") => [first[word], second[word]].map(amountIn);
  const owes = amounts("borrow").every((amount) => amount > 0n);
  const holds = amounts("supply").some((amount) => amount > 0n);
  if ((hasDebt && !owes) || !((hasDebt && owes) || (hasCollateral && holds))) return [];
  const [token0, token1] = state.tokens;
  return [
    { action: "swap", tokenIn: token0, tokenOut: token1 },
    { action: "swap", tokenIn: token1, tokenOut: token0 },
  ];
}

function amountIn(word: bigint): bigint {
  return bitsOf(word, 1, 64);
}

/** Place of a token of the pool. */
export function placeOf({ tokens }: Pick<FluidPool, "tokens">, token: Address): 0 | 1 {
  return tokens[0] === token ? 0 : 1;
}

/** Exact to the wei what `swapIn` pays in the block `at`. */
export function quote(
  state: FluidPool,
  edge: Edge,
  amountIn: bigint,
  { timestamp }: Pick<BlockContext, "timestamp">,
): Quote<FluidPool> {
  if (amountIn <= 0n) return { ok: false, reason: "amount-too-small" };
  if (configOf(state).isPaused) return { ok: false, reason: "paused" };
  const market = marketAt(state, timestamp);
  if (market === null) return { ok: false, reason: "insufficient-liquidity" };
  const swapped = swapIn(market, placeOf(state, edge.tokenIn), amountIn);
  if (!swapped.ok) return swapped;
  if (swapped.amountOut === 0n) return { ok: false, reason: "amount-too-small" };
  return { ...swapped, gas: gasOf(market) };
}

/** Gas of a swap. */
export function gasOf({ reserves: { collateral, debt } }: Pick<Market, "reserves">): bigint {
  return collateral !== null && debt !== null ? GAS.both : GAS.one;
}

/** What reserves, the largest move of a price and limits let through in the block `at`. */
export function maxIn(
  state: FluidPool,
  edge: Edge,
  { timestamp }: Pick<BlockContext, "timestamp">,
): bigint {
  if (configOf(state).isPaused) return 0n;
  const market = marketAt(state, timestamp);
  return market === null ? 0n : largestIn(market, placeOf(state, edge.tokenIn));
}

/** The better of the prices of both reserves, which the first unit gets. */
export function spotPrice(
  state: FluidPool,
  edge: Edge,
  { timestamp }: Pick<BlockContext, "timestamp">,
): Ratio {
  const market = marketAt(state, timestamp);
  const [i, o] = edge.tokenIn === state.tokens[0] ? ([0, 1] as const) : ([1, 0] as const);
  const { collateral, debt } = market?.reserves ?? NO_RESERVES;
  const prices = [collateral, debt].flatMap((reserves): Ratio[] => {
    const [given, got] = [reserves?.imaginary[i] ?? 0n, reserves?.imaginary[o] ?? 0n];
    if (given === 0n) return [];
    const { numerators, denominators } = state;
    return [
      {
        numerator: got * denominators[o] * numerators[i],
        denominator: given * numerators[o] * denominators[i],
      },
    ];
  });
  const [first = { numerator: 0n, denominator: 1n }, second = first] = prices;
  const isSecond = second.numerator * first.denominator > first.numerator * second.denominator;
  return isSecond ? second : first;
}

/** What can be paid of both tokens within the range: of the collateral, and by borrowing. */
export function holdings(
  state: FluidPool,
  { timestamp }: Pick<BlockContext, "timestamp">,
): readonly Holding[] {
  const { collateral, debt } = marketAt(state, timestamp)?.reserves ?? NO_RESERVES;
  return state.tokens.map((token, i) => {
    const place = i === 0 ? 0 : 1;
    const real = (collateral?.real[place] ?? 0n) + (debt?.real[place] ?? 0n);
    return { token, amount: restored(state, place, real) };
  });
}
