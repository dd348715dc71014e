import { describe, expect, test } from "vitest";
import { errorSchema } from "../../../../src/api/http/error-schema.ts";
import { NATIVE, ZERO_ADDRESS } from "../../../../src/lib/address.ts";
import { get, queryOf } from "../../fixture/app.ts";
import { ALICE, BOB, USDC } from "../../fixture/market.ts";

const WALLET = { chainId: "1", fromAddress: ALICE };
const APPROVAL = { ...WALLET, tokenAddress: USDC, amount: "5" };

type Case = readonly [
  path: string,
  query: Readonly<Record<string, string>>,
  code: string,
  paths: readonly string[],
];

const bad = (path: string, query: Readonly<Record<string, string>>, ...paths: string[]): Case => [
  path,
  query,
  "INVALID_ARGUMENT",
  paths,
];

const CASES: readonly Case[] = [
  bad("wallet", {}, "fromAddress"),
  bad("wallet", { fromAddress: "me", chainId: "0" }, "fromAddress", "chainId"),
  bad("wallet", { fromAddress: ZERO_ADDRESS }, "fromAddress"),
  ["wallet", { ...WALLET, chainId: "5" }, "UNSUPPORTED_CHAIN", ["chainId"]],
  bad("wallet/approve", {}, "fromAddress", "tokenAddress", "amount"),
  ...["0", "-1", "1.5", "1e18", "", (2n ** 256n).toString()].map((amount) =>
    bad("wallet/approve", { ...APPROVAL, amount }, "amount"),
  ),
  bad("wallet/approve", { ...APPROVAL, tokenAddress: "USDC" }, "tokenAddress"),
  bad("wallet/approve", { ...APPROVAL, tokenAddress: NATIVE }, "tokenAddress"),
  bad(
    "wallet/approve",
    { ...APPROVAL, tokenAddress: NATIVE, amount: "0" },
    "tokenAddress",
    "amount",
  ),
  bad("wallet/approve", { ...APPROVAL, routingStrategy: "bridge" }, "routingStrategy"),
  ["wallet/approve", { ...APPROVAL, chainId: "5" }, "UNSUPPORTED_CHAIN", ["chainId"]],
  ["wallet/approve", { ...APPROVAL, tokenAddress: BOB }, "UNKNOWN_TOKEN", ["tokenAddress"]],
  [
    "wallet/approve",
    { ...APPROVAL, routingStrategy: "delegate" },
    "STRATEGY_UNSUPPORTED",
    ["routingStrategy"],
  ],
];

describe("GET /api/v1/wallet", () => {
  test.each(CASES)("error: %s %j gets %s", async (path, query, code, paths) => {
    const { status, body } = await get(`/api/v1/${path}?${queryOf(query)}`);
    const error = errorSchema.strict().parse(body);
    expect(error.code).toBe(code);
    expect(status).toBe(error.statusCode);
    expect(status).toBeLessThan(500);
    expect(error.details.map((detail) => detail.path).sort()).toEqual([...paths].sort());
  });

  test("error: UPSTREAM_UNAVAILABLE", async () => {
    for (const path of [`wallet?${queryOf(WALLET)}`, `wallet/approve?${queryOf(APPROVAL)}`]) {
      const { status, headers, body } = await get(`/api/v1/${path}`);
      expect(status).toBe(503);
      expect(headers.get("retry-after")).toBe("1");
      expect(body).toMatchObject({ code: "UPSTREAM_UNAVAILABLE" });
      expect(JSON.stringify(body)).not.toContain("127.0.0.1");
    }
  });
});
