import type { Address } from "viem";
import { PRICE_FEEDS } from "../../catalog/price-feeds/feeds.ts";
import { NATIVE } from "../../lib/address.ts";
import type { Chain } from "../../lib/chain.ts";
import type { Edge } from "../../protocols/protocol.ts";
import type { Head } from "./heads.ts";
import { issuesOf, updateIssues } from "./issues.ts";
import type { HeldState, Memory, Touched } from "./memory.ts";
import { nextTimestamp } from "./pace.ts";
import type { GraphEdge, PriceFeedAnswer, Snapshot, Token } from "./snapshot.ts";
import { tokenOf, usableEdges } from "./usable-edges.ts";

/** A snapshot, and its edges by state id, which the next build starts from. */
export interface Graph {
  readonly snapshot: Snapshot;
  /** In protocol order; a state without usable edges has no entry. */
  readonly edgesByState: ReadonlyMap<string, readonly GraphEdge[]>;
  /** The states it was built from. */
  readonly states: Memory["states"];
}

/** What a snapshot is made from. */
export interface GraphInput {
  readonly chain: Chain;
  readonly memory: Memory;
  /** The newest of the memory's heads. */
  readonly head: Head;
  /** Whether a token passed the quality check. */
  readonly accepts: (token: Address) => boolean;
}

/**
 * The graph of a memory from nothing. Order: states by id, edges in protocol order; it depends on
 * the rows alone.
 */
export function buildGraph(input: GraphInput): Graph {
  const { chain, memory } = input;
  const issues = issuesOf(memory);
  const rules = { ...input, issues };
  const edgesByState = new Map<string, readonly GraphEdge[]>();
  const edges = new Map<Address, GraphEdge[]>();
  const pools = new Map<string, HeldState["state"]>();
  const used = new Set<Address>([NATIVE]);
  let index = 0;
  for (const id of [...memory.states.keys()].sort()) {
    const held = memory.states.get(id);
    if (held === undefined) continue;
    const own: GraphEdge[] = [];
    for (const edge of usableEdges(held, rules)) {
      const graphEdge = { ...edge, index, protocol: held.protocol, state: held.state };
      index += 1;
      own.push(graphEdge);
      append(edges, graphEdge);
      used.add(edge.tokenIn);
      if (!issues.positions.has(edge.tokenOut)) used.add(edge.tokenOut);
    }
    if (own.length === 0) continue;
    edgesByState.set(id, own);
    pools.set(id, held.state);
  }
  const tokens = new Map<Address, Token>();
  for (const address of [...used].sort()) {
    const listed = tokenOf(address, rules);
    if (listed !== null) tokens.set(address, listed);
  }
  const fixed = {
    chainId: chain.chainId,
    wrappedNative: chain.wrappedNative,
    connectors: new Set(chain.connectors),
    usdAnchors: new Set(chain.usdAnchors),
    tokens,
    defiTokens: issues.tokens,
    positions: issues.positions,
  };
  const sorted = new Map([...edges].sort(([left], [right]) => (left < right ? -1 : 1)));
  const snapshot = {
    ...{ ...fixed, ...blockOf(input), pools, edges: sorted },
    priceFeeds: priceFeedsOf(input),
  };
  return { snapshot, edgesByState, states: memory.states };
}

/**
 * The graph of a memory from the one before it: equal to `buildGraph(input)` in every field, but
 * arrays of tokens that no touched state trades are taken over.
 *
 * @param touched What changed since `previous` was built, verdicts of the quality check included.
 */
export function updateGraph(previous: Graph, input: GraphInput, touched: Touched): Graph {
  if (touched.tokens.size > 0) return buildGraph(input);
  const known = { tokens: previous.snapshot.defiTokens, positions: previous.snapshot.positions };
  const change = { memory: input.memory, touched: touched.states };
  const issues = updateIssues(known, previous.states, change);
  if (issues === null) return buildGraph(input);
  const rules = { ...input, issues };
  const changed = new Map<Address, GraphEdge[]>();
  const edgesByState = new Map(previous.edgesByState);
  const pools = new Map(previous.snapshot.pools);
  for (const id of touched.states) {
    const before = previous.edgesByState.get(id) ?? [];
    const held = input.memory.states.get(id);
    const after = held === undefined ? [] : usableEdges(held, rules);
    // A pool that came, went, filled up or ran dry moves the index of every edge behind it.
    if (!sameShape(before, after)) return buildGraph(input);
    if (held === undefined || after.length === 0) continue;
    const own = after.map((edge, at) => ({
      ...edge,
      index: before[at]?.index ?? 0,
      protocol: held.protocol,
      state: held.state,
    }));
    for (const edge of own) append(changed, edge);
    edgesByState.set(id, own);
    pools.set(id, held.state);
  }
  const edges = new Map(previous.snapshot.edges);
  for (const [tokenIn, replacements] of changed) {
    edges.set(tokenIn, replaceByIndex(edges.get(tokenIn) ?? [], replacements));
  }
  const listed = { defiTokens: issues.tokens, positions: issues.positions };
  const snapshot = {
    ...{ ...previous.snapshot, ...blockOf(input), ...listed, pools, edges },
    priceFeeds: priceFeedsOf(input),
  };
  return { snapshot, edgesByState, states: input.memory.states };
}

function blockOf({ chain, head, memory }: GraphInput): Pick<Snapshot, "block" | "next"> {
  const { number, hash, timestamp, baseFeePerGas } = head;
  return {
    block: { number, hash, timestamp, baseFeePerGas },
    next: {
      number: BigInt(number) + 1n,
      timestamp: BigInt(nextTimestamp(memory.heads, chain)),
    },
  };
}

/** The chain's feeds that ever answered, by token. */
function priceFeedsOf({ chain, memory }: GraphInput): Snapshot["priceFeeds"] {
  const answers = new Map(memory.priceFeeds.map((row) => [row.feed, row]));
  const byToken = new Map<Address, PriceFeedAnswer>();
  for (const [token, { feed, heartbeatSeconds }] of PRICE_FEEDS.get(chain.chainId) ?? []) {
    const row = answers.get(feed);
    if (row === undefined) continue;
    const { answer, decimals, updatedAt } = row;
    byToken.set(token, { answer, decimals, updatedAt, heartbeatSeconds });
  }
  return byToken;
}

function sameShape(before: readonly Edge[], after: readonly Edge[]): boolean {
  return (
    before.length === after.length &&
    before.every((edge, at) => {
      const other = after[at];
      return (
        edge.action === other?.action &&
        edge.tokenIn === other.tokenIn &&
        edge.tokenOut === other.tokenOut
      );
    })
  );
}

function append(edges: Map<Address, GraphEdge[]>, edge: GraphEdge): void {
  const own = edges.get(edge.tokenIn);
  if (own === undefined) edges.set(edge.tokenIn, [edge]);
  else own.push(edge);
}

/** `edges` with those of the same index replaced; ascending by index as before. */
function replaceByIndex(
  edges: readonly GraphEdge[],
  replacements: readonly GraphEdge[],
): readonly GraphEdge[] {
  const byIndex = new Map(replacements.map((edge) => [edge.index, edge]));
  return edges.map((edge) => byIndex.get(edge.index) ?? edge);
}
