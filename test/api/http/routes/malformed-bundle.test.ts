import { describe, expect, test } from "vitest";
import { ALICE, BOB, USDC, WETH } from "../../fixture/market.ts";
import {
  type Args,
  BUNDLE_PATH,
  bad,
  type Case,
  call,
  core,
  deposit,
  erc20,
  post,
  route,
  routed,
  testRefusals,
} from "./bundle-bodies.ts";

const BODIES: readonly Case[] = [
  bad("null", null, "body"),
  bad("a number", 7, "body"),
  bad("a text", "[]", "body"),
  bad("one action outside of a list", core("route", route), "body"),
  bad("no actions", [], "body"),
  bad("51 actions", Array(51).fill(core("route", route)), "body"),
];

const ACTIONS: readonly Case[] = [
  bad("null as action", [null], "0"),
  bad("a list as action", [[core("route", route)]], "0"),
  bad("an empty action", [{}], "0.protocol", "0.action"),
  bad("no protocol", [{ action: "route", args: route }], "0.protocol"),
  bad("protocol null", [{ protocol: null, action: "route", args: route }], "0.protocol"),
  bad("two protocols", [{ protocol: ["a", "b"], action: "route", args: route }], "0.protocol"),
  bad("protocol no slug", [{ protocol: "a b", action: "route", args: route }], "0.protocol"),
  bad("no action", [{ protocol: "core", args: route }], "0.action"),
  bad("an action that does not exist", [core("teleport", route)], "0.action"),
  bad("an action named after a property", [core("constructor", route)], "0.action"),
  bad("action a list", [{ protocol: "core", action: ["route"], args: route }], "0.action"),
  bad("no args", [{ protocol: "core", action: "route" }], "0.args"),
  bad("args a list", [core("route", [USDC, WETH, "5"])], "0.args"),
  bad("args a text", [core("route", "5")], "0.args"),
  bad("a field too many", [{ ...core("route", route), value: "1" }], "0.value"),
  bad("no arguments", [core("route", {})], "0.args.tokenIn", "0.args.tokenOut", "0.args.amountIn"),
  routed("an argument too many", { recipient: BOB }, "0.args.recipient"),
  routed("an argument of another action", { primaryAddress: BOB }, "0.args.primaryAddress"),
  bad(
    "args with __proto__",
    '[{"protocol":"core","action":"harvest","args":{"__proto__":1}}]',
    "0.action",
    "0.args.token",
    "0.args.__proto__",
  ),
];

const ID = `1:${BOB}:7`;
const position = (name: string, action: string, args: Args, ...paths: string[]) =>
  bad(name, [{ protocol: "weth", action, args }], "0.action", ...paths);

const POSITIONS: readonly Case[] = [
  routed("a positionId of another chain", { tokenOut: `10:${BOB}:7` }, "0.args.tokenOut"),
  routed("a positionId without id", { tokenOut: `1:${BOB}:` }, "0.args.tokenOut"),
  routed("a positionId without contract", { tokenOut: "1:7" }, "0.args.tokenOut"),
  routed("a positionId with a word as id", { tokenOut: `1:${BOB}:seven` }, "0.args.tokenOut"),
  routed("a positionId to start from", { tokenIn: ID }, "0.args.tokenIn"),
  bad("a positionId to swap into", [core("swap", { ...route, tokenOut: ID })], "0.args.tokenOut"),
  bad(
    "a positionId as a token",
    [erc20("transfer", { token: ID, recipient: BOB, amount: "1" })],
    "0.args.token",
  ),
  bad(
    "positionIds of other chains in a deposit",
    [
      {
        ...{ protocol: "weth", action: "deposit" },
        args: {
          ...{ tokenIn: USDC, tokenOut: [WETH, `10:${BOB}:7`], amountIn: "1" },
          primaryAddress: `0:${BOB}:7`,
        },
      },
    ],
    "0.args.tokenOut.1",
    "0.args.primaryAddress",
  ),
  position("harvest of another chain", "harvest", { token: `5:${BOB}:7` }, "0.args.token"),
  position(
    "a loan of another chain",
    "borrow",
    { collateral: `5:${BOB}:7`, tokenOut: USDC, amountOut: "1", primaryAddress: `6:${BOB}:7` },
    "0.args.collateral",
    "0.args.primaryAddress",
  ),
  position(
    "a withdrawal in a malformed position",
    "withdraw",
    { tokenIn: "1:0x12:7", tokenOut: ID, amountOut: "1" },
    "0.args.tokenIn",
    "0.args.tokenOut",
  ),
];

const UNSUPPORTED: readonly Case[] = [
  [
    "an unknown protocol",
    [{ protocol: "uniswap-v9", action: "swap", args: route }],
    "UNKNOWN_PROTOCOL",
    ["0.protocol"],
    422,
  ],
  [
    "an unknown protocol of an unsupported action",
    [{ protocol: "aave-v9", action: "repay", args: { tokenIn: USDC, amountIn: "1" } }],
    "UNKNOWN_PROTOCOL",
    ["0.protocol"],
    422,
  ],
  [
    "borrow from a protocol without it",
    [
      {
        protocol: "weth",
        action: "borrow",
        args: { collateral: WETH, tokenOut: USDC, amountOut: "1" },
      },
    ],
    "ACTION_UNSUPPORTED",
    ["0.action"],
    422,
  ],
  [
    "harvest from core",
    [core("harvest", { token: USDC })],
    "ACTION_UNSUPPORTED",
    ["0.action"],
    422,
  ],
  [
    "repay to core",
    [core("repay", { tokenIn: USDC, amountIn: "1" })],
    "ACTION_UNSUPPORTED",
    ["0.action"],
    422,
  ],
  ["deposit into core", [core("deposit", deposit)], "ACTION_UNSUPPORTED", ["0.action"], 422],
  [
    "route of a protocol",
    [{ protocol: "uniswap-v2", action: "route", args: route }],
    "ACTION_UNSUPPORTED",
    ["0.action"],
    422,
  ],
  [
    "call of a protocol",
    [{ protocol: "uniswap-v2", action: "call", args: call }],
    "ACTION_UNSUPPORTED",
    ["0.action"],
    422,
  ],
  ["swap of erc20", [erc20("swap", route)], "ACTION_UNSUPPORTED", ["0.action"], 422],
  [
    "a protocol of another chain",
    [{ protocol: "kodiak-v2", action: "swap", args: route }],
    "ACTION_UNSUPPORTED",
    ["0.action"],
    422,
  ],
  [
    "both, and the first is named",
    [core("harvest", { token: USDC }), { protocol: "x", action: "swap", args: route }],
    "UNKNOWN_PROTOCOL",
    ["0.action", "1.protocol"],
    422,
  ],
  bad(
    "both and a bad argument",
    [core("harvest", { token: "x" }), { protocol: "x", action: "swap", args: route }],
    "0.action",
    "0.args.token",
    "1.protocol",
  ),
];

describe("POST /api/v1/shortcuts/bundle", () => {
  testRefusals([...BODIES, ...ACTIONS, ...POSITIONS, ...UNSUPPORTED]);

  test("error: INVALID_ARGUMENT, the query", async () => {
    const body = JSON.stringify([core("route", route)]);
    const path =
      "/api/v1/shortcuts/bundle?fromAddress=me&receiver=x&spender=&refundReceiver=0x0&routingStrategy=teleport&chainId=0";
    const error = await post(body, {}, path);
    expect(error.details.map((detail) => detail.path).sort()).toEqual([
      "chainId",
      "fromAddress",
      "receiver",
      "refundReceiver",
      "routingStrategy",
      "spender",
    ]);
  });

  test("error: STRATEGY_UNSUPPORTED", async () => {
    const body = JSON.stringify([core("route", route)]);
    for (const strategy of ["router", "ROUTER", "router-legacy"]) {
      const error = await post(body, {}, `${BUNDLE_PATH}&routingStrategy=${strategy}`);
      expect(error).toMatchObject({
        code: "STRATEGY_UNSUPPORTED",
        details: [{ path: "routingStrategy" }],
      });
    }
  });

  test("error: UNSUPPORTED_CHAIN", async () => {
    const body = JSON.stringify([core("route", route)]);
    const error = await post(body, {}, `/api/v1/shortcuts/bundle?chainId=5&fromAddress=${ALICE}`);
    expect(error).toMatchObject({ code: "UNSUPPORTED_CHAIN", statusCode: 400 });
  });

  test("behavior: the message lists five bad places, details all", async () => {
    const error = await post(JSON.stringify(Array(50).fill(core("route", {}))));
    expect(error.details).toHaveLength(150);
    expect(error.message).toMatch(
      /^Invalid bundle: 0\.args\.tokenIn is required; .*; and 145 more\.$/,
    );
    expect(error.data).toEqual({ index: 0 });
  });

  test("behavior: what a caller sends is cut where it is shown", async () => {
    const key = "k".repeat(5_000);
    const error = await post(
      JSON.stringify([core("route", { ...route, [key]: key, amountIn: key })]),
    );
    expect(JSON.stringify(error).length).toBeLessThan(2_000);
  });
});
