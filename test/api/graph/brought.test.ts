import type { Address } from "viem";
import { describe, expect, test } from "vitest";
import { createProvisional } from "../../../src/api/graph/brought.ts";
import type { Changes, HeldState, Memory } from "../../../src/api/graph/memory.ts";
import type { Brought } from "../../../src/api/graph/unread-pools.ts";
import { ServiceError } from "../../../src/lib/errors.ts";
import { addressOf, headsUpTo, memoryOf, pair, tokenRow } from "./chain-of-blocks.ts";

const TOKEN = addressOf(3);
const POOL = addressOf(20);

/** A chain whose graph looks at the tables when told to. */
function chain({ blocksPerLook = 0 } = {}) {
  const changesWith = (heads: Memory["heads"], states: readonly HeldState[]): Changes => ({
    ...{ heads, states, ancestorBlock: 10, tokens: [], priceFeeds: [], dataFee: null },
  });
  let memory = memoryOf([pair(10, [1, 2])], [tokenRow(1), tokenRow(2)], headsUpTo(10));
  let forgotten = 0;
  const readings: (string | null)[] = [];
  const unread = {
    async read(
      _: unknown,
      at: { readonly head: { readonly hash: string }; caller: string | null },
    ) {
      readings.push(at.caller);
      const states = [pair(20, [1, 3])];
      return { names: [TOKEN], hash: at.head.hash, states, tokens: [tokenRow(3)] } as Brought;
    },
    unseen: () => null,
    refusal: (names: readonly Address[]) =>
      names.length === 0 ? null : new ServiceError("NO_ROUTE", `not read: ${names}`),
    forget: () => void forgotten++,
  };
  const touched = new Set<string>();
  /** Goes on by some blocks, of which the tables have some states. */
  function look(blocks: number, states: readonly HeldState[] = []): void {
    const last = (memory.heads.at(-1)?.number ?? 0) + blocks;
    const changes = blocks === 0 ? null : changesWith(headsUpTo(last), states);
    if (changes !== null) {
      const held = new Map(states.map((one) => [one.state.id, one]));
      memory = { ...memory, heads: changes.heads, states: memory.states.with(held) };
    }
    const applied = provisional.applyTo(memory, { changes, isMoved: blocks > 0 });
    memory = applied.memory;
    for (const id of applied.touched.states) touched.add(id);
  }
  const provisional = createProvisional({
    ...{ unread, memory: () => memory, refresh: async () => look(blocksPerLook) },
  });
  return { provisional, look, touched, readings, memory: () => memory, forgotten: () => forgotten };
}

describe("createProvisional", () => {
  test("default: what was read is in the memory of its block", async () => {
    const { provisional, memory, touched, readings } = chain();
    await provisional.bringIn([TOKEN], "someone");
    expect(memory().states.has(POOL)).toBe(true);
    expect(memory().tokens.has(TOKEN)).toBe(true);
    expect([...touched]).toEqual([POOL]);
    expect([...provisional.ids]).toEqual([POOL]);
    expect(readings).toEqual(["someone"]);
  });

  test("error: what a name is refused for, unless its token is known by now", async () => {
    const { provisional, memory } = chain();
    const asked = provisional.bringIn([TOKEN, addressOf(9)], "someone");
    await expect(asked).rejects.toThrow(`not read: ${addressOf(9)}`);
    expect(memory().states.has(POOL)).toBe(true);
  });

  test("behavior: with the next block it leaves, unless the tables have it", async () => {
    const [left, followed] = [chain(), chain()];
    for (const { provisional } of [left, followed]) await provisional.bringIn([TOKEN], null);
    left.look(1);
    expect(left.memory().states.has(POOL)).toBe(false);
    expect(left.forgotten()).toBe(1);
    const row = pair(20, [1, 3], { reserve0: 5n, updatedBlock: 11 });
    followed.look(1, [row]);
    expect(followed.memory().states.get(POOL)).toBe(row);
    expect(followed.forgotten()).toBe(0);
    for (const { provisional } of [left, followed]) expect(provisional.ids.size).toBe(0);
    followed.look(1);
    expect(followed.memory().states.get(POOL)).toBe(row);
  });

  test("error: INDEX_STALE where blocks come faster than the node answers, counted once", async () => {
    const { provisional, memory, readings } = chain({ blocksPerLook: 1 });
    await expect(provisional.bringIn([TOKEN], "someone")).rejects.toMatchObject({
      code: "INDEX_STALE",
      data: { addresses: [TOKEN] },
    });
    expect(readings).toEqual(["someone", null]);
    expect(memory().states.has(POOL)).toBe(false);
  });
});
