import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildGraph, type GraphInput, updateGraph } from "../../../src/api/graph/build.ts";
import {
  type Changes,
  type HeldState,
  type Memory,
  mergeChanges,
} from "../../../src/api/graph/memory.ts";
import { compareEdges } from "../../../src/api/graph/snapshot.ts";
import { createPriceBook } from "../../../src/api/prices/prices.ts";
import { NATIVE } from "../../../src/lib/address.ts";
import { erc4626 } from "../../../src/protocols/erc4626/index.ts";
import { NAMED_SLUG } from "../../../src/protocols/erc4626/open.ts";
import { wrappedNative } from "../../../src/protocols/wrapped-native/index.ts";
import { vault } from "../../protocols/erc4626/sample.ts";
import {
  addressOf,
  CHAIN,
  feedRow,
  headsUpTo,
  memoryOf,
  pair,
  tokenRow,
} from "./chain-of-blocks.ts";
import { plainGraph } from "./plain.ts";

function inputOf(memory: Memory, accepts: GraphInput["accepts"] = () => true): GraphInput {
  const head = memory.heads.at(-1);
  if (head === undefined) throw new Error("a memory without heads has no graph");
  return { chain: CHAIN, memory, head, accepts };
}

const TOKENS = [tokenRow(1), tokenRow(2, { decimals: 6 }), tokenRow(3)];
const WRAPPER = {
  protocol: wrappedNative,
  state: { id: addressOf(1), slug: "weth", updatedBlock: 0, token: addressOf(1) },
};

const [WETH, USDC, ETH_FEED, USDC_FEED] = [
  "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2",
  "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
  "0x5f4ec3df9cbd43714fe2740f5e3616155c5b8419",
  "0x8fffffd4afb6115b954bd326cbe7b4ba576818f6",
] as const;

describe("buildGraph", () => {
  test("default: block, next block, tokens, pools and edges in fixed order", () => {
    const states = [pair(12, [1, 2]), WRAPPER, pair(11, [2, 3])];
    const { snapshot } = buildGraph(inputOf(memoryOf(states, TOKENS, headsUpTo(9))));
    expect(snapshot.block).toEqual({
      number: 9,
      hash: headsUpTo(9)[8]?.hash,
      timestamp: 1_108,
      baseFeePerGas: 7n,
    });
    expect(snapshot.next).toEqual({ number: 10n, timestamp: 1_120n });
    expect([...snapshot.tokens.keys()]).toEqual([addressOf(1), addressOf(2), addressOf(3), NATIVE]);
    expect(snapshot.tokens.get(addressOf(2))).toEqual({
      address: addressOf(2),
      decimals: 6,
      symbol: "T2",
      name: null,
    });
    expect([...snapshot.pools.keys()]).toEqual([addressOf(1), addressOf(11), addressOf(12)]);
    const edges = [...snapshot.edges.values()].flat().sort(compareEdges);
    expect(edges.map(({ place, state, tokenIn }) => [place, state.id, tokenIn])).toEqual([
      [0, addressOf(1), NATIVE],
      [1, addressOf(1), addressOf(1)],
      [0, addressOf(11), addressOf(2)],
      [1, addressOf(11), addressOf(3)],
      [0, addressOf(12), addressOf(1)],
      [1, addressOf(12), addressOf(2)],
    ]);
  });

  test("behavior: tokens that failed, lack decimals or lack liquidity are not in it", () => {
    const tokens = [
      ...TOKENS,
      tokenRow(4, { decimals: null }),
      tokenRow(5, { decimals: 37 }),
      tokenRow(6, { decimals: 36 }),
      tokenRow(7),
    ];
    const states = [
      pair(11, [1, 3]),
      pair(12, [1, 4]),
      pair(13, [1, 5]),
      pair(14, [1, 6]),
      pair(15, [1, 7], { reserve0: 0n }),
      pair(16, [1, 8]),
    ];
    const accepts = (token: string) => token !== addressOf(3);
    const { snapshot } = buildGraph(inputOf(memoryOf(states, tokens), accepts));
    expect([...snapshot.tokens.keys()]).toEqual([addressOf(1), addressOf(6), NATIVE]);
    expect([...snapshot.pools.keys()]).toEqual([addressOf(14)]);
  });

  test("behavior: a share of anybody's code is in it if it passed, its vault if its asset did", () => {
    const [share, asset] = [addressOf(20), addressOf(3)];
    const tokens = [...TOKENS, tokenRow(20)];
    const inGraph = (pairs: readonly HeldState[], slug: string, refused: string | null) => {
      const state = { ...vault, id: share, address: share, asset, slug };
      const states = [...pairs, { protocol: erc4626, state }];
      const accepts = (token: string) => token !== refused;
      const { snapshot } = buildGraph(inputOf(memoryOf(states, tokens), accepts));
      return [snapshot.tokens.has(share), snapshot.pools.has(share)];
    };
    const states = [pair(11, [1, 3]), pair(12, [1, 20])];
    expect(inGraph(states, NAMED_SLUG, null)).toEqual([true, true]);
    expect(inGraph(states, NAMED_SLUG, share)).toEqual([false, false]);
    // It trades elsewhere, as it did before.
    expect(inGraph(states, NAMED_SLUG, asset)).toEqual([true, false]);
    expect(inGraph([pair(11, [1, 3])], NAMED_SLUG, asset)).toEqual([false, false]);
    // The code of others is the protocol's.
    expect(inGraph(states, "metamorpho", share)).toEqual([true, true]);
    expect(inGraph(states, "metamorpho", asset)).toEqual([false, false]);
  });

  test("behavior: vaults of each other's shares, and a long row of them, are tokens like others", () => {
    const row = Array.from({ length: 20_000 }, (_, at) => 100 + at);
    const named = (n: number, asset: number) => {
      const own = { id: addressOf(n), address: addressOf(n), asset: addressOf(asset) };
      return { protocol: erc4626, state: { ...vault, ...own, slug: NAMED_SLUG } };
    };
    const states = [
      ...[pair(11, [1, 3]), named(20, 21), named(21, 20)],
      ...row.map((n) => named(n, n + 1)),
    ];
    const tokens = [...TOKENS, ...[20, 21, ...row, 20_100].map((n) => tokenRow(n))];
    const { snapshot } = buildGraph(inputOf(memoryOf(states, tokens)));
    expect(snapshot.pools.size).toBe(states.length);
    const book = createPriceBook(snapshot);
    for (const n of [20, 100]) expect(book.usd(addressOf(n))).toBeNull();
  });

  test("behavior: of blocks that share a second the next has it too, until all have", () => {
    const chain = { ...CHAIN, blockTimeSeconds: 0.25 };
    const nextOf = (blocks: number) => {
      const heads = headsUpTo(blocks).map((head) => ({ ...head, timestamp: 1_000 }));
      return buildGraph({ ...inputOf(memoryOf([], [], heads)), chain }).snapshot.next.timestamp;
    };
    expect([1, 2, 3, 4].map(nextOf)).toEqual([1_000n, 1_000n, 1_000n, 1_001n]);
  });

  test("behavior: answers of feeds by token, with the feed's heartbeat", () => {
    const rows = [feedRow(ETH_FEED, { answer: 300_000_000_000n }), feedRow(addressOf(77))];
    const memory = { ...memoryOf([], TOKENS), priceFeeds: rows };
    const { snapshot } = buildGraph(inputOf(memory));
    expect(snapshot.priceFeeds).toEqual(
      new Map([
        [
          WETH,
          { answer: 300_000_000_000n, decimals: 8, updatedAt: 1_000n, heartbeatSeconds: 3_600 },
        ],
      ]),
    );
    expect(snapshot.priceFeeds.has(USDC)).toBe(false);
  });
});

describe("updateGraph", () => {
  test("behavior: takes over the arrays of tokens that nothing touched", () => {
    const states = [pair(11, [1, 2]), pair(12, [2, 3])];
    const before = buildGraph(inputOf(memoryOf(states, TOKENS)));
    const news = pair(12, [2, 3], { reserve0: 9n, updatedBlock: 2 });
    const changes = {
      ...{
        heads: headsUpTo(2),
        ancestorBlock: 1,
        states: [news],
        tokens: [],
        priceFeeds: [],
        dataFee: null,
      },
    };
    const { memory, touched } = mergeChanges(memoryOf(states, TOKENS), changes);
    const after = updateGraph(before, inputOf(memory), touched).snapshot;
    const old = before.snapshot;
    expect(after.edges.get(addressOf(1))).toBe(old.edges.get(addressOf(1)));
    expect(after.edges.get(addressOf(2))).not.toBe(old.edges.get(addressOf(2)));
    expect(after.tokens).toBe(old.tokens);
    expect(after.edges.get(addressOf(3))?.[0]?.state).toBe(news.state);
    expect(old.edges.get(addressOf(3))?.[0]?.state).toBe(states[1]?.state);
  });

  test("behavior: equals a graph built from nothing, whatever happened before", () => {
    const change = fc.record({
      id: fc.integer({ min: 20, max: 28 }),
      reserve: fc.constantFrom(0n, 1n, 5_000n),
      gone: fc.boolean(),
      // Some pairs issue shares, and some trade another one's.
      issues: fc.boolean(),
      ofShares: fc.boolean(),
    });
    const block = fc.record({
      changes: fc.array(change, { maxLength: 4 }),
      depth: fc.constantFrom(0, 0, 0, 1, 3),
      verdict: fc.option(fc.integer({ min: 2, max: 6 })),
      named: fc.array(fc.integer({ min: 5, max: 28 }), { maxLength: 2 }),
      feeds: fc.subarray([
        { feed: ETH_FEED, answer: 5n },
        { feed: USDC_FEED, answer: 6n },
      ]),
    });
    const liquidity = {
      ...{ router: null, totalSupply: 10_000n, kLast: 0n, protocolFee: null, since: null },
    };
    const tokens = [1, 2, 3, 4, 20, 21, 22].map((n) => tokenRow(n, { updatedBlock: 0 }));
    fc.assert(
      fc.property(fc.array(block, { maxLength: 12 }), (blocks) => {
        let memory = memoryOf([WRAPPER], tokens, headsUpTo(100));
        const failed = new Set<string>();
        const accepts = (token: string) => !failed.has(token);
        let graph = buildGraph(inputOf(memory, accepts));
        for (const [at, { changes, depth, verdict, named, feeds }] of blocks.entries()) {
          const number = 101 + at;
          const news: Changes = {
            heads: headsUpTo(number, { forkAt: number - depth }),
            ancestorBlock: number - 1 - depth,
            states: changes.flatMap(({ id, reserve, gone, issues, ofShares }) => {
              const other = ofShares ? 20 + ((id + 1) % 9) : 2 + (id % 5);
              const own = { reserve0: reserve, updatedBlock: number };
              return gone ? [] : [pair(id, [1, other], issues ? { ...own, liquidity } : own)];
            }),
            tokens: named.map((n) => tokenRow(n, { updatedBlock: number })),
            priceFeeds: feeds.map(({ feed, answer }) => feedRow(feed, { answer })),
            dataFee: null,
          };
          const merged = mergeChanges(memory, news);
          memory = merged.memory;
          const touchedTokens = new Set(merged.touched.tokens);
          if (verdict !== null) {
            failed.add(addressOf(verdict));
            touchedTokens.add(addressOf(verdict));
          }
          const touched = { states: merged.touched.states, tokens: touchedTokens };
          graph = updateGraph(graph, inputOf(memory, accepts), touched);
          const fresh = buildGraph(inputOf(memory, accepts));
          expect(plainGraph(graph)).toEqual(plainGraph(fresh));
        }
      }),
      { numRuns: 150, seed: 7 },
    );
  });
});
