import type { Address } from "viem";
import { NATIVE } from "../../lib/address.ts";
import type { GraphEdge, Snapshot } from "../graph/snapshot.ts";
import { createPriceBook } from "./prices.ts";

/** Most connectors besides the chain's own. */
const MOST = 8;
/** Fewest tokens that a connector joins, so that one pool of a made-up pair makes none. */
const FEWEST_PARTNERS = 3;

/**
 * Tokens that routes may pass through, besides the chain's own connectors: those that tokens which
 * trade with no connector are paired with, by how many these are times how deep the token trades
 * with connectors, in dollars. Prices do not hang on them.
 */
export function chooseConnectors(snapshot: Snapshot): readonly Address[] {
  const fixed = snapshot.pricing;
  const isFixed = (token: Address): boolean => token === NATIVE || fixed.has(token);
  const swaps = (token: Address): readonly GraphEdge[] =>
    (snapshot.edges.get(token) ?? []).filter(({ action }) => action === "swap");
  const partners = new Map<Address, number>();
  for (const token of snapshot.tokens.keys()) {
    if (isFixed(token)) continue;
    const others = new Set(swaps(token).map(({ tokenOut }) => tokenOut));
    if ([...others].some(isFixed)) continue;
    for (const other of others) partners.set(other, (partners.get(other) ?? 0) + 1);
  }
  const book = createPriceBook(snapshot);
  return [...partners]
    .filter(([token, count]) => count >= FEWEST_PARTNERS && swaps(token).some(joins(isFixed)))
    .flatMap(([token, count]) => {
      const depthUsd = book.usd(token)?.depthUsd;
      return depthUsd === undefined ? [] : [{ token, score: depthUsd * BigInt(count) }];
    })
    .sort((a, b) =>
      a.score === b.score ? (a.token < b.token ? -1 : 1) : a.score > b.score ? -1 : 1,
    )
    .slice(0, MOST)
    .map(({ token }) => token);
}

function joins(isFixed: (token: Address) => boolean): (edge: GraphEdge) => boolean {
  return ({ tokenOut }) => isFixed(tokenOut);
}
