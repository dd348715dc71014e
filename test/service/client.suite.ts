import createClient from "openapi-fetch";
import { type Address, parseUnits } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { NATIVE } from "../../src/lib/address.ts";
// Made of docs/openapi.json by the type check, as any integrator's generator makes it.
import type { paths } from "../../web/generated/api.d.ts";
import { mined } from "../harness/execution.ts";
import { createSafe } from "../harness/safe.ts";
import type { RunningService } from "../harness/service.ts";
import { sharedService } from "../harness/shared-service.ts";
import { balanceOf, sendFrom, tokenOf } from "../harness/trading.ts";

const OWNER: Address = "0x00000000000000000000000000000000000c11e9";
const ETHER = 10n ** 18n;

let weir: RunningService;
let client: ReturnType<typeof createClient<paths>>;

beforeAll(async () => {
  weir = await sharedService();
  await weir.node(1).setBalance({ address: OWNER, value: 10n ** 24n });
  client = createClient<paths>({
    baseUrl: "http://weir.test",
    fetch: async (request) => weir.app.request(request),
  });
}, 300_000);

describe("a client made of docs/openapi.json", () => {
  test("default: quotes, routes and sends", async () => {
    const usdc = tokenOf(weir, "USDC");
    const trade = { fromAddress: OWNER, tokenIn: [NATIVE], tokenOut: usdc };
    const query = { ...trade, amountIn: [String(ETHER)] };
    const quote = await client.GET("/api/v1/shortcuts/quote", { params: { query } });
    const route = await client.GET("/api/v1/shortcuts/route", { params: { query } });
    expect(quote.error).toBeUndefined();
    expect(route.data?.amountOut).toBe(quote.data?.amountOut);
    const { tx, gas = "0", amountOut = "" } = route.data ?? {};
    if (tx === undefined) throw new Error(JSON.stringify(route.error));
    const before = await balanceOf(weir.node(1), usdc, OWNER);
    const sent = { to: tx.to as Address, data: tx.data as Address, value: BigInt(tx.value) };
    await mined(weir, await sendFrom(weir.node(1), OWNER, { ...sent, gas: BigInt(gas) }));
    expect((await balanceOf(weir.node(1), usdc, OWNER)) - before).toBe(BigInt(amountOut));
  }, 60_000);

  test("behavior: lists of parameters, of records and of actions", async () => {
    const [usdc, dai] = [tokenOf(weir, "USDC"), tokenOf(weir, "DAI")];
    const tokens = await client.GET("/api/v1/tokens", {
      params: { query: { chainId: 1, address: [usdc, dai], includeMetadata: true } },
    });
    expect(tokens.data?.data.map(({ symbol }) => symbol).toSorted()).toEqual(["DAI", "USDC"]);
    const several = await client.GET("/api/v1/shortcuts/quote", {
      params: {
        query: {
          ...{ fromAddress: OWNER, tokenIn: [NATIVE, dai], tokenOut: usdc },
          amountIn: [String(ETHER), String(parseUnits("100", 18))],
        },
      },
    });
    expect(BigInt(several.data?.amountOut ?? 0)).toBeGreaterThan(10n ** 8n);
    const { address } = await createSafe(weir, OWNER);
    const bundle = await client.POST("/api/v1/shortcuts/bundle", {
      params: { query: { fromAddress: address } },
      body: [
        {
          ...{ protocol: "core", action: "route" },
          args: { tokenIn: NATIVE, tokenOut: usdc, amountIn: String(ETHER), slippage: "50" },
        },
        {
          ...{ protocol: "core", action: "route" },
          args: { tokenIn: usdc, tokenOut: dai, amountIn: { useOutputOfCallAt: 0 } },
        },
      ],
    });
    expect(bundle.error).toBeUndefined();
    expect(Object.keys(bundle.data?.amountsOut ?? {})).toContain(dai);
  }, 60_000);

  test("error: a refusal has its type", async () => {
    const { error, response } = await client.GET("/api/v1/shortcuts/quote", {
      params: {
        query: {
          ...{ fromAddress: OWNER, tokenIn: [NATIVE], tokenOut: tokenOf(weir, "USDC") },
          amountIn: [String(10n ** 30n)],
        },
      },
    });
    expect(response.status).toBe(422);
    expect(error?.code).toBe("INSUFFICIENT_LIQUIDITY");
    expect(BigInt(String(error?.data.maxAmountIn))).toBeGreaterThan(0n);
  });
});
