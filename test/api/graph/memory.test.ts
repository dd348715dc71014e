import { describe, expect, test } from "vitest";
import { mergeChanges, newestChange } from "../../../src/api/graph/memory.ts";
import { addressOf, feedRow, headsUpTo, memoryOf, pair, tokenRow } from "./chain-of-blocks.ts";

const heads = headsUpTo(12);

describe("mergeChanges", () => {
  test("default: changed rows replace, others stay the same objects", () => {
    const [kept, changed] = [pair(10, [1, 2]), pair(11, [1, 2])];
    const memory = memoryOf([kept, changed], [tokenRow(1)], headsUpTo(10));
    const news = pair(11, [1, 2], { reserve0: 5n, updatedBlock: 12 });
    const merged = mergeChanges(memory, {
      heads,
      ancestorBlock: 10,
      states: [news],
      tokens: [],
      priceFeeds: [],
      dataFee: null,
    });
    expect(merged.memory.states.get(addressOf(10))).toBe(kept);
    expect(merged.memory.states.get(addressOf(11))).toBe(news);
    expect(merged.memory.heads).toBe(heads);
    expect([...merged.touched.states]).toEqual([addressOf(11)]);
    expect(memory.states.get(addressOf(11))).toBe(changed);
  });

  test("behavior: orphaned entries that were not read again are gone", () => {
    const memory = memoryOf(
      [pair(10, [1, 2], { updatedBlock: 9 }), pair(11, [1, 3], { updatedBlock: 8 })],
      [tokenRow(2, { updatedBlock: 9 }), tokenRow(3, { updatedBlock: 8 })],
      headsUpTo(10),
    );
    const changes = {
      heads,
      ancestorBlock: 8,
      states: [],
      tokens: [],
      priceFeeds: [],
      dataFee: null,
    };
    const { memory: merged, touched } = mergeChanges(memory, changes);
    expect([...merged.states.keys()]).toEqual([addressOf(11)]);
    expect([...merged.tokens.keys()]).toEqual([addressOf(3)]);
    expect([...touched.states]).toEqual([addressOf(10)]);
    expect([...touched.tokens]).toEqual([addressOf(2)]);
  });

  test("behavior: a row that is no state any longer takes the state away, until it is one again", () => {
    const [kept, broken] = [pair(10, [1, 2]), pair(11, [1, 2], { updatedBlock: 9 })];
    const recent = { afterBlock: 5, batches: [] };
    const memory = { ...memoryOf([kept, broken], [tokenRow(1)], headsUpTo(10)), recent };
    const none = { tokens: [], priceFeeds: [], dataFee: null, states: [] };
    const gone = [{ id: addressOf(11), updatedBlock: 12 }];
    const changes = { ...none, heads, ancestorBlock: 10, gone };
    expect(newestChange(changes)).toBe(12);
    const merged = mergeChanges(memory, changes);
    expect([...merged.memory.states.keys()]).toEqual([addressOf(10)]);
    expect([...merged.touched.states]).toEqual([addressOf(11)]);
    // The block in which it went is replaced: what the row was before is read again by its id.
    const back = mergeChanges(merged.memory, { ...none, heads, ancestorBlock: 11 });
    expect(back.touched.states).toContain(addressOf(11));
    const later = mergeChanges(merged.memory, { ...none, heads, ancestorBlock: 12 });
    expect([...later.touched.states]).toEqual([]);
  });

  test("behavior: without an ancestor nothing is kept", () => {
    const memory = memoryOf([pair(10, [1, 2], { updatedBlock: 0 })], [tokenRow(1)]);
    const changes = {
      heads,
      ancestorBlock: -1,
      states: [],
      tokens: [],
      priceFeeds: [],
      dataFee: null,
    };
    const { memory: merged } = mergeChanges(memory, changes);
    expect(merged.states.size + merged.tokens.size).toBe(0);
  });
});

describe("mergeChanges of price feeds", () => {
  test("behavior: those of the tables take the place of the old ones, also after a reorganisation", () => {
    const priceFeeds = [feedRow(addressOf(5), { answer: 9n, updatedBlock: 12 })];
    const memory = { ...memoryOf([], [], headsUpTo(12)), priceFeeds, dataFee: null };
    const before = [feedRow(addressOf(5), { answer: 8n, updatedBlock: 3 })];
    const changes = {
      heads,
      ancestorBlock: 10,
      states: [],
      tokens: [],
      priceFeeds: before,
      dataFee: null,
    };
    expect(mergeChanges(memory, changes).memory.priceFeeds).toEqual(before);
  });
});

describe("newestChange", () => {
  test("default: the highest block of states and tokens", () => {
    const states = [pair(10, [1, 2], { updatedBlock: 4 })];
    const tokens = [tokenRow(1, { updatedBlock: 9 })];
    const priceFeeds = [feedRow(addressOf(5), { updatedBlock: 7 })];
    expect(
      newestChange({ heads, ancestorBlock: 3, states, tokens, priceFeeds, dataFee: null }),
    ).toBe(9);
    const nothing = {
      heads,
      ancestorBlock: 3,
      states: [],
      tokens: [],
      priceFeeds: [],
      dataFee: null,
    };
    expect(newestChange({ ...nothing, states, priceFeeds })).toBe(7);
    const dataFee = {
      ...({ rule: "fjord", price: 5n, updatedBlock: 11 } as const),
      ...{ operatorScalar: 0n, operatorConstant: 0n },
    };
    expect(newestChange({ ...nothing, states, dataFee })).toBe(11);
    expect(newestChange(nothing)).toBe(-1);
  });
});
