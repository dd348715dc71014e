import type { Hex } from "viem";
import type { WeighedPool } from "./stored-pools.ts";

/** What tokens are worth, to tell which pools matter. */
export interface Worth {
  /** Dollars of one smallest unit, by token; those that everything else is measured by. */
  readonly known: ReadonlyMap<string, number>;
  /** Tokens whose price may be taken from pools with known ones, the most trusted first. */
  readonly derived: readonly string[];
}

/**
 * The pools with at least so much in them, by what they hold of tokens with a price. Tokens that a
 * chain's connectors list get theirs from the deepest pool with one that has a price; others count
 * for no more than the deepest pool that prices them holds on its other side, so that a token that
 * anybody can make is worth what was paid in for it and nothing more.
 *
 * @param minimum Dollars.
 */
export function deepPools(
  pools: readonly WeighedPool[],
  { known, derived }: Worth,
  minimum: number,
): readonly Hex[] {
  const prices = new Map([...known].map(([token, price]) => [token, { price, most: Infinity }]));
  for (const token of derived) {
    if (prices.has(token)) continue;
    const found = priced(pools, token, prices);
    if (found !== null) prices.set(token, { price: found.price, most: Infinity });
  }
  const trusted = new Map(prices);
  for (const { tokens, amounts } of pools) {
    const value = worthOf({ tokens, amounts }, trusted);
    for (const [at, token] of tokens.entries()) {
      const amount = amounts[at] ?? 0;
      if (trusted.has(token) || amount === 0 || value === 0) continue;
      if (value > (prices.get(token)?.most ?? 0))
        prices.set(token, { price: value / amount, most: value });
    }
  }
  return pools.filter((pool) => worthOf(pool, prices) >= minimum).map(({ id }) => id);
}

type Prices = ReadonlyMap<string, { readonly price: number; readonly most: number }>;

/** Price of a token in the deepest pool that holds it beside one with a price. */
function priced(
  pools: readonly WeighedPool[],
  token: string,
  prices: Prices,
): { readonly price: number; readonly value: number } | null {
  let best: { readonly price: number; readonly value: number } | null = null;
  for (const { tokens, amounts } of pools) {
    const at = tokens.indexOf(token);
    const amount = amounts[at] ?? 0;
    if (at === -1 || amount === 0) continue;
    const value = worthOf({ tokens, amounts }, prices);
    if (value > (best?.value ?? 0)) best = { price: value / amount, value };
  }
  return best;
}

/** Dollars of what a pool holds of tokens with a price. */
function worthOf({ tokens, amounts }: Pick<WeighedPool, "tokens" | "amounts">, prices: Prices) {
  return tokens.reduce((sum, token, at) => {
    const known = prices.get(token);
    if (known === undefined) return sum;
    return sum + Math.min(known.price * (amounts[at] ?? 0), known.most);
  }, 0);
}
