import pino from "pino";
import type { Address } from "viem";
import { describe, expect, test } from "vitest";
import type { LiquidStates, QualityGate } from "../../../src/api/graph/quality-gate.ts";
import { createTokenQueue } from "../../../src/api/graph/token-queue.ts";
import { addressOf, memoryOf, pair, tokenRow } from "./chain-of-blocks.ts";

const [A, B, C] = [addressOf(1), addressOf(2), addressOf(3)];
const MEMORY = memoryOf(
  [pair(11, [1, 2]), pair(12, [2, 3]), pair(13, [2, 4])],
  [tokenRow(1), tokenRow(2), tokenRow(3), tokenRow(4, { decimals: null })],
);

/** A gate that passes what it is asked, one batch after the other, and lists what it was asked. */
function startQueue(isReachable: () => boolean = () => true) {
  const batches: LiquidStates[] = [];
  const accepted = new Set<Address>();
  const quality: QualityGate = {
    accepts: (token) => accepted.has(token),
    async check(tokens) {
      if (!isReachable()) throw new Error("the node is out of reach");
      batches.push(tokens);
      for (const token of tokens.keys()) accepted.add(token);
      return { changed: new Set(tokens.keys()), refused: new Set() };
    },
    old: async () => [],
  };
  const log = pino({ level: "silent" });
  const queue = createTokenQueue(quality, { newestBlock: () => 1, log });
  const asked = () => batches.map((batch) => [...batch.keys()]);
  return { queue, asked, batches };
}

describe("createTokenQueue", () => {
  test("default: tokens that are asked for first, then all others, each once", async () => {
    const { queue, asked, batches } = startQueue();
    queue.add(MEMORY, new Set(MEMORY.states.keys()));
    await queue.decide([B]);
    expect(asked()).toEqual([[B]]);
    expect(batches[0]?.get(B)).toEqual([addressOf(11), addressOf(12), addressOf(13)]);
    expect([...queue.takeChanged()]).toEqual([B]);
    await queue.decide([B, addressOf(99)]);
    await queue.goOn(60_000, () => undefined);
    expect(asked()).toEqual([[B], [A, C]]);
    queue.add(MEMORY, new Set(MEMORY.states.keys()));
    await queue.goOn(60_000, () => undefined);
    expect(asked().length).toBe(2);
    expect([...queue.takeChanged()]).toEqual([A, C]);
    expect([...queue.takeChanged()]).toEqual([]);
  });

  test("behavior: a check that is under way is waited for, not repeated", async () => {
    const { queue, asked } = startQueue();
    queue.add(MEMORY, new Set([addressOf(11)]));
    await Promise.all([queue.decide([A]), queue.decide([A])]);
    expect(asked()).toEqual([[A]]);
    expect([...queue.takeChanged()]).toEqual([A]);
  });

  test("behavior: tokens stay queued, and rest, while the node is out of reach", async () => {
    let isReachable = false;
    const { queue, asked } = startQueue(() => isReachable);
    queue.add(MEMORY, new Set([addressOf(11)]));
    await expect(queue.decide([A])).rejects.toThrow("out of reach");
    expect(queue.rests()).toBe(true);
    await queue.goOn(60_000, () => undefined);
    isReachable = true;
    await queue.decide([A, B]);
    expect(asked()).toEqual([[A, B]]);
  });

  test("behavior: a token is checked again when its verdict is renewed", async () => {
    const { queue, asked } = startQueue();
    queue.add(MEMORY, new Set([addressOf(11)]));
    await queue.decide([A, B]);
    queue.renew(A, [addressOf(11)]);
    await queue.goOn(60_000, () => undefined);
    expect(asked()).toEqual([[A, B], [A]]);
  });
});
