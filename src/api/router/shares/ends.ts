import type { Address } from "viem";
import type { Share } from "../../../protocols/liquidity.ts";
import type { GraphEdge, Snapshot } from "../../graph/snapshot.ts";

/** A pool's share at one end of a route, and how the route goes on from it, or comes to it. */
export interface ShareEnd {
  readonly share: Share;
  /** By token of the share: the edges that enter, or leave, with that one alone. */
  readonly edges: readonly GraphEdge[];
  /** The edge between the share and the route's end; none where the share is the end. */
  readonly beyond: readonly GraphEdge[];
}

/** The share that a token is, or that it or a position is made from; null where there is none. */
export function entryOf(
  snapshot: Snapshot,
  tokenOut: Address,
  allows: (edge: GraphEdge) => boolean,
): ShareEnd | null {
  const into = (share: Share) =>
    share.tokens.map((token) => edgeOf(snapshot, token, { to: share.token, action: "deposit" }));
  const own = shareOf(snapshot, tokenOut);
  if (own !== null) return endOf(own, into(own), { beyond: [], allows });
  for (const underlying of underlyingOf(snapshot, tokenOut)) {
    const share = shareOf(snapshot, underlying);
    const last = edgeOf(snapshot, underlying, { to: tokenOut, action: "deposit" });
    if (share === null || last === undefined) continue;
    return endOf(share, into(share), { beyond: [last], allows });
  }
  return null;
}

/** The share that a token is, or is redeemed into; null where there is none. */
export function exitOf(
  snapshot: Snapshot,
  tokenIn: Address,
  allows: (edge: GraphEdge) => boolean,
): ShareEnd | null {
  const outOf = (share: Share) =>
    share.tokens.map((token) => edgeOf(snapshot, share.token, { to: token, action: "redeem" }));
  const own = shareOf(snapshot, tokenIn);
  if (own !== null) return endOf(own, outOf(own), { beyond: [], allows });
  for (const first of snapshot.edges.get(tokenIn) ?? []) {
    const share = first.action === "redeem" ? shareOf(snapshot, first.tokenOut) : null;
    if (share === null) continue;
    return endOf(share, outOf(share), { beyond: [first], allows });
  }
  return null;
}

function endOf(
  share: Share,
  edges: readonly (GraphEdge | undefined)[],
  on: {
    readonly beyond: readonly GraphEdge[];
    readonly allows: (edge: GraphEdge) => boolean;
  },
): ShareEnd | null {
  const found = edges.filter((edge) => edge !== undefined);
  const isWhole = found.length === share.tokens.length;
  if (!isWhole || ![...found, ...on.beyond].every(on.allows)) return null;
  return { share, edges: found, beyond: on.beyond };
}

function shareOf({ defiTokens }: Snapshot, token: Address): Share | null {
  const issued = defiTokens.get(token);
  const share = issued?.protocol.liquidity?.share(issued.state) ?? null;
  return share?.token === token ? share : null;
}

function underlyingOf({ defiTokens, positions }: Snapshot, key: Address): readonly Address[] {
  const issued = positions.get(key)?.position ?? defiTokens.get(key)?.token;
  return issued?.underlyingTokens ?? [];
}

function edgeOf(
  snapshot: Snapshot,
  from: Address,
  { to, action }: { readonly to: Address; readonly action: GraphEdge["action"] },
): GraphEdge | undefined {
  return snapshot.edges.get(from)?.find((edge) => edge.tokenOut === to && edge.action === action);
}
