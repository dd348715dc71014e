import type { Address } from "viem";
import { describe, expect, test } from "vitest";
import { quoteEndpoint } from "../../../../src/api/http/routes/quote.ts";
import { CHAINS } from "../../../../src/lib/chains.ts";
import { ServiceError } from "../../../../src/lib/errors.ts";
import { answerWithoutChain } from "../../fixture/answers.ts";
import { get, queryOf, TRADE } from "../../fixture/app.ts";
import { serviceOf } from "../../fixture/chain.ts";
import { ALICE, BOB, DAI, WETH } from "../../fixture/market.ts";

async function quote(changes: Readonly<Record<string, string>> = {}) {
  const response = await get(`/api/v1/shortcuts/quote?${queryOf({ ...TRADE, ...changes })}`);
  expect(response.status, response.text).toBe(200);
  return quoteEndpoint.response.strict().parse(response.body);
}

describe("GET /api/v1/shortcuts/quote", () => {
  test("default", async () => {
    expect(await quote()).toEqual({ gas: "200000", amountOut: expect.stringMatching(/^24\d{8}$/) });
  });

  test("behavior: the same numbers as route", async () => {
    const route = await get(`/api/v1/shortcuts/route?${queryOf(TRADE)}`);
    expect(route.body).toMatchObject(await quote());
  });

  test("behavior: priceImpact only when asked for and known", async () => {
    expect(await quote({ priceImpact: "true" })).toMatchObject({ priceImpact: 7 });
    expect(await quote({ priceImpact: "false" })).not.toHaveProperty("priceImpact");
    const unknown = await get(
      `/api/v1/shortcuts/quote?${queryOf({ ...TRADE, priceImpact: "true" })}`,
      {
        answer: async (service, request) => ({
          ...(await answerWithoutChain(service, request)),
          priceImpactBps: null,
        }),
      },
    );
    expect(unknown.body).not.toHaveProperty("priceImpact");
  });

  test("behavior: feeAmount only with fee", async () => {
    expect(await quote({ fee: "0" })).toMatchObject({ feeAmount: ["0"] });
    expect(await quote({ fee: "25", feeReceiver: BOB })).toMatchObject({
      feeAmount: ["2500000000000000"],
    });
  });

  test("error: UPSTREAM_UNAVAILABLE for a token of which the node did not tell what it is", async () => {
    const [chain] = [...CHAINS.values()];
    if (chain === undefined) throw new Error("there is no chain");
    const unseen = (names: readonly Address[]) =>
      names.includes(BOB)
        ? new ServiceError("UPSTREAM_UNAVAILABLE", "The node did not tell.")
        : null;
    const ask = (tokenOut: Address) =>
      get(`/api/v1/shortcuts/quote?${queryOf({ ...TRADE, tokenOut })}`, {
        chains: new Map([[chain.chainId, { ...serviceOf(chain), unseen }]]),
      });
    expect(await ask(BOB)).toMatchObject({ status: 503, body: { code: "UPSTREAM_UNAVAILABLE" } });
    expect(await ask(ALICE)).toMatchObject({ status: 422, body: { code: "UNKNOWN_TOKEN" } });
    expect(await ask(DAI)).toMatchObject({ status: 200 });
  });

  test("behavior: parameters of route alone are ignored", async () => {
    expect(await quote({ slippage: "nonsense", routingStrategy: "delegate" })).toEqual(
      await quote(),
    );
  });

  test("behavior: amountOut in place of amountIn is what that amountIn gives, and a unit less does not", async () => {
    const { amountIn: _, ...trade } = TRADE;
    for (const fee of [{}, { fee: "30", feeReceiver: BOB }]) {
      const asked = queryOf({ ...trade, ...fee, amountOut: "1234567890" });
      const { body } = await get(`/api/v1/shortcuts/quote?${asked}`);
      const found = quoteEndpoint.response.strict().parse(body);
      expect(BigInt(found.amountOut)).toBeGreaterThanOrEqual(1_234_567_890n);
      const { amountIn = "" } = found;
      expect({ amountIn, ...(await quote({ ...fee, amountIn })) }).toEqual(found);
      const less = await quote({ ...fee, amountIn: (BigInt(amountIn) - 1n).toString() });
      expect(BigInt(less.amountOut)).toBeLessThan(1_234_567_890n);
    }
  });

  test("error: amountOut with amountIn, neither, several tokens, more than there is", async () => {
    const { amountIn: _, ...trade } = TRADE;
    for (const [changes, path] of [
      [{ amountIn: "1", amountOut: "1" }, "amountOut"],
      [{}, "amountIn"],
      [{ tokenIn: `${DAI},${WETH}`, amountOut: "1" }, "amountOut"],
      [{ amountOut: "0" }, "amountOut"],
    ] as const) {
      const { body } = await get(`/api/v1/shortcuts/quote?${queryOf({ ...trade, ...changes })}`);
      expect(body).toMatchObject({ code: "INVALID_ARGUMENT", details: [{ path }] });
    }
    const { body } = await get(
      `/api/v1/shortcuts/quote?${queryOf({ ...trade, amountOut: `${10n ** 30n}` })}`,
    );
    expect(body).toMatchObject({ code: "INSUFFICIENT_LIQUIDITY" });
    const { maxAmountOut } = (body as { data: { maxAmountOut: string } }).data;
    expect(BigInt(maxAmountOut)).toBeGreaterThan(10n ** 12n);
  });

  test("behavior: include=usd", async () => {
    const { amountInUsd, amountOutUsd, gasUsed, gasUsd, l1FeeUsd } = await quote({
      include: "usd",
    });
    expect(amountInUsd).toBeGreaterThan(2_400);
    expect(amountInUsd).toBeLessThan(2_600);
    expect(amountOutUsd).toBeLessThan(amountInUsd ?? 0);
    expect(gasUsed).toBe("150000");
    // 150,000 gas at 1 gwei.
    expect(gasUsd).toBeCloseTo(150_000e-9 * (amountInUsd ?? 0), 9);
    expect(l1FeeUsd).toBe(0);
  });

  test("behavior: include=legs has the steps with all that goes through them", async () => {
    const { route = [] } = await quote({ include: "legs,usd", amountIn: `${500n * 10n ** 18n}` });
    expect(route.map(({ action }) => action)).toEqual(["deposit", "swap"]);
    const legs = route[1]?.legs ?? [];
    expect(legs.map(({ venue }) => venue).sort()).toEqual(["sushiswap-v2", "uniswap-v2"]);
    expect(legs.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 5);
    const whole = legs.reduce((sum, { amountIn }) => sum + BigInt(amountIn), 0n);
    expect(whole).toBe(500n * 10n ** 18n);
  });

  test("error: a quote has no transaction to include", async () => {
    const { body } = await get(
      `/api/v1/shortcuts/quote?${queryOf({ ...TRADE, include: "calls" })}`,
    );
    expect(body).toMatchObject({ code: "INVALID_ARGUMENT", details: [{ path: "include.0" }] });
  });

  test("behavior: explain", async () => {
    expect((await quote({ explain: "true" })).explain?.legs.length).toBeGreaterThan(1);
  });
});
