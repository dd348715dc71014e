import { describe, expect, test } from "vitest";
import type { ChainService } from "../../../../src/api/chain/service.ts";
import { CHAINS } from "../../../../src/lib/chains.ts";
import { ServiceError } from "../../../../src/lib/errors.ts";
import { get, queryOf, TRADE } from "../../fixture/app.ts";
import { serviceOf } from "../../fixture/chain.ts";
import { ALICE } from "../../fixture/market.ts";

const mainnet = CHAINS.get(1);
if (mainnet === undefined) throw new Error("chain 1 is unknown");

const command = "npm run deploy:contracts -- --chain 1";
const missing = async () => {
  throw new ServiceError("CONTRACTS_MISSING", `They are missing; ${command}.`, {
    ...{ data: { command }, retryAfterSeconds: 5 },
  });
};
const service: ChainService = {
  ...serviceOf(mainnet),
  contracts: { standing: () => "missing", required: missing },
};
const changes = { chains: new Map([[1, service]]) };

describe("a chain without Weir's contracts", () => {
  test("error: CONTRACTS_MISSING of a route, with the command", async () => {
    const route = await get(`/api/v1/shortcuts/route?${queryOf(TRADE)}`, changes);
    expect(route.status).toBe(503);
    expect(route.body).toMatchObject({ code: "CONTRACTS_MISSING", data: { command } });
    expect(route.headers.get("retry-after")).toBe("5");
  });

  test("error: CONTRACTS_MISSING of a bundle", async () => {
    const { amountIn, tokenIn, tokenOut } = TRADE;
    const args = { amountIn, tokenIn, tokenOut };
    const body = JSON.stringify([{ protocol: "core", action: "route", args }]);
    const headers = { "content-type": "application/json" };
    const path = `/api/v1/shortcuts/bundle?chainId=1&fromAddress=${ALICE}`;
    const bundle = await get(path, changes, { method: "POST", headers, body });
    expect([bundle.status, bundle.body]).toMatchObject([503, { code: "CONTRACTS_MISSING" }]);
  });

  test("behavior: a quote is answered", async () => {
    const quote = await get(`/api/v1/shortcuts/quote?${queryOf(TRADE)}`, changes);
    expect(quote.status, quote.text).toBe(200);
  });
});
