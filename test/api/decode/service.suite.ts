import type { Address } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { decodeEndpoint } from "../../../src/api/http/routes/decode.ts";
import { coreWalletOf } from "../../../src/api/program/contracts.ts";
import { NATIVE } from "../../../src/lib/address.ts";
import type { RunningService } from "../../harness/service.ts";
import { sharedService } from "../../harness/shared-service.ts";
import { ask, read, type TradeBody, tokenOf } from "../../harness/trading.ts";
import { reEncode } from "./re-encode.ts";

const OWNER: Address = "0x000000000000000000000000000000000000cafe";

let weir: RunningService;
let tokens: readonly Address[];

beforeAll(async () => {
  weir = await sharedService();
  tokens = [NATIVE, ...["WETH", "USDC", "USDT", "WBTC"].map((symbol) => tokenOf(weir, symbol))];
}, 300_000);

async function decoded(tx: TradeBody["tx"]) {
  const response = await weir.app.request(`/api/v1/decode`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ chainId: 1, ...tx }),
  });
  const body: unknown = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(200);
  const readable = decodeEndpoint.response.strict().parse(body);
  // The body is what `readTransaction` returned; only its steps' types are lost on the way.
  expect(reEncode(body as Parameters<typeof reEncode>[0])).toBe(tx.data);
  return readable;
}

const pairs = () =>
  tokens.flatMap((tokenIn) =>
    tokens.filter((tokenOut) => tokenOut !== tokenIn).map((tokenOut) => ({ tokenIn, tokenOut })),
  );

describe("POST /api/v1/decode of what the service answered", () => {
  test("behavior: route reads as it was asked for", async () => {
    let steps = 0;
    const ethers = tokens.slice(0, 2);
    for (const routingStrategy of ["router", "delegate", "corewallet"]) {
      for (const { tokenIn, tokenOut } of pairs()) {
        const amountIn = ethers.includes(tokenIn) ? "1000000000000000" : "1000000";
        const query = {
          fromAddress: OWNER,
          tokenIn,
          tokenOut,
          amountIn,
          routingStrategy,
        };
        const { status, body } = await ask(weir, "route", query);
        expect(status, JSON.stringify(body)).toBe(200);
        const readable = await decoded(body.tx);
        expect(readable).toMatchObject({
          strategy: routingStrategy,
          tokenIn,
          amountIn,
          tokenOut,
          minAmountOut: body.minAmountOut,
          receiver: OWNER,
        });
        const expected = routingStrategy === "delegate" ? 1 : 0;
        expect(readable.warnings, `${tokenIn} ${tokenOut}`).toHaveLength(expected);
        steps += readable.steps.length;
      }
    }
    expect(steps).toBeGreaterThan(100);
  });

  test("behavior: a bundle reads step by step", async () => {
    const [, WETH = NATIVE, USDC = NATIVE] = tokens;
    const actions = [
      {
        protocol: "core",
        action: "route",
        args: { tokenIn: USDC, tokenOut: WETH, amountIn: "5000000" },
      },
      {
        protocol: "erc20",
        action: "transfer",
        args: { token: WETH, recipient: OWNER, amount: { useOutputOfCallAt: 0 } },
      },
    ];
    for (const routingStrategy of ["delegate", "corewallet"]) {
      const query = { fromAddress: OWNER, routingStrategy };
      const { status, body } = await ask(weir, "bundle", query, actions);
      expect(status, JSON.stringify(body)).toBe(200);
      const readable = await decoded(body.tx);
      expect(readable).toMatchObject({
        strategy: routingStrategy,
        function: "run",
        amountIn: null,
      });
      expect(readable.steps).toContainEqual(expect.objectContaining({ op: "at-least" }));
      expect(JSON.stringify(readable.steps)).toContain(OWNER);
    }
  });

  test("behavior: the wallet and the approval are those that the transactions need", async () => {
    const [, , USDC = NATIVE] = tokens;
    const owned = { chainId: "1", fromAddress: OWNER };
    const wallet = await read(weir, "wallet", owned);
    expect(wallet).toEqual({ address: coreWalletOf(OWNER), isDeployed: false });
    const approval = await read(weir, "wallet/approve", {
      ...{ ...owned, tokenAddress: USDC, amount: "7", routingStrategy: "corewallet" },
    });
    expect(approval).toMatchObject({ spender: coreWalletOf(OWNER), amount: "7" });
  });
});
