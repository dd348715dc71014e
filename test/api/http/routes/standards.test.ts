import { describe, expect, test } from "vitest";
import { STANDARDS, standardsEndpoint } from "../../../../src/api/http/routes/standards.ts";
import { get } from "../../fixture/app.ts";
import { ALICE, USDC, WETH } from "../../fixture/market.ts";

/**
 * The published table of actions and the names of their inputs, what the specification has not at
 * the end.
 */
const TABLE: Readonly<Record<string, readonly string[]>> = {
  approve: ["token", "spender", "amount", "id"],
  borrow: ["collateral", "tokenOut", "amountOut", "primaryAddress", "receiver"],
  deposit: [
    "tokenIn",
    "tokenOut",
    "amountIn",
    "primaryAddress",
    "slippage",
    "minAmountOut",
    "receiver",
  ],
  harvest: ["token", "primaryAddress", "receiver"],
  permittransferfrom: ["token", "amount", "nonce", "deadline", "signature", "sender"],
  redeem: [
    "tokenIn",
    "tokenOut",
    "amountIn",
    "primaryAddress",
    "slippage",
    "minAmountOut",
    "receiver",
  ],
  repay: ["tokenIn", "amountIn", "primaryAddress"],
  apiswap: ["tokenIn", "tokenOut", "amountIn", "slippage", "minAmountOut", "receiver"],
  swap: [
    "tokenIn",
    "tokenOut",
    "amountIn",
    "slippage",
    "primaryAddress",
    "minAmountOut",
    "receiver",
  ],
  transfer: ["token", "recipient", "amount", "id"],
  withdraw: [
    "primaryAddress",
    "tokenIn",
    "tokenOut",
    "amountOut",
    "slippage",
    "minAmountOut",
    "receiver",
  ],
  route: ["tokenIn", "tokenOut", "amountIn", "slippage", "minAmountOut", "receiver"],
  balance: ["token"],
  minamountout: ["token", "amount"],
  split: ["token", "amount", "parts"],
  merge: ["token", "amounts"],
  fee: ["token", "amount", "bps", "recipient"],
  depositclmm: [
    ...["tokenIn", "tokenOut", "amountIn", "ticks", "poolFee", "tickSpacing", "hook", "tokenId"],
    ...["slippage", "minAmountOut", "receiver"],
  ],
  redeemclmm: [
    ...["tokenIn", "tokenOut", "tokenId", "liquidity", "slippage", "minAmountOut", "receiver"],
  ],
};

function argsOf(name: string) {
  const standard = STANDARDS.find((one) => one.name === name);
  if (standard === undefined) throw new Error(`${name} is no standard`);
  return standard.args;
}

describe("GET /api/v1/standards", () => {
  test("default", async () => {
    const { status, body } = await get("/api/v1/standards");
    expect(status).toBe(200);
    const records = standardsEndpoint.response.parse(body);
    expect(records.map(({ name }) => name)).toEqual(Object.keys(TABLE));
    expect(records.filter(({ extension }) => extension).map(({ name }) => name)).toEqual([
      ...["balance", "minamountout", "split", "merge", "fee", "depositclmm", "redeemclmm"],
    ]);
    for (const { name, action, inputs } of records) {
      expect(action).toBe(name);
      expect(Object.keys(inputs)).toEqual(TABLE[name]);
      for (const text of Object.values(inputs)) expect(text.length).toBeGreaterThan(10);
    }
  });

  test("behavior: /actions answers the same bytes", async () => {
    const [standards, actions] = [await get("/api/v1/standards"), await get("/api/v1/actions")];
    expect(actions.text).toBe(standards.text);
  });
});

describe("GET /api/v1/standards/{slug}", () => {
  test("default: the record of the list, also as an action", async () => {
    const [first] = (await get("/api/v1/standards")).body as { name: string }[];
    for (const path of ["standards", "actions"]) {
      expect((await get(`/api/v1/${path}/${first?.name.toUpperCase()}`)).body).toEqual(first);
    }
  });

  test("error: NOT_FOUND", async () => {
    expect((await get("/api/v1/actions/flashloan")).body).toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("STANDARDS", () => {
  const swap = { tokenIn: USDC.toUpperCase(), tokenOut: WETH, amountIn: "5" };

  test("default", () => {
    expect(argsOf("swap").parse(swap)).toEqual({
      tokenIn: USDC,
      tokenOut: WETH,
      amountIn: { kind: "literal", value: 5n },
    });
  });

  test("behavior: amounts are decimal strings, safe integers or outputs", () => {
    const accepts = (amountIn: unknown) => argsOf("swap").safeParse({ ...swap, amountIn }).success;
    for (const amountIn of ["1", 1, (2n ** 256n - 1n).toString(), 2 ** 53 - 1]) {
      expect(accepts(amountIn)).toBe(true);
    }
    expect(accepts({ useOutputOfCallAt: 0 })).toBe(true);
    expect(accepts({ useOutputOfCallAt: 0, index: 1 })).toBe(true);
    for (const amountIn of [
      "0",
      0,
      "-1",
      -1,
      "1.5",
      1.5,
      "1e3",
      "0x1",
      "",
      " 1",
      2 ** 53,
      null,
      true,
    ]) {
      expect(accepts(amountIn)).toBe(false);
    }
    expect(accepts((2n ** 256n).toString())).toBe(false);
    for (const output of [{}, { useOutputOfCallAt: -1 }, { useOutputOfCallAt: "0" }]) {
      expect(accepts(output)).toBe(false);
    }
    expect(accepts({ useOutputOfCallAt: 0, other: 1 })).toBe(false);
  });

  test("behavior: an output stands for no address and no slippage", () => {
    const output = { useOutputOfCallAt: 0 };
    expect(argsOf("swap").safeParse({ ...swap, slippage: output }).success).toBe(false);
    expect(argsOf("swap").safeParse({ ...swap, tokenOut: output }).success).toBe(false);
    expect(argsOf("swap").safeParse({ ...swap, slippage: 10_001 }).success).toBe(false);
    expect(argsOf("swap").parse({ ...swap, slippage: "10000" })).toMatchObject({
      slippage: 10_000,
    });
  });

  test("behavior: transfer of an NFT takes an id alone, which may be 0", () => {
    const args = { token: USDC, recipient: ALICE, id: "0" };
    expect(argsOf("transfer").parse(args)).toMatchObject({
      id: { kind: "literal", value: 0n },
    });
  });
});
