import { setTimeout as sleep } from "node:timers/promises";
import { numberToHex } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Rpc } from "../../devnet/rpc.ts";
import type { Chaos, PassingRequest } from "../harness/chaos-rpc.ts";
import { type FaultyService, startFaultyService } from "../harness/faulty-service.ts";

const REFUSALS: ReadonlySet<string> = new Set([
  "UPSTREAM_UNAVAILABLE",
  "INDEX_STALE",
  "OVERLOADED",
]);

/** Topic of `Sync(uint112,uint112)`, which every pair logs. */
const SYNC = "1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1";

/**
 * Sends a transaction that logs `Sync` and nothing else: PUSH32 topic, PUSH0, PUSH0, LOG1 as
 * creation code.
 */
async function sendSync(node: Rpc): Promise<void> {
  const [from] = z.array(z.string()).parse(await node.request("eth_accounts"));
  const data = `0x7f${SYNC}5f5fa1`;
  await node.request("eth_sendTransaction", [{ from, data, gas: numberToHex(200_000) }]);
}

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

  /**
   * Quotes and mines while a fault lasts; every answer is right or a typed refusal. Number of right
   * answers.
   */
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
      for (const proxy of service.proxies)
        proxy.set({ kind: "slow", ms: 800, method: "eth_getLogs" });
      const asked = () =>
        service.proxies.reduce((sum, proxy) => sum + proxy.count("eth_getLogs"), 0);
      const before = asked();
      await sendSync(service.node);
      await service.mine();
      // The logs of the block are asked for and held back; meanwhile the block goes.
      while (asked() === before) await sleep(20);
      await service.node.request("anvil_reorg", [1, []]);
      for (const proxy of service.proxies) proxy.set({ kind: "none" });
      await service.followed();
      expect(await service.quote()).toMatchObject({ status: 200, amountOut });
    });
  });
}
