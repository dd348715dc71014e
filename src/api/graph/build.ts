import type { Address } from "viem";
import { NATIVE } from "../../lib/address.ts";
import type { Chain } from "../../lib/chain.ts";
import { type SharedMap, sharedMap } from "../../lib/shared-map.ts";
import type { Edge } from "../../protocols/protocol.ts";
import { blockOf, dataFeeOf, priceFeedsOf } from "./block.ts";
import type { Head } from "./heads.ts";
import { changedLists, changesAt, type ListChanges, type Lists, noLists } from "./in-order.ts";
import { type Issues, mentionedBy, NO_ISSUES, tokensOf, updateIssues } from "./issues.ts";
import { EMPTY_MEMORY, type HeldState, type Memory, type Touched } from "./memory.ts";
import type { GraphEdge, Snapshot, Token } from "./snapshot.ts";
import { type TokenRules, tokenOf, usableEdges } from "./usable-edges.ts";

/** A snapshot, and what the next one is made from. */
export interface Graph {
  readonly snapshot: Snapshot;
  /** The states it was built from. */
  readonly states: Memory["states"];
  readonly parts: GraphParts;
}

/** What a graph is put together from; all of it is shared with the next one but for changes. */
interface GraphParts {
  readonly issues: Issues;
  /** Ids of the states that trade a token, issue it or consist of it. */
  readonly mentions: Lists<Address, string>;
  /** By state id, in protocol order; a state without usable edges has no entry. */
  readonly byState: SharedMap<string, readonly GraphEdge[]>;
  readonly edges: Lists<Address, GraphEdge>;
  readonly edgesInto: Lists<Address, GraphEdge>;
  readonly pools: SharedMap<string, HeldState["state"]>;
  readonly tokens: SharedMap<Address, Token>;
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

const NO_PARTS: GraphParts = {
  issues: NO_ISSUES,
  ...{ mentions: noLists(), edges: noLists(), edgesInto: noLists() },
  ...{ byState: sharedMap(), pools: sharedMap(), tokens: sharedMap() },
};

/**
 * The graph of a memory from nothing. Order: states by id, edges in protocol order; it depends on
 * the rows alone.
 */
export function buildGraph(input: GraphInput): Graph {
  const { states } = input.memory;
  const touched = { states: new Set(states.keys()), tokens: new Set([NATIVE]) };
  const connectors = new Set(input.chain.connectors);
  return graphOf(updateParts(NO_PARTS, EMPTY_MEMORY.states, { input, touched }), input, connectors);
}

/**
 * The graph of a memory from the one before it: equal to `buildGraph(input)`. What nothing touched
 * is taken over, so that it costs what changed, not what exists.
 *
 * @param touched What changed since `previous` was built, verdicts of the quality check included.
 */
export function updateGraph(previous: Graph, input: GraphInput, touched: Touched): Graph {
  const parts = updateParts(previous.parts, previous.states, { input, touched });
  return graphOf(parts, input, previous.snapshot.connectors);
}

/** The graph with other tokens that routes may pass through, besides the chain's own. */
export function withConnectors(graph: Graph, chosen: readonly Address[]): Graph {
  const { connectors, pricing } = graph.snapshot;
  const isSame = pricing.size + chosen.length === connectors.size;
  if (isSame && chosen.every((token) => connectors.has(token))) return graph;
  return {
    ...graph,
    snapshot: { ...graph.snapshot, connectors: new Set([...pricing, ...chosen]) },
  };
}

function graphOf(parts: GraphParts, input: GraphInput, connectors: Snapshot["connectors"]): Graph {
  const { chain, memory } = input;
  const { issues, edges, edgesInto, pools, tokens } = parts;
  const snapshot: Snapshot = {
    chainId: chain.chainId,
    ...blockOf(input),
    wrappedNative: chain.wrappedNative,
    connectors,
    pricing: new Set(chain.connectors),
    usdAnchors: new Set(chain.usdAnchors),
    ...{ priceFeeds: priceFeedsOf(input), dataFee: dataFeeOf(input) },
    defiTokens: issues.tokens.first,
    positions: issues.positions.first,
    ...{ tokens, pools, edges, edgesInto },
  };
  return { snapshot, states: memory.states, parts };
}

function updateParts(
  previous: GraphParts,
  before: Memory["states"],
  { input, touched }: { readonly input: GraphInput; readonly touched: Touched },
): GraphParts {
  const { memory } = input;
  const change = { before, after: memory.states, touched: touched.states };
  const { issues, renewed } = updateIssues(previous.issues, change);
  const mentions = updateMentions(previous.mentions, change);
  const isNew = previous === NO_PARTS;
  const tokens = new Set([...touched.tokens, ...renewed]);
  const states = new Set(touched.states);
  // Of a new graph every state is touched.
  if (!isNew) addDependents(tokens, states, { mentions, memory });
  const rules: TokenRules = { ...input, issues, found: new Map() };
  const own = new Map<string, readonly GraphEdge[] | undefined>();
  const [edges, edgesInto] = [newChanges(), newChanges()];
  for (const id of states) {
    const held = memory.states.get(id);
    const old = previous.byState.get(id) ?? [];
    const usable = held === undefined ? [] : usableEdges(held, rules);
    const isAlike = isSameShape(old, usable);
    if (isAlike && (old.length === 0 || old[0]?.state === held?.state)) continue;
    for (const { tokenIn, tokenOut } of old) {
      changesAt(edges, tokenIn, id);
      changesAt(edgesInto, tokenOut, id);
      if (!isAlike) tokens.add(tokenIn).add(tokenOut);
    }
    const edgesNow: GraphEdge[] = [];
    for (const [place, edge] of held === undefined ? [] : usable.entries()) {
      const { protocol, state } = held as HeldState;
      const graphEdge = { ...edge, place, protocol, state };
      edgesNow.push(graphEdge);
      changesAt(edges, edge.tokenIn, id).push(graphEdge);
      changesAt(edgesInto, edge.tokenOut, id).push(graphEdge);
      if (!isAlike) tokens.add(edge.tokenIn).add(edge.tokenOut);
    }
    own.set(id, edgesNow.length === 0 ? undefined : edgesNow);
  }
  const idOf = ({ state }: GraphEdge): string => state.id;
  const parts = {
    ...{ issues, mentions },
    byState: previous.byState.with(own),
    edges: changedLists(previous.edges, edges, idOf),
    edgesInto: changedLists(previous.edgesInto, edgesInto, idOf),
    pools: previous.pools.with(new Map([...own].map(([id, list]) => [id, list?.[0]?.state]))),
  };
  return { ...parts, tokens: updateTokens(previous.tokens, tokens, { parts, rules }) };
}

function newChanges(): ListChanges<Address, GraphEdge> {
  return new Map();
}

function updateMentions(
  previous: GraphParts["mentions"],
  on: {
    readonly before: Memory["states"];
    readonly after: Memory["states"];
    readonly touched: Touched["states"];
  },
): GraphParts["mentions"] {
  const changes: ListChanges<Address, string> = new Map();
  for (const id of on.touched) {
    const [old, now] = [mentionedIn(on.before, id), mentionedIn(on.after, id)];
    for (const token of old) if (!now.has(token)) changesAt(changes, token, id);
    for (const token of now) if (!old.has(token)) changesAt(changes, token, id).push(id);
  }
  return changedLists(previous, changes, (id) => id);
}

function mentionedIn(states: Memory["states"], id: string): ReadonlySet<Address> {
  const held = states.get(id);
  return held === undefined ? new Set() : mentionedBy(held);
}

/** Adds the tokens that consist of `tokens`, and the states that trade one of them. */
function addDependents(
  tokens: Set<Address>,
  states: Set<string>,
  { mentions, memory }: Pick<GraphParts, "mentions"> & Pick<GraphInput, "memory">,
): void {
  // Those that are added meanwhile have their turn, too.
  for (const token of tokens) {
    for (const id of mentions.get(token) ?? []) {
      states.add(id);
      const held = memory.states.get(id);
      for (const issued of held === undefined ? [] : tokensOf(held)) {
        if (issued.underlyingTokens.includes(token)) tokens.add(issued.address);
      }
    }
  }
}

/** The tokens that some edge trades, after those of `asked` may be others. */
function updateTokens(
  previous: GraphParts["tokens"],
  asked: ReadonlySet<Address>,
  {
    parts: { edges, edgesInto, issues },
    rules,
  }: {
    readonly parts: Pick<GraphParts, "edges" | "edgesInto" | "issues">;
    readonly rules: TokenRules;
  },
): GraphParts["tokens"] {
  const listed = new Map<Address, Token | undefined>();
  for (const address of asked) {
    const isEnd = edgesInto.get(address) !== undefined && !issues.positions.first.has(address);
    const isUsed = address === NATIVE || isEnd || edges.get(address) !== undefined;
    const [old, now] = [previous.get(address), isUsed ? tokenOf(address, rules) : null];
    listed.set(address, now === null ? undefined : isSameToken(old, now) ? old : now);
  }
  return previous.with(listed);
}

function isSameToken(a: Token | undefined, b: Token): boolean {
  return a?.decimals === b.decimals && a.symbol === b.symbol && a.name === b.name;
}

function isSameShape(before: readonly Edge[], after: readonly Edge[]): boolean {
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
