import type { Address } from "viem";
import { buildGraph, type Graph, updateGraph } from "../../../src/api/graph/build.ts";
import { type Published, rememberAccepted } from "../../../src/api/graph/follower.ts";
import type { Head } from "../../../src/api/graph/heads.ts";
import {
  type Changes,
  type HeldState,
  mergeChanges,
  type Touched,
} from "../../../src/api/graph/memory.ts";
import type { Snapshot } from "../../../src/api/graph/snapshot.ts";
import type { Chain } from "../../../src/lib/chain.ts";
import { CHAIN, headsUpTo, memoryOf } from "../graph/chain-of-blocks.ts";
import { addressOf, createRandom, createStates } from "../router/market.ts";

/** A block as a feed tells of it. */
export interface Block {
  readonly snapshot: Snapshot;
  readonly published: Published;
  readonly touched: Touched;
}

export interface BlockOptions {
  readonly seed: number;
  readonly tokens: number;
  readonly pools: number;
}

/** The chain of a generated market. */
export function chainOf(): Chain {
  const connectors = [0, 1, 2, 3].map((n) => addressOf("token", n));
  const [wrappedNative = addressOf("token", 0), dollar = wrappedNative] = connectors;
  return { ...CHAIN, wrappedNative, usdAnchors: [dollar], connectors };
}

const FIRST = 100;

/**
 * The snapshots of a generated market block by block, without end and the same for the same options: pools trade, tokens pass the quality
 * check late, and now and then blocks are taken back, with pools that are gone for a while.
 */
export function* blocksOf(options: BlockOptions): Generator<Block, never> {
  const random = createRandom(options.seed);
  const chain = chainOf();
  const original = createStates(options);
  const tokens = Array.from({ length: options.tokens }, (_, n) => ({
    ...{ address: addressOf("token", n), symbol: `T${n}`, name: null, decimals: 18 },
    updatedBlock: 0,
  }));
  // Half of the others pass later.
  const passed = new Set(
    tokens.filter((_, n) => n < 6 || n % 2 === 0).map(({ address }) => address),
  );
  const accepted = rememberAccepted((token) => passed.has(token));
  let memory = memoryOf(original, tokens, headsUpTo(FIRST));
  let graph: Graph | null = null;
  let touched: Touched = { states: new Set(), tokens: new Set() };
  for (let number = FIRST; ; ) {
    const head = memory.heads.at(-1) as Head;
    const input = { chain, memory, head, accepts: accepted.accepts };
    graph = graph === null ? buildGraph(input) : updateGraph(graph, input, touched);
    yield {
      snapshot: graph.snapshot,
      published: { memory, head, accepted: accepted.all() },
      touched,
    };
    number += 1;
    const depth = random() < 0.2 ? 1 + Math.floor(random() * 3) : 0;
    const orphans = original.filter(
      ({ state }) => (memory.states.get(state.id)?.state.updatedBlock ?? 0) > number - 1 - depth,
    );
    const missing = original.filter(({ state }) => !memory.states.has(state.id));
    const news: Changes = {
      heads: headsUpTo(number, { forkAt: number - depth }),
      ancestorBlock: number - 1 - depth,
      states: [
        ...[...orphans, ...missing].filter(() => random() < 0.7).map((held) => at(held, number)),
        ...original
          .filter(({ state }) => memory.states.has(state.id) && random() < 0.1)
          .flatMap(({ state }) => traded(memory.states.get(state.id), number)),
      ],
      tokens: [],
      priceFeeds: [],
    };
    const late = tokens.find(({ address }) => !passed.has(address));
    const verdicts = new Set<Address>();
    if (late !== undefined && random() < 0.3) {
      passed.add(late.address);
      // Sometimes it passes while a snapshot is built, which the feed hears of later.
      if (random() < 0.7) verdicts.add(late.address);
    }
    const merged = mergeChanges(memory, news);
    memory = merged.memory;
    touched = {
      states: merged.touched.states,
      tokens: new Set([...merged.touched.tokens, ...verdicts]),
    };
  }
}

function at({ protocol, state }: HeldState, updatedBlock: number): HeldState {
  return { protocol, state: { ...state, updatedBlock } };
}

/** The state after a small trade through its first edge. */
function traded(held: HeldState | undefined, number: number): readonly HeldState[] {
  if (held === undefined) return [];
  const { protocol, state } = held;
  const [edge] = protocol.edges(state);
  if (edge === undefined) return [];
  const context = { number: BigInt(number), timestamp: 1_700_000_000n };
  const amountIn = protocol.maxIn(state, edge, context);
  const small = amountIn < 10n ** 18n ? amountIn : 10n ** 18n;
  const quote = protocol.quote(state, edge, small, context);
  return quote.ok ? [at({ protocol, state: quote.next }, number)] : [];
}
