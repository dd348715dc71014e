import type { Address } from "viem";
import { NATIVE } from "../../../lib/address.ts";
import type { GraphEdge, Snapshot } from "../../graph/snapshot.ts";
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

/** What snapshots with the same pools have in common: where each edge stands. */
export interface Layout {
  /**
   * Numbers of the common tokens, from 0 on. The native currency has its wrapped form's, as they
   * are one token to a search.
   */
  readonly numbers: ReadonlyMap<Address, number>;
  /** Those numbers. */
  readonly tokenCount: number;
  /** By common token: number in the core of each of its edges; -1 of those that are not in it. */
  readonly places: ReadonlyMap<Address, Int32Array>;
  /**
   * Of the native currency and tokens that are not common: the edges into each by where they start,
   * and those from each to common tokens; as places in `edges.get(tokenIn)`, ascending. So that
   * edges which no request passes cost none anything.
   */
  readonly inbound: ReadonlyMap<Address, ReadonlyMap<Address, readonly number[]>>;
  readonly outbound: ReadonlyMap<Address, readonly number[]>;
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
 * where that has the same pools.
 *
 * Requests pass through common tokens alone, so only edges between those are laid out; pools of other
 * tokens cost nothing until a request names one of their tokens. Curves belong to edges and outlive
 * the snapshot.
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
  const places = new Map<Address, Int32Array>();
  const dated: number[] = [];
  // Ascending by number, so that edges of one number follow each other.
  for (const [token, from] of [...numbers].sort(([, a], [, b]) => a - b)) {
    const outgoing = snapshot.edges.get(token) ?? [];
    const own = new Int32Array(outgoing.length).fill(-1);
    places.set(token, own);
    for (const [index, edge] of outgoing.entries()) {
      const to = numbers.get(edge.tokenOut);
      if (to === undefined || to === from) continue;
      own[index] = core.length;
      const curve = curveOf(edge, edge.state, snapshot.next);
      if (!isTimeless(edge)) dated.push(core.length);
      coreEdges.push(edge);
      core.push({ from, to, pool: poolOf(edge), curve, form: formOf(edge) });
    }
  }
  const workspace = workspaces(tokenCount, core.length);
  const known = { numbers, tokenCount, places, ...joints(snapshot, numbers) };
  const layout = { ...known, poolOf, formOf, workspace };
  return { snapshot, layout, core: edgeTable(tokenCount, core), coreEdges, dated };
}

function commonNumbers(snapshot: Snapshot): ReadonlyMap<Address, number> {
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

function joints(
  snapshot: Snapshot,
  numbers: ReadonlyMap<Address, number>,
): Pick<Layout, "inbound" | "outbound"> {
  const isCommon = (token: Address): boolean => token !== NATIVE && numbers.has(token);
  const inbound = new Map<Address, Map<Address, number[]>>();
  const outbound = new Map<Address, number[]>();
  for (const [tokenIn, edges] of snapshot.edges) {
    const toConnectors: number[] = [];
    for (const [place, { tokenOut }] of edges.entries()) {
      if (isCommon(tokenOut)) {
        toConnectors.push(place);
        continue;
      }
      const into = inbound.get(tokenOut) ?? new Map<Address, number[]>();
      inbound.set(tokenOut, into);
      const places = into.get(tokenIn);
      if (places === undefined) into.set(tokenIn, [place]);
      else places.push(place);
    }
    if (!isCommon(tokenIn)) outbound.set(tokenIn, toConnectors);
  }
  return { inbound, outbound };
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
