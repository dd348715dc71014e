import type { PoolState } from "../../protocols/protocol.ts";
import type { GraphEdge } from "../graph/snapshot.ts";
import { type Flow, topologicalTokens } from "./flow.ts";
import { quoteResidual, type Residual } from "./residual.ts";
import type { Path, SearchSpace } from "./search.ts";

/** Part of the input that one allocation step moves: 1/32 of it. */
const CHUNKS = 32n;

/** A trade along a path on carried state. */
interface Step {
  readonly amounts: readonly bigint[];
  readonly amountOut: bigint;
  readonly states: ReadonlyMap<string, PoolState>;
}

/** Runs one path exactly on the residual states; null when a hop fails. */
export function tradePath(
  path: Path,
  amountIn: bigint,
  on: { readonly residual: Residual; readonly at: SearchSpace["at"] },
): Step | null {
  const states = new Map<string, PoolState>();
  const amounts: bigint[] = [];
  let amount = amountIn;
  for (const edge of path.edges) {
    const quote = quoteResidual(edge, amount, on);
    if (!quote.ok) return null;
    amounts.push(amount);
    states.set(edge.state.id, quote.next);
    amount = quote.amountOut;
  }
  return { amounts, amountOut: amount, states };
}

/**
 * Whether two paths may run in one transaction: together they hold no cycle, and no pool is used in both directions
 * or for two pairs of its tokens.
 */
export function compatible(paths: readonly Path[]): boolean {
  const edges = new Set(paths.flatMap((path) => path.edges));
  const pools = new Set([...edges].map((edge) => edge.state.id));
  return pools.size === edges.size && topologicalTokens([...edges]) !== null;
}

/**
 * Divides the input over paths in equal chunks, each to the path that pays most for it on what earlier chunks left.
 *
 * @returns Edge amounts, all chunks together; null when some chunk finds no path that takes it.
 */
export function allocate(
  paths: readonly Path[],
  amountIn: bigint,
  { at, before }: Pick<SearchSpace, "at" | "before">,
): Flow | null {
  const residual = new Map(before);
  const flow = new Map<GraphEdge, bigint>();
  const chunks = amountIn < CHUNKS ? amountIn : CHUNKS;
  const offers: (Step | null | undefined)[] = paths.map(() => undefined);
  let left = amountIn;
  let offered = 0n;
  for (let i = chunks; i > 0n; i--) {
    const chunk = left / i;
    // An offer stays good until a pool of its path changes or the chunk grows by a rounding unit.
    if (chunk !== offered) offers.fill(undefined);
    offered = chunk;
    const best = bestOffer(paths, offers, (path) => tradePath(path, chunk, { residual, at }));
    if (best === null) return null;
    for (const [j, edge] of best.path.edges.entries()) {
      flow.set(edge, (flow.get(edge) ?? 0n) + (best.step.amounts[j] ?? 0n));
    }
    for (const [id, state] of best.step.states) residual.set(id, state);
    for (const [j, path] of paths.entries()) {
      if (path.edges.some((edge) => best.step.states.has(edge.state.id))) offers[j] = undefined;
    }
    left -= chunk;
  }
  return flow;
}

function bestOffer(
  paths: readonly Path[],
  offers: (Step | null | undefined)[],
  trade: (path: Path) => Step | null,
): { readonly path: Path; readonly step: Step } | null {
  let best: { path: Path; step: Step } | null = null;
  for (const [i, path] of paths.entries()) {
    let offer = offers[i];
    if (offer === undefined) {
      offer = trade(path);
      offers[i] = offer;
    }
    if (offer !== null && (best === null || offer.amountOut > best.step.amountOut)) {
      best = { path, step: offer };
    }
  }
  return best;
}
