import type { Address } from "viem";
import type { GraphEdge, Snapshot } from "../../graph/snapshot.ts";
import { curveOf } from "./curves.ts";
import { type EdgeTable, edgeTable, type ProblemEdge } from "./problem.ts";
import { createWorkspace, type Workspace } from "./workspace.ts";

/** What requests on one snapshot have in common. */
export interface Market {
  /** Numbers of the connectors, from 0 on. */
  readonly connectors: ReadonlyMap<Address, number>;
  /** Edges from connector to connector. */
  readonly core: EdgeTable;
  /** The graph's edge behind each of the core's. */
  readonly coreEdges: readonly GraphEdge[];
  /** Edges into tokens that are no connectors, by token. */
  readonly inbound: ReadonlyMap<Address, readonly GraphEdge[]>;
  /** Number of a pool, the same on every edge of it. */
  readonly poolOf: (edge: GraphEdge) => number;
  /** A workspace with room for so many tokens and edges. */
  readonly workspace: (tokenCount: number, edgeCount: number) => Workspace;
}

const known = new WeakMap<Snapshot, Market>();

/**
 * The market of a snapshot, made on the first request for it.
 *
 * Requests pass through connectors alone, so only edges between those are laid out; pools of other tokens cost nothing until a request
 * names one of their tokens. Curves belong to edges and outlive the snapshot.
 */
export function marketOf(snapshot: Snapshot): Market {
  const made = known.get(snapshot);
  if (made !== undefined) return made;
  const market = createMarket(snapshot);
  known.set(snapshot, market);
  return market;
}

function createMarket(snapshot: Snapshot): Market {
  const connectors = new Map([...snapshot.connectors].map((token, n) => [token, n]));
  const pools = new Map<string, number>();
  const poolOf = ({ state }: GraphEdge): number => {
    const pool = pools.get(state.id) ?? pools.size;
    pools.set(state.id, pool);
    return pool;
  };
  const coreEdges: GraphEdge[] = [];
  const core: ProblemEdge[] = [];
  const inbound = new Map<Address, GraphEdge[]>();
  for (const [token, from] of connectors) {
    for (const edge of snapshot.edges.get(token) ?? []) {
      const to = connectors.get(edge.tokenOut);
      if (to === undefined) continue;
      coreEdges.push(edge);
      const curve = curveOf(edge, edge.state, snapshot.next);
      core.push({ from, to, pool: poolOf(edge), curve });
    }
  }
  for (const edges of snapshot.edges.values()) {
    for (const edge of edges) {
      if (connectors.has(edge.tokenOut)) continue;
      const into = inbound.get(edge.tokenOut);
      if (into === undefined) inbound.set(edge.tokenOut, [edge]);
      else into.push(edge);
    }
  }
  // A request adds its two ends and their edges to what connectors have, seldom more.
  let workspace = createWorkspace(connectors.size + 2, core.length * 2);
  return {
    ...{ connectors, core: edgeTable(connectors.size, core), coreEdges, inbound, poolOf },
    workspace(tokenCount, edgeCount) {
      if (tokenCount > workspace.tokenCount || edgeCount > workspace.edgeCount) {
        workspace = createWorkspace(
          Math.max(tokenCount, workspace.tokenCount),
          Math.max(2 * edgeCount, workspace.edgeCount),
        );
      }
      return workspace;
    },
  };
}
