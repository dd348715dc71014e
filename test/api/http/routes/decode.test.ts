import type { Hex } from "viem";
import { describe, expect, test } from "vitest";
import { decodeEndpoint } from "../../../../src/api/http/routes/decode.ts";
import { buildRouteExecution } from "../../../../src/api/program/build.ts";
import { coreWalletOf, ROUTER_ADDRESS } from "../../../../src/api/program/contracts.ts";
import { deadlineOn } from "../../../../src/api/program/deadline.ts";
import {
  coreWalletAccount,
  delegateAccount,
  type Strategy,
  type Transaction,
} from "../../../../src/api/program/execution.ts";
import { findJointRoute } from "../../../../src/api/router/joint-route.ts";
import type { TransactionRequest } from "../../../../src/api/trade/pipeline.ts";
import { NATIVE } from "../../../../src/lib/address.ts";
import { CHAINS } from "../../../../src/lib/chains.ts";
import { get } from "../../fixture/app.ts";
import { ALICE, BOB, DAI, snapshotOf, TIMESTAMP, USDC, WETH } from "../../fixture/market.ts";

const mainnet = CHAINS.get(1);
if (mainnet === undefined) throw new Error("chain 1 is unknown");
const snapshot = snapshotOf(mainnet);

/** The transaction of a trade, built by the service's own code. */
function transaction(strategy: Strategy, changes: Partial<TransactionRequest> = {}): Transaction {
  const request: TransactionRequest = {
    chainId: 1,
    strategy,
    fromAddress: ALICE,
    spender: ALICE,
    receiver: ALICE,
    refundReceiver: ALICE,
    inputs: [{ token: USDC, amount: 5_000_000_000n }],
    tokenOut: WETH,
    exactOut: null,
    limit: { kind: "slippage", bps: 50 },
    fee: null,
    onlyProtocols: [],
    ignoreProtocols: [],
    maxLegs: 10,
    priceImpact: false,
    basis: "plan",
    deadline: null,
    permit: null,
    ...changes,
  };
  const found = findJointRoute(snapshot, request, { numerator: 0n, denominator: 1n });
  if (!found.ok) throw new Error(found.failure.reason);
  const accounts = {
    router: null,
    delegate: delegateAccount(ALICE),
    corewallet: coreWalletAccount(coreWalletOf(ALICE), true),
  };
  const account = accounts[request.strategy];
  const order = {
    ...{ snapshot, request, route: found.route, feeAmounts: null, minAmountOut: 77n },
    ...{ deadline: deadlineOn(snapshot, request.deadline), permit: null },
  };
  return buildRouteExecution(order, account).tx;
}

async function post(body: unknown) {
  const init = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  return get("/api/v1/decode", {}, init);
}

async function decoded(tx: Transaction, from = tx.from) {
  const { status, body, text } = await post({
    chainId: 1,
    ...tx,
    from,
    value: tx.value.toString(),
  });
  expect(status, text).toBe(200);
  return decodeEndpoint.response.strict().parse(body);
}

describe("POST /api/v1/decode", () => {
  test("default", async () => {
    const readable = await decoded(transaction("router"));
    expect(readable).toMatchObject({
      strategy: "router",
      function: "route",
      tokenIn: USDC,
      amountIn: "5000000000",
      tokenOut: WETH,
      minAmountOut: "77",
      receiver: ALICE,
      permit: null,
      warnings: [],
    });
    expect(Number(readable.deadline)).toBeGreaterThan(TIMESTAMP);
    const swaps = readable.steps.filter(({ op }) => op === "v2-swap");
    expect(swaps).toHaveLength(2);
    for (const swap of swaps) {
      expect(swap).toMatchObject({
        protocol: expect.stringMatching(/^(uniswap|sushiswap)-v2$/),
        tokenIn: USDC,
        tokenOut: WETH,
        feePips: 3_000,
      });
    }
  });

  test("behavior: native in and out", async () => {
    const bought = await decoded(
      transaction("router", { inputs: [{ token: NATIVE, amount: 10n ** 18n }], tokenOut: USDC }),
    );
    expect(bought).toMatchObject({ tokenIn: NATIVE, wrapsInto: WETH, tokenOut: USDC });
    const sold = await decoded(
      transaction("router", { inputs: [{ token: DAI, amount: 10n ** 18n }], tokenOut: NATIVE }),
    );
    expect(sold).toMatchObject({ tokenIn: DAI, tokenOut: NATIVE, wrapsInto: null });
    expect(sold.steps).toContainEqual(
      expect.objectContaining({ op: "call", target: WETH, function: "withdraw(uint256)" }),
    );
  });

  test("behavior: wallets", async () => {
    for (const strategy of ["delegate", "corewallet"] as const) {
      const readable = await decoded(transaction(strategy));
      expect(readable).toMatchObject({
        strategy,
        function: "execute",
        tokenIn: USDC,
        amountIn: "5000000000",
        tokenOut: WETH,
        minAmountOut: "77",
        receiver: ALICE,
      });
    }
  });

  test("behavior: warnings", async () => {
    const tx = transaction("router");
    expect((await decoded(tx, BOB)).warnings).toEqual([
      `the receiver ${ALICE} is not the sender ${BOB}`,
    ]);
    expect((await decoded({ ...tx, value: 5n })).warnings).toContainEqual(
      expect.stringContaining("value 5 is not the 5000000000"),
    );
    const stranger = "deadbeef".repeat(5);
    const unlisted = tx.data.replaceAll(WETH.slice(2), stranger) as Hex;
    expect((await decoded({ ...tx, data: unlisted })).warnings).toContain(
      `token 0x${stranger} is not listed on chain 1`,
    );
    const pool = tx.data.replaceAll("b4e16d0168e52d35cacd2c6185b44281ec28c9dc", stranger) as Hex;
    const { warnings, steps } = await decoded({ ...tx, data: pool });
    expect(warnings).toEqual([
      expect.stringMatching(`^step \\d+ swaps in 0x${stranger}, which is not in the index$`),
    ]);
    expect(steps).toContainEqual(
      expect.objectContaining({ pool: `0x${stranger}`, protocol: null, tokenIn: null }),
    );
  });

  test("behavior: upper case, unknown fields and numbers are accepted", async () => {
    const { data } = transaction("router");
    const plain = await post({ chainId: 1, to: ROUTER_ADDRESS, data });
    const other = await post({
      chainId: "1",
      to: ROUTER_ADDRESS.toUpperCase(),
      data: `0x${data.slice(2).toUpperCase()}`,
      value: 0,
      gas: "1",
    });
    expect(plain.status).toBe(200);
    expect(other.text).toBe(plain.text);
  });

  test("error: INVALID_ARGUMENT, data of others with the byte's offset", async () => {
    const { data } = transaction("router");
    const foreign = async (to: string, calldata: string, from?: string) => {
      const { status, body } = await post({ chainId: 1, to, data: calldata, from });
      expect(status).toBe(400);
      return body;
    };
    expect(await foreign(ROUTER_ADDRESS, "0xa9059cbb")).toMatchObject({
      code: "INVALID_ARGUMENT",
      details: [{ path: "data", message: expect.stringContaining("byte 0: selector 0xa9059cbb") }],
      data: { offset: 0 },
    });
    expect(await foreign(ROUTER_ADDRESS, data.slice(0, -2))).toMatchObject({
      data: { offset: data.length / 2 - 2 },
    });
    const wallet = transaction("corewallet");
    expect(await foreign(BOB, wallet.data, ALICE)).toMatchObject({
      details: [{ path: "to", message: expect.stringContaining(coreWalletOf(ALICE)) }],
      data: {},
    });
  });

  const valid = { chainId: 1, to: ROUTER_ADDRESS, data: "0x" };
  const malformed: readonly (readonly [string, unknown, readonly string[]])[] = [
    ["null", null, ["body"]],
    ["a list", [valid], ["body"]],
    ["a text", "0x", ["body"]],
    ["nothing", {}, ["chainId", "to", "data"]],
    ["chain 0", { ...valid, chainId: 0 }, ["chainId"]],
    ["a chain's name", { ...valid, chainId: "mainnet" }, ["chainId"]],
    ["half a byte", { ...valid, data: "0x1" }, ["data"]],
    ["data without 0x", { ...valid, data: "d3ad9e46" }, ["data"]],
    ["data as numbers", { ...valid, data: [1] }, ["data"]],
    ["a short address", { ...valid, to: "0x1" }, ["to"]],
    ["a bad sender", { ...valid, from: null }, ["from"]],
    ["a hexadecimal value", { ...valid, value: "0x1" }, ["value"]],
    ["a value below zero", { ...valid, value: -1 }, ["value"]],
    ["an output as value", { ...valid, value: { useOutputOfCallAt: 0 } }, ["value"]],
  ];
  test.each(malformed)("error: INVALID_ARGUMENT, %s", async (_, body, paths) => {
    const response = await post(body);
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({
      code: "INVALID_ARGUMENT",
      details: paths.map((path) => ({ path })),
    });
  });

  test("error: UNSUPPORTED_CHAIN", async () => {
    expect((await post({ ...valid, chainId: 5 })).body).toMatchObject({
      code: "UNSUPPORTED_CHAIN",
    });
  });
});
