import { describe, expect, test } from "vitest";
import { quoteEndpoint } from "../../../../src/api/http/routes/quote.ts";
import { answerWithoutChain, BOB, get, queryOf, TRADE } from "../../fixture.ts";

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

  test("behavior: parameters of route alone are ignored", async () => {
    expect(await quote({ slippage: "nonsense", routingStrategy: "delegate" })).toEqual(
      await quote(),
    );
  });

  test("behavior: explain", async () => {
    expect((await quote({ explain: "true" })).explain?.legs.length).toBeGreaterThan(1);
  });
});
