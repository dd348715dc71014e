import { setTimeout as sleep } from "node:timers/promises";
import { numberToHex } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Chaos, PassingRequest } from "../harness/chaos-rpc.ts";
import { type FaultyService, startFaultyService } from "../harness/faulty-service.ts";

const REFUSALS: ReadonlySet<string> = new Set([
  "UPSTREAM_UNAVAILABLE",
  "INDEX_STALE",
  "OVERLOADED",
]);

/**
 * Tests of a service whose nodes misbehave.
 *
 * @param faultMs How long each fault lasts.
 */
export function describeRpcFaults(faultMs: number): void {
  let service: FaultyService;
  let amountOut: string;
  let old: unknown;

  beforeAll(async () => {
    service = await startFaultyService();
    old = await service.node.request("eth_getBlockByNumber", ["latest", false]);
    for (let mined = 0; mined < 10; mined++) await service.mine();
    await service.followed();
    const first = await service.quote();
    expect(first).toMatchObject({ status: 200 });
    amountOut = first.amountOut ?? "";
  }, 300_000);

  afterEach(() => {
    for (const proxy of service.proxies) proxy.set({ kind: "none" });
  });

  afterAll(() => service?.stop());

  /** Head that a node names which is ten blocks behind or further. */
  const lagging: Chaos = {
    kind: "lying",
    answer: ({ method, params }: PassingRequest) =>
      method === "eth_getBlockByNumber" && params[0] === "latest" ? old : undefined,
  };
  /** Head that stands on nothing. */
  const inventing: Chaos = {
    kind: "lying",
    answer: ({ method, params }: PassingRequest, result) =>
      method === "eth_getBlockByNumber" && params[0] === "latest" && typeof result === "object"
        ? { ...result, number: numberToHex(9_999_999), hash: `0x${"ab".repeat(32)}` }
        : undefined,
  };

  const FAULTS: readonly (readonly [string, Chaos])[] = [
    ["down", { kind: "down" }],
    ["slow", { kind: "slow", ms: 5_000 }],
    ["rate limited", { kind: "status", status: 429, retryAfter: "1" }],
    ["status 500", { kind: "status", status: 500 }],
    ["truncated", { kind: "truncated" }],
    [
      "of another chain",
      { kind: "lying", answer: ({ method }) => (method === "eth_chainId" ? "0x5" : undefined) },
    ],
    ["lagging", lagging],
    ["inventing heads", inventing],
    [
      "without blocks",
      {
        kind: "lying",
        answer: ({ method }) => (method.startsWith("eth_getBlock") ? null : undefined),
      },
    ],
  ];

  /** Quotes and mines while a fault lasts; every answer is right or a typed refusal. Number of right answers. */
  async function quoteThrough(): Promise<number> {
    let right = 0;
    for (const started = Date.now(); Date.now() - started < faultMs; ) {
      await service.mine();
      const answer = await service.quote();
      if (answer.status === 200) {
        expect(answer.amountOut).toBe(amountOut);
        right += 1;
      } else {
        expect(answer.status).toBe(503);
        expect(REFUSALS).toContain(answer.code);
      }
      await sleep(200);
    }
    return right;
  }

  describe("one of two nodes", () => {
    test.each(FAULTS)("behavior: %s, quotes and indexing go on", async (_, chaos) => {
      service.proxies[0].set(chaos);
      expect(await quoteThrough()).toBeGreaterThan(0);
      await service.followed();
      expect(await service.quote()).toMatchObject({ status: 200, amountOut });
    });
  });

  describe("every node", () => {
    test.each(FAULTS)("behavior: %s, no wrong answer, and it recovers", async (_, chaos) => {
      for (const proxy of service.proxies) proxy.set(chaos);
      await quoteThrough();
      for (const proxy of service.proxies) proxy.set({ kind: "none" });
      await service.followed();
      expect(await service.quote()).toMatchObject({ status: 200, amountOut });
    });
  });

  describe("reorganisation", () => {
    test("behavior: a block that is replaced while its logs are asked for does not hold up the index", async () => {
      // The answer to the question for logs is held back until the block is gone.
      for (const proxy of service.proxies) proxy.set({ kind: "slow", ms: 400 });
      const block = Number(await service.node.request("eth_blockNumber"));
      await service.node.request("anvil_mine", [numberToHex(2)]);
      await sleep(600);
      await service.node.request("anvil_reorg", [2, []]);
      for (const proxy of service.proxies) proxy.set({ kind: "none" });
      await service.followed();
      expect(Number(await service.node.request("eth_blockNumber"))).toBeGreaterThan(block);
      expect(await service.quote()).toMatchObject({ status: 200, amountOut });
    });
  });
}
