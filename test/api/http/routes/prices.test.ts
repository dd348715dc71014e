import { describe, expect, test } from "vitest";
import { NATIVE } from "../../../../src/lib/address.ts";
import { CHAINS } from "../../../../src/lib/chains.ts";
import { get } from "../../fixture/app.ts";
import { serviceOf } from "../../fixture/chain.ts";
import { BOB, DAI, HONEY, TIMESTAMP, USDC, WETH } from "../../fixture/market.ts";

describe("GET /api/v1/prices/{chainId}/{address}", () => {
  test("default", async () => {
    const { body } = await get(`/api/v1/prices/1/${WETH.toUpperCase().replace("0X", "0x")}`);
    expect(body).toMatchObject({
      ...{ chainId: 1, address: WETH, decimals: 18, symbol: "WETH", timestamp: TIMESTAMP },
    });
    // 75 million dollars beside 30,000 WETH.
    const { price, confidence } = body as { price: number; confidence: number };
    expect(price).toBeGreaterThan(2_490);
    expect(price).toBeLessThan(2_510);
    expect(confidence).toBeGreaterThan(0.9);
  });

  test("behavior: the native currency has the price of its wrapped token, an anchor is a dollar", async () => {
    const [native, wrapped, dai] = await Promise.all(
      [NATIVE, WETH, DAI].map(async (token) => (await get(`/api/v1/prices/1/${token}`)).body),
    );
    expect((native as { price: number }).price).toBe((wrapped as { price: number }).price);
    expect(dai).toMatchObject({ price: 1 });
  });

  test("behavior: a stale chain still says the price of its last block", async () => {
    const chain = CHAINS.get(1);
    if (chain === undefined) throw new Error("chain 1 is not known");
    const stale = await get(`/api/v1/prices/1/${USDC}`, {
      chains: new Map([[1, serviceOf(chain, 50)]]),
    });
    expect(stale.body).toMatchObject({ price: 1, timestamp: TIMESTAMP });
  });

  test("error: UNKNOWN_TOKEN, UNSUPPORTED_CHAIN", async () => {
    expect((await get(`/api/v1/prices/1/${BOB}`)).body).toMatchObject({
      ...{ statusCode: 422, code: "UNKNOWN_TOKEN", details: [{ path: "address" }] },
    });
    expect((await get(`/api/v1/prices/5/${USDC}`)).body).toMatchObject({
      code: "UNSUPPORTED_CHAIN",
    });
    expect((await get("/api/v1/prices/1/usdc")).status).toBe(400);
  });
});

describe("GET /api/v1/prices/{chainId}", () => {
  test("default: in the order asked for, unknown tokens and repetitions left out", async () => {
    const { body } = await get(
      `/api/v1/prices/1?addresses=${WETH},${BOB},${HONEY},${USDC},${WETH}`,
    );
    expect((body as { address: string }[]).map(({ address }) => address)).toEqual([WETH, USDC]);
  });

  test("behavior: SDK spelling", async () => {
    const { body } = await get(`/api/v1/prices/1?addresses[]=${WETH}&addresses[]=${USDC}`);
    expect(body).toHaveLength(2);
  });

  test("error: INVALID_ARGUMENT", async () => {
    expect((await get("/api/v1/prices/1")).status).toBe(400);
    const many = Array.from({ length: 101 }, (_, i) => `0x${String(i).padStart(40, "0")}`);
    expect((await get(`/api/v1/prices/1?addresses=${many}`)).status).toBe(400);
  });
});
