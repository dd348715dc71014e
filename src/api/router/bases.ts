import type { Address } from "viem";
import type { GraphEdge, Snapshot } from "../graph/snapshot.ts";

/** Shares of other pools by which an end of a route is joined to common tokens, and the hops. */
interface Bases {
  readonly tokens: ReadonlySet<Address>;
  readonly depth: number;
}

/** By list of edges, which snapshots share until one of its pools changes. */
const known = new WeakMap<readonly GraphEdge[], ReadonlySet<Address>>();

/**
 * The shares of base pools that metapools trade a token for: what is bought so is redeemed in the
 * base pool, which trades its coins for more than the metapool's own depth. Likewise the shares of
 * vaults that buffers wrap a token as, which pools of such shares trade.
 */
export function basesOf(snapshot: Snapshot, token: Address): Bases {
  const edges = snapshot.edges.get(token);
  if (edges === undefined) return { tokens: new Set(), depth: 0 };
  let tokens = known.get(edges);
  if (tokens === undefined) {
    const swaps = edges.filter(({ action, protocol, state, tokenOut }) => {
      const base = protocol.reliance?.on(state) ?? null;
      if (action !== "swap" || base === null) return false;
      return snapshot.defiTokens.get(tokenOut)?.state.id === base;
    });
    tokens = new Set(swaps.map(({ tokenOut }) => tokenOut));
    known.set(edges, tokens);
  }
  return { tokens, depth: tokens.size > 0 ? 1 : 0 };
}
