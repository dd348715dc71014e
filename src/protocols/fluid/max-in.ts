import { mostGiven } from "./routing.ts";
import { restored } from "./state.ts";
import { type Market, swapIn } from "./swap.ts";

/** Halves of the most, in search of an input that works. */
const MOST_HALVES = 80;

/**
 * Largest input that the contract takes, smallest unit: up to half of what prices are made of, as
 * far as reserves, the move of the price, and limits of the Liquidity layer let it; 0: none.
 */
export function largestIn(market: Market, tokenIn: 0 | 1): bigint {
  const { state, reserves } = market;
  return largestTaken({
    most: largestWithin(market, tokenIn, mostGiven(reserves, tokenIn)),
    least: restored(state, tokenIn, 1n),
    isTaken: (amountIn) => swapIn(market, tokenIn, amountIn).ok,
  });
}

/**
 * The largest input that is taken, of which all smaller ones are, too, down to some least one: at
 * most `most`; 0 if none is that is as much as `least`.
 */
export function largestTaken({
  most,
  least,
  isTaken,
}: {
  readonly most: bigint;
  readonly least: bigint;
  readonly isTaken: (amountIn: bigint) => boolean;
}): bigint {
  if (most <= 0n || isTaken(most)) return most > 0n ? most : 0n;
  let [works, fails] = [0n, most];
  for (let halves = 1n; halves <= MOST_HALVES && works === 0n; halves++) {
    const amountIn = most >> halves;
    if (amountIn === 0n || least > amountIn) return 0n;
    if (isTaken(amountIn)) works = amountIn;
    else fails = amountIn;
  }
  if (works === 0n) return 0n;
  while (fails - works > 1n) {
    const middle = (works + fails) >> 1n;
    if (isTaken(middle)) works = middle;
    else fails = middle;
  }
  return works;
}

/** The largest amount of smallest units that is not more than one of 12 decimals. */
function largestWithin({ state }: Market, tokenIn: 0 | 1, amount: bigint): bigint {
  const { numerators, denominators } = state;
  return ((amount + 1n) * denominators[tokenIn] - 1n) / numerators[tokenIn];
}
