import type { Address } from "viem";
import { NATIVE } from "../../../lib/address.ts";
import { edgeKey, type GraphEdge, type Snapshot } from "../../graph/snapshot.ts";
import { commonTokens } from "../intermediates.ts";
import { curveOf, isTimeless } from "./curves.ts";
import { updateMarket } from "./market-update.ts";
import {
  type EdgeTable,
  edgeTable,
  NATIVE_FORM,
  type ProblemEdge,
  WRAPPED_FORM,
} from "./problem.ts";
import { createWorkspace, type Workspace } from "./workspace.ts";

/** What requests on one snapshot have in common. */
export interface Market {
  readonly snapshot: Snapshot;
  readonly layout: Layout;
  /** Edges from common token to common token. */
  readonly core: EdgeTable;
  /** The graph's edge behind each of the core's. */
  readonly coreEdges: readonly GraphEdge[];
  /** Edges of the core whose curves change with the block. */
  readonly dated: readonly number[];
}

/** What snapshots with the same pools between common tokens have in common. */
export interface Layout {
  /**
   * Numbers of the common tokens, from 0 on. The native currency has its wrapped form's, as they
   * are one token to a search.
   */
  readonly numbers: ReadonlyMap<Address, number>;
  /** Those numbers. */
  readonly tokenCount: number;
  /** Number in the core of each of its edges, by the edge's key. */
  readonly places: ReadonlyMap<string, number>;
  /** Number of a pool, the same on every edge of it. */
  readonly poolOf: (edge: GraphEdge) => number;
  /** Form of the native currency that an edge trades, as `EdgeTable.form`. */
  readonly formOf: (edge: GraphEdge) => number;
  /** A workspace with room for so many tokens and edges. */
  readonly workspace: (tokenCount: number, edgeCount: number) => Workspace;
}

const known = new WeakMap<Snapshot, Market>();
/** The market made last of a graph, by its connectors, which all its snapshots share. */
const latest = new WeakMap<ReadonlySet<Address>, Market>();

/**
 * The market of a snapshot, made on the first request for it: of what changed since the one before,
 * where that has the same pools between common tokens.
 *
 * Requests pass through common tokens alone, so only edges between those are laid out; pools of
 * other tokens cost nothing until a request names one of their tokens. Curves belong to edges and
 * outlive the snapshot.
 */
export function marketOf(snapshot: Snapshot): Market {
  const made = known.get(snapshot);
  if (made !== undefined) return made;
  const before = latest.get(snapshot.connectors);
  const updated = before === undefined ? null : updateMarket(before, snapshot);
  const market = updated ?? createMarket(snapshot);
  known.set(snapshot, market);
  latest.set(snapshot.connectors, market);
  return market;
}

/** The market of a snapshot from nothing. */
export function createMarket(snapshot: Snapshot): Market {
  const numbers = commonNumbers(snapshot);
  const tokenCount = new Set(numbers.values()).size;
  const poolOf = poolNumbers();
  const formOf = formsOf(snapshot);
  const coreEdges: GraphEdge[] = [];
  const core: ProblemEdge[] = [];
  const places = new Map<string, number>();
  const dated: number[] = [];
  // Ascending by number, so that edges of one number follow each other.
  for (const [token, from] of [...numbers].sort(([, a], [, b]) => a - b)) {
    for (const edge of snapshot.edges.get(token) ?? []) {
      const to = numbers.get(edge.tokenOut);
      if (to === undefined || to === from) continue;
      places.set(edgeKey(edge), core.length);
      const curve = curveOf(edge, edge.state, snapshot.next);
      if (!isTimeless(edge)) dated.push(core.length);
      coreEdges.push(edge);
      core.push({ from, to, pool: poolOf(edge), curve, form: formOf(edge) });
    }
  }
  const workspace = workspaces(tokenCount, core.length);
  const layout = { numbers, tokenCount, places, poolOf, formOf, workspace };
  return { snapshot, layout, core: edgeTable(tokenCount, core), coreEdges, dated };
}

/** Numbers of the common tokens of a snapshot, as `Layout.numbers`. */
export function commonNumbers(snapshot: Snapshot): ReadonlyMap<Address, number> {
  const numbers = new Map<Address, number>();
  for (const token of commonTokens(snapshot)) {
    if (token !== NATIVE) numbers.set(token, numbers.size);
  }
  const wrapped = numbers.get(snapshot.wrappedNative);
  if (wrapped !== undefined) numbers.set(NATIVE, wrapped);
  return numbers;
}

function formsOf({ wrappedNative }: Snapshot): Layout["formOf"] {
  return ({ tokenIn, tokenOut }) => {
    if (tokenIn === NATIVE || tokenOut === NATIVE) return NATIVE_FORM;
    return tokenIn === wrappedNative || tokenOut === wrappedNative ? WRAPPED_FORM : 0;
  };
}

function poolNumbers(): Layout["poolOf"] {
  const pools = new Map<string, number>();
  return ({ state }) => {
    const pool = pools.get(state.id) ?? pools.size;
    pools.set(state.id, pool);
    return pool;
  };
}

function workspaces(commonCount: number, coreCount: number): Layout["workspace"] {
  // A request adds its two ends and their edges to what common tokens have, seldom more.
  let workspace = createWorkspace(commonCount + 2, 2 * coreCount);
  return (tokenCount, edgeCount) => {
    if (tokenCount > workspace.tokenCount || edgeCount > workspace.edgeCount) {
      workspace = createWorkspace(
        Math.max(tokenCount, workspace.tokenCount),
        Math.max(2 * edgeCount, workspace.edgeCount),
      );
    }
    return workspace;
  };
}
