import type { Address } from "viem";
import type { Steps } from "../../lib/steps.ts";
import type { QuoteFailure } from "../../protocols/protocol.ts";
import { compareEdges, type GraphEdge, type Snapshot } from "../graph/snapshot.ts";
import { residualState } from "./residual.ts";
import type { SearchSpace } from "./space.ts";

/** A simple path with the amount it pays when the whole input takes it. */
export interface Path {
  readonly edges: readonly GraphEdge[];
  readonly amountOut: bigint;
  readonly gas: bigint;
}

/** The edges of a search space, laid out for exact search. */
export interface ExactGraph {
  readonly chainId: number;
  readonly space: SearchSpace;
  /** By the token they start from, in their order. */
  readonly edges: ReadonlyMap<Address, readonly GraphEdge[]>;
  /** Hops from a token to tokenOut, at most the space's `maxHops`. */
  readonly distance: ReadonlyMap<Address, number>;
}

/** Lays out the edges that a space allows; none leads into tokenIn or out of tokenOut. */
export function exactGraph(snapshot: Snapshot, space: SearchSpace): ExactGraph {
  const { tokenIn, tokenOut, intermediates, maxHops } = space;
  const edges = new Map<Address, readonly GraphEdge[]>();
  for (const token of [tokenIn, ...intermediates]) {
    if (token === tokenOut) continue;
    const passes = (edge: GraphEdge): boolean =>
      edge.tokenOut !== tokenIn &&
      (edge.tokenOut === tokenOut || intermediates.has(edge.tokenOut)) &&
      space.allows(edge);
    edges.set(token, (snapshot.edges.get(token) ?? []).filter(passes));
  }
  const { chainId } = snapshot;
  return { chainId, space, edges, distance: distances(edges, tokenOut, maxHops) };
}

function distances(
  edges: ReadonlyMap<Address, readonly GraphEdge[]>,
  tokenOut: Address,
  maxHops: number,
): ReadonlyMap<Address, number> {
  const distance = new Map<Address, number>([[tokenOut, 0]]);
  for (let hops = 1; hops <= maxHops; hops++) {
    for (const [token, outgoing] of edges) {
      if (distance.has(token)) continue;
      if (outgoing.some((edge) => distance.get(edge.tokenOut) === hops - 1)) {
        distance.set(token, hops);
      }
    }
  }
  return distance;
}

/** What paths are looked for by. */
export interface SearchOptions {
  readonly score: (path: Path) => bigint;
  /** Told of each quote that failed. */
  readonly refused?: (edge: GraphEdge, reason: QuoteFailure) => void;
  /** Whether no path that comes to a token with an amount, after gas, is looked for. */
  readonly isHopeless?: (token: Address, amount: bigint, gas: bigint) => boolean;
  /** No less than an edge pays for an amount; by default nothing is known of it. */
  readonly mostOf?: (edge: GraphEdge, amount: bigint) => bigint | null;
}

interface Label {
  readonly token: Address;
  readonly amount: bigint;
  readonly gas: bigint;
  readonly edge: GraphEdge | null;
  readonly parent: Label | null;
}

/**
 * Best way to turn `amountIn` into tokenOut over each last edge, best first.
 *
 * Works hop by hop with exact amounts: a layer keeps, per token, the largest amount that reaches
 * it. Output is monotone in input, and paths of three swaps have two intermediate tokens, so while
 * the pools take the amounts the best of a layer can always be continued: the first path returned
 * is the best of all simple paths. `score` ranks the results (gross output less gas, in tokenOut).
 * It rests between the tokens that it goes on from.
 */
export function* searchPaths(
  { space, edges, distance }: ExactGraph,
  amountIn: bigint,
  on: SearchOptions,
): Steps<readonly Path[]> {
  const found: Path[] = [];
  let layer = new Map<Address, Label>([
    [space.tokenIn, { token: space.tokenIn, amount: amountIn, gas: 0n, edge: null, parent: null }],
  ]);
  for (let hop = 1; hop <= space.maxHops && layer.size > 0; hop++) {
    const next = new Map<Address, Label>();
    for (const label of layer.values()) {
      yield;
      for (const edge of edges.get(label.token) ?? []) {
        const left = distance.get(edge.tokenOut);
        if (left === undefined || left > space.maxHops - hop) continue;
        if (visits(label, edge)) continue;
        // An exact quote takes many times as long.
        const most = on.mostOf?.(edge, label.amount) ?? null;
        if (most !== null && most <= (next.get(edge.tokenOut)?.amount ?? 0n)) continue;
        if (most !== null && on.isHopeless?.(edge.tokenOut, most, label.gas) === true) continue;
        const state = residualState(edge, space.before);
        const quote = edge.protocol.quote(state, edge, label.amount, space.at);
        if (!quote.ok) {
          on.refused?.(edge, quote.reason);
          continue;
        }
        const reached: Label = {
          token: edge.tokenOut,
          amount: quote.amountOut,
          gas: label.gas + quote.gas,
          edge,
          parent: label,
        };
        if (on.isHopeless?.(reached.token, reached.amount, reached.gas) === true) continue;
        if (edge.tokenOut === space.tokenOut) {
          found.push({ edges: trace(reached), amountOut: reached.amount, gas: reached.gas });
        } else if ((next.get(edge.tokenOut)?.amount ?? 0n) < reached.amount) {
          next.set(edge.tokenOut, reached);
        }
      }
    }
    layer = next;
  }
  return found
    .map((path) => ({ path, score: on.score(path) }))
    .sort((a, b) => (a.score === b.score ? byEdges(a.path, b.path) : a.score > b.score ? -1 : 1))
    .map(({ path }) => path);
}

/** Whether the path to `label` already holds the edge's pool or its target token. */
function visits(label: Label, edge: GraphEdge): boolean {
  for (let at: Label | null = label; at !== null; at = at.parent) {
    if (at.token === edge.tokenOut || at.edge?.state.id === edge.state.id) return true;
  }
  return false;
}

function trace(label: Label): readonly GraphEdge[] {
  const edges: GraphEdge[] = [];
  for (let at: Label | null = label; at?.edge != null; at = at.parent) edges.unshift(at.edge);
  return edges;
}

/** A fixed order among equally good paths: fewer hops, then the snapshot's edge order. */
function byEdges(a: Path, b: Path): number {
  if (a.edges.length !== b.edges.length) return a.edges.length - b.edges.length;
  for (const [i, edge] of a.edges.entries()) {
    const other = b.edges[i];
    const difference = other === undefined ? 0 : compareEdges(edge, other);
    if (difference !== 0) return difference;
  }
  return 0;
}
