import type { Address } from "viem";
import { min } from "../../../lib/math.ts";
import type { PoolState } from "../../../protocols/protocol.ts";
import type { GraphEdge, Snapshot } from "../../graph/snapshot.ts";
import { type Residual, residualState } from "../residual.ts";
import type { ShareEnd } from "./ends.ts";

/** What a pool takes and gives for its share. */
export interface SharePool {
  /** Smallest unit, by token of the share. */
  readonly reserves: readonly number[];
  /** All shares, when paid for in proportion to the reserves. */
  readonly supply: number;
  /** As `supply`, after any swap in the pool; 0 where it is not known. */
  readonly mostSupply: number;
  /** Of paying in. */
  readonly gas: number;
}

/** Part of a pool by whose payment its shares are counted. */
const SAMPLE = 1_024n;

/** That of a share; null where nothing can be paid in. */
export function sharePoolOf(
  snapshot: Snapshot,
  end: ShareEnd,
  before: Residual = new Map(),
): SharePool | null {
  const [edge] = end.edges;
  if (edge === undefined) return null;
  const counted = countShares(snapshot, end, { edge, state: residualState(edge, before) });
  return counted && { ...counted, mostSupply: 0 };
}

/**
 * Whether a bound holds for a share: its pool takes tokens in proportion alone, and nothing else
 * leads into it, or out of it.
 */
export function isProven(
  { edges, edgesInto }: Pick<Snapshot, "edges" | "edgesInto">,
  { share, edges: own, beyond }: ShareEnd,
  way: "into" | "outOf",
): boolean {
  const all = (way === "into" ? edgesInto : edges).get(share.token) ?? [];
  return share.takes === "proportion" && beyond.length === 0 && all.length === own.length;
}

/**
 * The most shares that there are once a swap was made in the pool: of what a swap leaves to it some
 * pools mint a fee first, the more the larger it was. Null where it cannot be told.
 *
 * @param mostOf What can come to a token at most.
 */
export function mostSupplyOf(
  snapshot: Snapshot,
  end: ShareEnd,
  on: { readonly before: Residual | undefined; readonly mostOf: (token: Address) => number },
): number | null {
  const { next, edges } = snapshot;
  const [edge] = end.edges;
  if (edge === undefined) return null;
  const state = residualState(edge, on.before ?? new Map());
  const swaps = end.share.tokens.flatMap((token) =>
    (edges.get(token) ?? []).filter((each) => each.state.id === state.id && each.action === "swap"),
  );
  const states: (PoolState | null)[] = swaps.map((swap) => {
    const most = on.mostOf(swap.tokenIn);
    if (!Number.isFinite(most)) return null;
    const amount = min(BigInt(Math.ceil(most)), swap.protocol.maxIn(state, swap, next));
    const quote = swap.protocol.quote(state, swap, amount, next);
    return quote.ok ? quote.next : quote.reason === "amount-too-small" ? state : null;
  });
  let most = 0;
  for (const each of [state, ...states]) {
    const counted = each && countShares(snapshot, end, { edge, state: each });
    if (counted === null) return null;
    most = Math.max(most, counted.supply);
  }
  return most;
}

function countShares(
  { next }: Snapshot,
  { share }: ShareEnd,
  { edge, state }: { readonly edge: GraphEdge; readonly state: PoolState },
): Omit<SharePool, "mostSupply"> | null {
  const held = edge.protocol.holdings(state, next);
  const reserves = share.tokens.map(
    (token) => held.find((each) => each.token === token)?.amount ?? 0n,
  );
  const paid = reserves.map((amount) => amount / SAMPLE);
  const minted = edge.protocol.liquidity?.mint(state, paid, next);
  if (minted === undefined || !minted.ok) return null;
  // Rounded up: it bounds what others mint.
  const parts = paid.map((amount, i) => Number(amount) / Number(reserves[i] ?? 1n));
  const supply = Number(minted.amountOut + 1n) / Math.min(...parts);
  return { reserves: reserves.map(Number), supply, gas: Number(minted.gas) };
}
