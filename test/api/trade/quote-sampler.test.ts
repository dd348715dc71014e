import pino from "pino";
import { describe, expect, test } from "vitest";
import type { SampleOutcome } from "../../../src/api/metrics/metrics.ts";
import { createMetrics } from "../../../src/api/metrics/metrics.ts";
import type { TransactionRequest } from "../../../src/api/trade/pipeline.ts";
import { createQuoteSampler } from "../../../src/api/trade/quote-sampler.ts";
import { NATIVE } from "../../../src/lib/address.ts";
import { CHAINS } from "../../../src/lib/chains.ts";
import { ServiceError } from "../../../src/lib/errors.ts";
import { ALICE, USDC } from "../fixture/market.ts";

const mainnet = CHAINS.get(1);
if (mainnet === undefined) throw new Error("chain 1 is unknown");
const chain = mainnet;

const request: TransactionRequest = {
  ...{ chainId: 1, strategy: "router", fromAddress: ALICE, spender: ALICE, receiver: ALICE },
  ...{ refundReceiver: ALICE, inputs: [{ token: NATIVE, amount: 10n ** 18n }], tokenOut: USDC },
  ...{ exactOut: null, fee: null, deadline: null, permit: null },
  ...{ limit: { kind: "slippage", bps: 50 }, onlyProtocols: [], ignoreProtocols: [] },
  ...{ maxLegs: 10, priceImpact: false, basis: "plan" },
};

/** A sampler on a chain with a meter; `settled` waits for what it started. */
function stage({ share = 1, random }: { share?: number; random?: () => number } = {}) {
  const lines: string[] = [];
  const log = pino({ level: "debug" }, { write: (line: string) => lines.push(line) });
  const sampler = createQuoteSampler({ share, log, ...(random && { random }) });
  const outcomes: SampleOutcome[] = [];
  const meter = {
    ...createMetrics().chain(1),
    sampled: (one: SampleOutcome) => outcomes.push(one),
  };
  const simulated: bigint[] = [];
  return {
    ...{ outcomes, lines, simulated },
    consider(amountOut: bigint, result: Promise<bigint>) {
      const simulate = async () => {
        simulated.push(amountOut);
        return { amountOut: await result };
      };
      sampler.consider({ chain, meter }, { request, amountOut, simulate });
    },
    settled: () => new Promise((resolve) => setTimeout(resolve, 0)),
  };
}

describe("createQuoteSampler", () => {
  test("default: the same amount", async () => {
    const { outcomes, lines, consider, settled } = stage();
    consider(7n, Promise.resolve(7n));
    await settled();
    expect(outcomes).toEqual(["equal"]);
    expect(lines).toEqual([]);
  });

  test("behavior: another amount is logged with the request", async () => {
    const { outcomes, lines, consider, settled } = stage();
    consider(7n, Promise.resolve(8n));
    await settled();
    expect(outcomes).toEqual(["different"]);
    const [line] = lines.map((text) => JSON.parse(text));
    expect(line).toMatchObject({ level: 50, chainId: 1, quoted: "7", simulated: "8" });
    expect(line.request).toMatchObject({
      inputs: [{ token: NATIVE, amount: "1000000000000000000" }],
    });
  });

  test.each<[SampleOutcome, unknown]>([
    ["reverted", new ServiceError("SIMULATION_FAILED", "it reverts", { data: { reason: "K" } })],
    [
      "unanswered",
      new ServiceError("SIMULATION_FAILED", "no balance", {
        data: { reason: "INSUFFICIENT_BALANCE" },
      }),
    ],
    ["unanswered", new ServiceError("UPSTREAM_UNAVAILABLE", "the node is gone")],
    ["unanswered", new Error("socket")],
  ])("behavior: %s", async (outcome, error) => {
    const { outcomes, lines, consider, settled } = stage();
    consider(7n, Promise.reject(error));
    await settled();
    expect(outcomes).toEqual([outcome]);
    expect(JSON.parse(lines[0] ?? "").level).toBe(outcome === "reverted" ? 50 : 20);
  });

  test("behavior: one at a time", async () => {
    const { outcomes, simulated, consider, settled } = stage();
    let answer: (amount: bigint) => void = () => undefined;
    consider(
      1n,
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    consider(2n, Promise.resolve(2n));
    expect(simulated).toEqual([1n]);
    answer(1n);
    await settled();
    consider(3n, Promise.resolve(3n));
    await settled();
    expect(simulated).toEqual([1n, 3n]);
    expect(outcomes).toEqual(["equal", "equal"]);
  });

  test("behavior: the share", async () => {
    const draws = [0.2, 0.09, 0.1, 0];
    const { simulated, consider, settled } = stage({
      share: 0.1,
      random: () => draws.shift() ?? 1,
    });
    for (const amount of [1n, 2n, 3n, 4n]) {
      consider(amount, Promise.resolve(amount));
      await settled();
    }
    expect(simulated).toEqual([2n, 4n]);
  });
});
