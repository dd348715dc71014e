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
  return countShares(snapshot, end, { edge, state: residualState(edge, before) });
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

/** What bounds what a share costs after swaps in its pool. */
export interface Swapped {
  /**
   * The most shares that there are once a swap was made: of what a swap leaves to it some pools
   * mint a fee first, the more the larger it was.
   */
  readonly mostSupply: number;
  /** The least part of a swap's input that stays in the reserves: some pools pay fees out. */
  readonly stays: number;
}

/**
 * That of a share's pool; null where it cannot be told.
 *
 * @param mostOf What can come to a token at most.
 */
export function swappedOf(
  snapshot: Snapshot,
  end: ShareEnd,
  on: { readonly before: Residual | undefined; readonly mostOf: (token: Address) => number },
): Swapped | null {
  const { next, edges } = snapshot;
  const [edge] = end.edges;
  if (edge === undefined) return null;
  const state = residualState(edge, on.before ?? new Map());
  const counted = countShares(snapshot, end, { edge, state });
  if (counted === null) return null;
  let [mostSupply, stays] = [counted.supply, 1];
  const swaps = end.share.tokens.flatMap((token) =>
    (edges.get(token) ?? []).filter((each) => each.state.id === state.id && each.action === "swap"),
  );
  for (const swap of swaps) {
    const most = on.mostOf(swap.tokenIn);
    const held = heldOf(snapshot, swap, state);
    if (!Number.isFinite(most)) return null;
    for (const wanted of [BigInt(Math.ceil(most)), held / SAMPLE]) {
      const amount = min(wanted, swap.protocol.maxIn(state, swap, next));
      const quote = swap.protocol.quote(state, swap, amount, next);
      if (!quote.ok && quote.reason === "amount-too-small") continue;
      const after = quote.ok ? countShares(snapshot, end, { edge, state: quote.next }) : null;
      if (!quote.ok || after === null) return null;
      mostSupply = Math.max(mostSupply, after.supply);
      const added = heldOf(snapshot, swap, quote.next) - held;
      stays = Math.min(stays, Number(added - 1n) / Number(amount));
    }
  }
  return { mostSupply, stays: Math.max(0, stays) };
}

function heldOf({ next }: Snapshot, { protocol, tokenIn }: GraphEdge, state: PoolState): bigint {
  return protocol.holdings(state, next).find(({ token }) => token === tokenIn)?.amount ?? 0n;
}

function countShares(
  { next }: Snapshot,
  { share }: ShareEnd,
  { edge, state }: { readonly edge: GraphEdge; readonly state: PoolState },
): SharePool | null {
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
