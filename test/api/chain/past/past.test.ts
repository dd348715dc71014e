import { createPublicClient, http } from "viem";
import { describe, expect, test } from "vitest";
import { createPast } from "../../../../src/api/chain/past/past.ts";
import type { Moment } from "../../../../src/api/chain/past/unavailable.ts";
import { buildGraph } from "../../../../src/api/graph/build.ts";
import type { Store } from "../../../../src/catalog/database.ts";
import { CHAIN, headsUpTo, memoryOf, pair, tokenRow } from "../../graph/chain-of-blocks.ts";
import { plainSnapshot } from "../../graph/plain.ts";

const NOW = 20;
/** `headsUpTo` says so. */
const timeOf = (block: number): number => 1_000 + 12 * block;

/** A database that has nothing to say: what is asked must be answered without it. */
const store: Store = {
  peek: () => Promise.reject(new Error("the tables were read")),
  snapshot: () => Promise.reject(new Error("the tables were read")),
  listen: () => Promise.reject(new Error("the tables were listened to")),
  close: () => Promise.resolve(),
};

function ask(moment: Moment, earliestBlock: number | null = 5) {
  const heads = headsUpTo(NOW);
  const memory = memoryOf([pair(10, [1, 2])], [tokenRow(1), tokenRow(2)], heads);
  const head = heads.at(-1);
  if (head === undefined) throw new Error("no head");
  const graph = buildGraph({ chain: CHAIN, memory, head, accepts: () => true });
  const client = createPublicClient({ transport: http("http://127.0.0.1:9", { retryCount: 0 }) });
  const options = { chain: CHAIN, store, client, protocols: [], accepts: () => true };
  return {
    graph,
    answer: createPast({ ...options, earliestBlock: () => earliestBlock }).at(moment, {
      memory,
      graph,
    }),
  };
}

describe("at", () => {
  test("default: now is the present, by number or time", async () => {
    for (const moment of [
      { blockNumber: NOW },
      { timestamp: timeOf(NOW) },
      { timestamp: timeOf(NOW) + 11 },
    ]) {
      const { graph, answer } = ask(moment);
      expect(await answer).toBe(graph.snapshot);
      const answered = await ask(moment, null).answer;
      expect(plainSnapshot(answered)).toEqual(plainSnapshot(graph.snapshot));
    }
  });

  test("error: BLOCK_UNAVAILABLE", async () => {
    const outside: readonly Moment[] = [
      { blockNumber: NOW + 1 },
      { blockNumber: 4 },
      { timestamp: timeOf(NOW) + 12 },
      { timestamp: 4_102_444_800 },
    ];
    for (const moment of outside) {
      await expect(ask(moment).answer, JSON.stringify(moment)).rejects.toMatchObject({
        ...{ code: "BLOCK_UNAVAILABLE", data: { earliestBlock: 5, newestBlock: NOW } },
      });
    }
  });

  test("error: BLOCK_UNAVAILABLE without history", async () => {
    for (const moment of [{ blockNumber: NOW - 1 }, { timestamp: timeOf(NOW) - 1 }]) {
      await expect(ask(moment, null).answer).rejects.toMatchObject({
        ...{ code: "BLOCK_UNAVAILABLE", data: { earliestBlock: NOW, newestBlock: NOW } },
        message: expect.stringContaining("HISTORY=off"),
      });
    }
  });
});
