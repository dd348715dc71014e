import type { Address } from "viem";
import type { Chain } from "../../lib/chain.ts";
import type { Protocol } from "../../protocols/protocol.ts";
import { buildGraph, type Graph, updateGraph } from "../graph/build.ts";
import { EMPTY_MEMORY, type HeldState, type Memory, type TokenRow } from "../graph/memory.ts";
import type { Snapshot } from "../graph/snapshot.ts";
import {
  type ChangedState,
  type GraphNews,
  KEPT_VERSIONS,
  type Order,
  type WholeState,
} from "./messages.ts";

/** The graph of one feed, followed from what is told of it, with the same indexes and the same contents in every version. */
export interface GraphCopy {
  /** Takes some states of the version to come. */
  take(states: readonly WholeState[]): void;
  build(version: number, news: GraphNews): void;
  /** The snapshot of a version; null when it is not kept. */
  snapshot(version: number): Snapshot | null;
}

/**
 * An empty copy.
 *
 * @param protocols The families that the states are of.
 */
export function createGraphCopy(chain: Chain, protocols: readonly Protocol[]): GraphCopy {
  const families = new Map(protocols.map((protocol) => [protocol.family, protocol]));
  const accepted = new Set<Address>();
  const snapshots = new Map<number, Snapshot>();
  const taken = new Map<string, HeldState>();
  let memory: Memory = EMPTY_MEMORY;
  let graph: Graph | null = null;

  function heldOf({ family, state }: WholeState): HeldState {
    const protocol = families.get(family);
    if (protocol === undefined) throw new Error(`the state ${state.id} is of no family, ${family}`);
    return { protocol, state };
  }

  function changedOf(states: Memory["states"], { id, members }: ChangedState): HeldState {
    const old = states.get(id);
    if (old === undefined) throw new Error(`the state ${id} changed before it was told`);
    return { protocol: old.protocol, state: { ...old.state, ...members } };
  }

  return {
    take(states) {
      for (const state of states) taken.set(state.state.id, heldOf(state));
    },
    build(version, news) {
      const states = new Map([...memory.states, ...taken]);
      taken.clear();
      for (const id of news.goneStates) states.delete(id);
      const touched = new Set(news.goneStates);
      for (const change of news.states) {
        const held = "family" in change ? heldOf(change) : changedOf(states, change);
        states.set(held.state.id, held);
        touched.add(held.state.id);
      }
      const tokens = new Map<Address, TokenRow>(memory.tokens);
      for (const address of news.goneTokens) tokens.delete(address);
      for (const row of news.tokens) tokens.set(row.address, row);
      for (const token of news.accepted) accepted.add(token);
      const { head, priceFeeds } = news;
      memory = { heads: [head], states, tokens, priceFeeds };
      const input = { chain, memory, head, accepts: (token: Address) => accepted.has(token) };
      graph =
        graph === null
          ? buildGraph(input)
          : updateGraph(graph, input, { states: touched, tokens: new Set(news.touchedTokens) });
      snapshots.set(version, graph.snapshot);
      for (const old of snapshots.keys()) {
        if (old <= version - KEPT_VERSIONS) snapshots.delete(old);
      }
    },
    snapshot: (version) => snapshots.get(version) ?? null,
  };
}

/** Copies by feed, as orders tell of them. */
export interface GraphCopies {
  /** Follows an order that is about a graph. */
  follow(order: Exclude<Order, { readonly kind: "search" }>): void;
  snapshot(feed: number, version: number): Snapshot | null;
}

/** No copies yet. */
export function createGraphCopies(protocols: readonly Protocol[]): GraphCopies {
  const copies = new Map<number, GraphCopy>();
  const copyOf = (feed: number): GraphCopy => {
    const copy = copies.get(feed);
    if (copy === undefined) throw new Error(`feed ${feed} was not opened`);
    return copy;
  };
  return {
    follow(order) {
      switch (order.kind) {
        case "open":
          copies.set(order.feed, createGraphCopy(order.chain, protocols));
          return;
        case "states":
          copyOf(order.feed).take(order.states);
          return;
        case "graph":
          copyOf(order.feed).build(order.version, order.news);
          return;
        case "forget":
          copies.delete(order.feed);
      }
    },
    snapshot: (feed, version) => copies.get(feed)?.snapshot(version) ?? null,
  };
}
