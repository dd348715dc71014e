import type { HeldState } from "../../../src/api/graph/memory.ts";
import type { Snapshot } from "../../../src/api/graph/snapshot.ts";
import { uniswapV2 } from "../../../src/protocols/uniswap-v2/index.ts";
import { createRandom, createStates, marketOf, v2Pool } from "./market.ts";
import { ONE, request } from "./requests.ts";

/** Tokens of the honest market; those above are spam. */
export const TOKENS = 40;
const CONNECTORS = 4;
const SPAM_TOKENS = 2_000;
const SPAM_POOLS = 10_000;

/** Trades of the honest market. */
export const requests = [
  request(0, 1, 20n * ONE),
  request(1, 7, 5_000n * ONE),
  request(12, 30, 100n * ONE),
  request(20, 2, 300n * ONE),
];

/**
 * Pools with reserves beyond any supply: half of spam tokens with the market's own, half among spam
 * tokens.
 */
function spam(): readonly HeldState[] {
  const random = createRandom(99);
  const pick = (from: number, count: number): number => from + Math.floor(random() * count);
  return Array.from({ length: SPAM_POOLS }, (_, n) => {
    const a = pick(TOKENS, SPAM_TOKENS);
    const other = n % 4 === 0 ? pick(0, TOKENS) : pick(0, CONNECTORS);
    const b = n % 2 === 0 ? other : TOKENS + ((a - TOKENS + 1 + n) % SPAM_TOKENS);
    const market = { a, b: a === b ? 0 : b, priceA: 1, priceB: 10 ** pick(-6, 12), tvlUsd: 1e13 };
    return { protocol: uniswapV2, state: v2Pool(10_000 + n, market) };
  });
}

/** A market, and the same with 10,000 spam pools in it. */
export function createSpammedMarket(): { readonly clean: Snapshot; readonly spammed: Snapshot } {
  const states = createStates({ seed: 5, tokens: TOKENS, pools: 400 });
  return {
    clean: marketOf(states, TOKENS),
    spammed: marketOf([...states, ...spam()], TOKENS + SPAM_TOKENS),
  };
}
