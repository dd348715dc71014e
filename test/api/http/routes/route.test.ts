import { describe, expect, test } from "vitest";
import { NATIVE } from "../../../../src/lib/address.ts";
import { answerWithoutChain } from "../../fixture/answers.ts";
import { get, queryOf, TRADE } from "../../fixture/app.ts";
import {
  ALICE,
  BLOCK,
  BOB,
  DAI,
  HONEY,
  ROUTER,
  TIMESTAMP,
  USDC,
  WETH,
} from "../../fixture/market.ts";
import { body, route } from "./asked-route.ts";

describe("GET /api/v1/shortcuts/route", () => {
  test("default", async () => {
    const { status, headers, body, request } = await route();
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("deprecation")).toBeNull();
    expect(body).toEqual({
      route: [
        {
          action: "deposit",
          protocol: "weth",
          tokenIn: [NATIVE],
          tokenOut: [WETH],
          positionInId: [`1:${NATIVE}`],
          positionOutId: [`1:${WETH}:${NATIVE}`],
        },
        { action: "swap", protocol: "core", tokenIn: [WETH], tokenOut: [USDC] },
      ],
      gas: "200000",
      amountOut: expect.stringMatching(/^24\d{8}$/),
      minAmountOut: expect.stringMatching(/^24\d{8}$/),
      priceImpact: 7,
      createdAt: BLOCK,
      validUntil: TIMESTAMP + 12 + 3_600,
      tx: { data: "0x1234", to: ROUTER.toLowerCase(), from: ALICE, value: TRADE.amountIn },
    });
    expect(request).toEqual({
      chainId: 1,
      strategy: "router",
      fromAddress: ALICE,
      spender: ALICE,
      receiver: ALICE,
      refundReceiver: ALICE,
      inputs: [{ token: NATIVE, amount: 10n ** 18n }],
      tokenOut: USDC,
      exactOut: null,
      limit: { kind: "slippage", bps: 50 },
      fee: null,
      onlyProtocols: [],
      ignoreProtocols: [],
      maxLegs: undefined,
      priceImpact: true,
      deadline: null,
      permit: null,
      basis: "simulation",
    });
  });

  test("behavior: several tokens are sold for one, as lists or repeated", async () => {
    const lists = { tokenIn: `${DAI},${NATIVE}`, amountIn: `${10n ** 20n},${10n ** 18n}` };
    const listed = await route(lists);
    expect(listed.request).toMatchObject({
      inputs: [
        { token: DAI, amount: 10n ** 20n },
        { token: NATIVE, amount: 10n ** 18n },
      ],
    });
    const sold = (tokenIn: string) => expect.objectContaining({ tokenIn: [tokenIn] });
    expect(listed.body).toMatchObject({
      route: expect.arrayContaining([sold(DAI), sold(NATIVE), sold(WETH)]),
      tx: { value: `${10n ** 18n}` },
    });
    const { tokenIn: _, amountIn: __, ...rest } = TRADE;
    const amounts = `amountIn[0]=${10n ** 20n}&amountIn[1]=${10n ** 18n}`;
    const query = `${queryOf(rest)}&tokenIn[]=${DAI}&tokenIn[]=${NATIVE}&${amounts}`;
    const repeated = await get(`/api/v1/shortcuts/route?${query}`);
    expect(repeated.body).toEqual(listed.body);
    const charged = await route({ ...lists, fee: "100", feeReceiver: BOB, explain: "true" });
    expect(charged.body).toMatchObject({
      feeAmount: [`${10n ** 18n}`, `${10n ** 16n}`],
      explain: { supplied: [{ balance: { token: DAI } }, { balance: { token: NATIVE } }] },
    });
    expect(listed.body).not.toHaveProperty("feeAmount");
  });

  test("behavior: priceImpact is an integer or null, and absent with false", async () => {
    expect(await body({ priceImpact: "True" })).toMatchObject({ priceImpact: 7 });
    expect(await body({ priceImpact: "FALSE" })).not.toHaveProperty("priceImpact");
    const unpriced = await get(`/api/v1/shortcuts/route?${queryOf(TRADE)}`, {
      answer: async (service, request) => ({
        ...(await answerWithoutChain(service, request)),
        priceImpactBps: null,
      }),
    });
    expect(unpriced.body).toMatchObject({ priceImpact: null });
    expect((await route({ priceImpact: "false" })).request?.priceImpact).toBe(false);
  });

  test("behavior: fee", async () => {
    expect(await body({ fee: "0" })).toMatchObject({ feeAmount: ["0"] });
    const charged = await route({ fee: "100", feeReceiver: BOB, amountIn: "1000000000000000099" });
    expect(charged.body).toMatchObject({
      feeAmount: ["10000000000000000"],
      tx: { value: "1000000000000000099" },
    });
    expect(charged.request?.fee).toEqual({ bps: 100, receiver: BOB });
    const alone = await route({ feeReceiver: BOB });
    expect(alone.body).not.toHaveProperty("feeAmount");
    expect(alone.request?.fee).toBeNull();
  });

  test("behavior: slippage or minAmountOut", async () => {
    const zero = await body({ slippage: "0" });
    expect(zero.minAmountOut).toBe(zero.amountOut);
    expect((await route({ slippage: "10000" })).request?.limit).toEqual({
      kind: "slippage",
      bps: 10_000,
    });
    const minimum = await route({ "minAmountOut[]": "5" });
    expect(minimum.request?.limit).toEqual({ kind: "minimum", minAmountOut: 5n });
    expect(minimum.body).toMatchObject({ minAmountOut: "5" });
  });

  test("behavior: protocols and legs restrict the search", async () => {
    const only = await route({ onlyProtocols: "weth,UNISWAP-V2" });
    expect(only.request?.onlyProtocols).toEqual(["weth", "uniswap-v2"]);
    expect(only.body).toMatchObject({ route: [{ protocol: "weth" }, { protocol: "uniswap-v2" }] });
    const ignored = await route({}, "&ignoreProtocols=uniswap-v2&ignoreProtocols[]=erc20");
    expect(ignored.request?.ignoreProtocols).toEqual(["uniswap-v2", "erc20"]);
    expect(ignored.body).toMatchObject({ route: [{}, { protocol: "sushiswap-v2" }] });
    expect((await route({ maxLegs: "100" })).request?.maxLegs).toBe(100);
  });

  test("behavior: unwrapping is one redeem step, 1 to 1", async () => {
    const answer = await body({ tokenIn: WETH, tokenOut: NATIVE });
    expect(answer).toMatchObject({ amountOut: TRADE.amountIn, tx: { value: "0" } });
    expect(answer.route).toEqual([
      {
        action: "redeem",
        protocol: "weth",
        tokenIn: [WETH],
        tokenOut: [NATIVE],
        positionInId: [`1:${WETH}`],
        positionOutId: [`1:${NATIVE}:${NATIVE}`],
      },
    ]);
  });

  test("behavior: the current block may be asked for by number or time", async () => {
    const { text } = await route();
    expect((await route({ blockNumber: String(BLOCK) })).text).toBe(text);
    expect((await route({ timestamp: String(TIMESTAMP) })).text).toBe(text);
    expect((await route({ timestamp: String(TIMESTAMP + 11) })).text).toBe(text);
    const past = await route({ blockNumber: String(BLOCK - 1) });
    expect(past.status).toBe(422);
    expect(past.body).toMatchObject({ code: "BLOCK_UNAVAILABLE", data: { earliestBlock: BLOCK } });
    expect((await route({ timestamp: String(TIMESTAMP + 12) })).status).toBe(422);
  });

  test("behavior: explain", async () => {
    const { explain } = await body({ explain: "true", tokenOut: DAI });
    expect(explain?.block).toEqual({
      number: BLOCK,
      hash: `0x${"ab".repeat(32)}`,
      timestamp: TIMESTAMP,
    });
    const legs = explain?.legs ?? [];
    expect(legs[0]).toMatchObject({
      venue: "weth",
      action: "deposit",
      pool: WETH,
      amountIn: TRADE.amountIn,
      amountOut: TRADE.amountIn,
      fee: null,
    });
    expect(legs.at(-1)).toMatchObject({
      venue: "uniswap-v2",
      tokenIn: USDC,
      tokenOut: DAI,
      fee: 3000,
    });
    expect(explain?.gapBps).toBe(0);
    expect(explain?.supplied).toEqual({
      balance: { token: NATIVE, amount: TRADE.amountIn },
      allowance: { token: NATIVE, spender: ROUTER.toLowerCase(), amount: TRADE.amountIn },
    });
    expect(explain?.alternatives.length).toBeGreaterThan(0);
    expect(await body()).not.toHaveProperty("explain");
  });

  test("error: UNSUPPORTED_CHAIN", async () => {
    const { body } = await route({ chainId: "137" });
    expect(body).toMatchObject({
      message: "chainId 137 is not indexed; use one of 1, 80094.",
      data: { chainIds: [1, 80094] },
    });
  });

  test("error: UNKNOWN_TOKEN", async () => {
    const { body } = await route({ tokenOut: HONEY.toUpperCase() });
    expect(body).toMatchObject({ code: "UNKNOWN_TOKEN", data: { address: HONEY } });
  });

  test("error: NO_ROUTE", async () => {
    const { status, body } = await route({ onlyProtocols: "core" });
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: "NO_ROUTE", error: "Unprocessable Entity" });
  });
});
