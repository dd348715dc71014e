import { type Address, encodeFunctionData } from "viem";
import { describe, expect, test } from "vitest";
import type { CallValue } from "../../../src/api/bundle/action.ts";
import { sentAction } from "../../../src/api/bundle/echo.ts";
import { offersOn } from "../../../src/api/bundle/offers.ts";
import type { Snapshot } from "../../../src/api/graph/snapshot.ts";
import { STANDARDS } from "../../../src/api/http/routes/standards.ts";
import { NATIVE } from "../../../src/lib/address.ts";
import { PROTOCOLS } from "../../../src/protocols/index.ts";
import { BOB, DAI, USDC, WETH } from "../fixture/market.ts";
import { addressOf, marketOf } from "../router/market.ts";
import { core, EVERY, parse, ROUTE } from "./every-action.ts";
import { lender, type Market } from "./lender.ts";

const OFFERS = offersOn(1, PROTOCOLS, null);
const MARKET: Market = {
  ...{ id: "0x1", slug: "lender", updatedBlock: 0, market: "1", cap: 1n, delegateOnly: false },
  ...{ loan: addressOf("token", 1), collateral: addressOf("token", 2), rewards: [] },
};
const literal = (value: bigint) => ({ kind: "literal", value });

describe("parseBundle", () => {
  test("default", () => {
    expect(parse([ROUTE])).toEqual([
      {
        index: 0,
        kind: "route",
        protocol: "core",
        tokenIn: NATIVE,
        tokenOut: WETH,
        amountIn: literal(7n),
        limit: { kind: "slippage", bps: 50 },
        primaryAddress: null,
      },
    ]);
  });

  test("behavior: every standard, and outputs wherever an amount may stand", () => {
    const actions = parse(EVERY);
    expect(actions.map(({ index }) => index)).toEqual(EVERY.map((_, index) => index));
    const kinds = new Set(actions.map(({ kind }) => kind));
    for (const { name } of STANDARDS) expect(kinds).toContain(name);
    expect(actions[4]).toEqual({
      index: 4,
      kind: "deposit",
      protocol: "every",
      tokenIn: [USDC, DAI],
      tokenOut: [BOB, WETH],
      amountIn: [{ kind: "output", action: 2, index: 0 }, literal(9n)],
      limit: { kind: "minimum", amounts: [8n, 7n] },
      primaryAddress: null,
    });
    expect(actions[2]).toMatchObject({ limit: { kind: "slippage", bps: 0 } });
    expect(actions[6]).toMatchObject({ limit: { kind: "minimum", amounts: [6n] } });
    expect(actions[8]).toMatchObject({ primaryAddress: `1:${BOB}:12` });
    expect(actions[9]).toMatchObject({ token: `1:${BOB}:0xab` });
    expect(actions[10]).toMatchObject({ nonce: 0n, deadline: 99n, signature: "0xabcd" });
    expect(actions[12]).toMatchObject({
      amount: null,
      id: { kind: "output", action: 11, index: 1 },
    });
  });

  test("behavior: the echo of an action is the same action", () => {
    const actions = parse(EVERY);
    const sent: unknown = JSON.parse(JSON.stringify(actions.map(sentAction)));
    expect(parse(sent)).toEqual(actions);
    expect(actions.map(sentAction)[5]).toEqual({
      protocol: "every",
      action: "redeem",
      args: {
        tokenIn: WETH,
        tokenOut: NATIVE,
        amountIn: { useOutputOfCallAt: 4, index: 1 },
        slippage: "50",
        primaryAddress: WETH,
      },
    });
  });

  test("behavior: the arguments of a call are what viem encodes", () => {
    const [, , call] = parse([
      ROUTE,
      ROUTE,
      core("call", {
        address: BOB,
        method: "f",
        abi: "function f((uint256 a, (int24, bytes) b)[] list, address[2] pair, bytes32 tag)",
        args: [
          [[1, ["-5", "0xAA"]], { a: (2n ** 256n - 1n).toString(), b: [5, "0x"] }],
          [BOB, USDC.toUpperCase()],
          `0x${"AB".repeat(32)}`,
        ],
      }),
    ]);
    if (call?.kind !== "call") throw new Error("no call");
    const plain = (value: CallValue): unknown => {
      if (value.kind === "list") return value.items.map(plain);
      return value.kind === "literal" ? value.value : 0n;
    };
    const encoded = encodeFunctionData({
      abi: [call.function],
      functionName: "f",
      args: call.args.map(plain),
    });
    expect(encoded).toBe(
      encodeFunctionData({
        abi: [call.function],
        functionName: "f",
        args: [
          [
            { a: 1n, b: [-5, "0xaa"] },
            { a: 2n ** 256n - 1n, b: [5, "0x"] },
          ],
          [BOB, USDC],
          `0x${"ab".repeat(32)}`,
        ],
      }),
    );
  });

  test("behavior: other names of protocols, actions and arguments", () => {
    const args = { token: USDC.toUpperCase(), receiver: BOB, tokenId: 0 };
    const expected = [
      {
        index: 0,
        kind: "transfer",
        protocol: "erc20",
        token: USDC,
        recipient: BOB,
        amount: null,
        id: literal(0n),
      },
    ];
    for (const protocol of ["erc20", "ERC20", ["erc20"], "erc721", "ERC1155"]) {
      expect(parse([{ protocol, action: "TRANSFER", args }])).toEqual(expected);
    }
    for (const protocol of ["enso", "ENSO", ["enso"], "Core"]) {
      expect(parse([{ ...ROUTE, protocol }])[0]?.protocol).toBe("core");
    }
  });

  test("behavior: words of a call whose signature names no return", () => {
    const call = core("call", { address: BOB, method: "f", abi: "f()", args: [] });
    const use = (index: number) =>
      core("route", {
        tokenIn: USDC,
        tokenOut: DAI,
        amountIn: { useOutputOfCallAt: 0, index },
      });
    expect(parse([call, use(0), use(255)])).toHaveLength(3);
    expect(() => parse([call, use(256)])).toThrow(
      expect.objectContaining({ code: "INVALID_ARGUMENT" }),
    );
  });

  test("behavior: return words are counted through static tuples and arrays", () => {
    const call = core("call", {
      address: BOB,
      method: "f",
      abi: "f() returns ((bool a, uint8 b)[2] x, bytes y, uint112 z)",
      args: [],
    });
    const words = Array.from({ length: 8 }, (_, index) => {
      const amountIn = { useOutputOfCallAt: 0, index };
      try {
        return parse([call, core("route", { tokenIn: USDC, tokenOut: DAI, amountIn })]).length > 0;
      } catch {
        return false;
      }
    });
    expect(words).toEqual([false, true, false, true, false, true, false, false]);
  });

  test("behavior: a huge array in a signature costs nothing", () => {
    const call = core("call", {
      address: BOB,
      method: "f",
      abi: "f() returns (uint256[999999999][999999999][999999999] x)",
      args: [],
    });
    const amountIn = { useOutputOfCallAt: 0, index: 200 };
    expect(parse([call, core("route", { tokenIn: USDC, tokenOut: DAI, amountIn })])).toHaveLength(
      2,
    );
  });

  test("behavior: fifty actions, each using the one before", () => {
    const body = Array.from({ length: 50 }, (_, index) =>
      core("route", {
        tokenIn: index % 2 === 0 ? USDC : DAI,
        tokenOut: index % 2 === 0 ? DAI : USDC,
        amountIn: index === 0 ? "1" : { useOutputOfCallAt: index - 1 },
      }),
    );
    expect(parse(body)).toHaveLength(50);
  });
});

describe("offersOn", () => {
  test("default", () => {
    expect([...(OFFERS.get("weth") ?? [])]).toEqual(["deposit", "redeem"]);
    expect([...(OFFERS.get("uniswap-v2") ?? [])]).not.toContain("depositclmm");
    expect([...(OFFERS.get("uniswap-v3") ?? [])]).toEqual([
      ...["apiswap", "swap", "depositclmm", "redeemclmm"],
    ]);
    expect([...(OFFERS.get("permit2") ?? [])]).toEqual(["permittransferfrom"]);
  });

  test("behavior: account actions are what the states of the chain offer", () => {
    const market = (rewards: readonly Address[]) => {
      const state: Market = { ...MARKET, rewards };
      return marketOf([{ protocol: lender, state }], 5);
    };
    const offered = (snapshot: Snapshot | null, slug = "lender") => [
      ...(offersOn(1, [lender], snapshot).get(slug) ?? []),
    ];
    expect(offered(market([]))).toEqual(["deposit", "withdraw", "borrow", "repay"]);
    expect(offered(market([WETH]))).toContain("harvest");
    expect(offered(market([WETH]), "single")).toEqual(["deposit"]);
    expect(offered(null, "single")).toContain("harvest");
  });

  test("behavior: a protocol of another chain is known and offers nothing", () => {
    expect(OFFERS.get("kodiak-v2")).toEqual(new Set());
    expect(offersOn(80_094, PROTOCOLS, null).get("kodiak-v2")?.size).toBeGreaterThan(0);
    // No source states its position manager.
    expect([...(offersOn(100, PROTOCOLS, null).get("oku-trade") ?? [])]).not.toContain(
      "redeemclmm",
    );
  });
});
