import { describe, expect, test } from "vitest";
import { createApp } from "../../../src/api/app.ts";
import { errorSchema } from "../../../src/api/errors.ts";
import { NATIVE, ZERO_ADDRESS } from "../../../src/lib/address.ts";
import { ALICE, BOB, DAI, fixtureDeps, USDC, WETH } from "../fixture.ts";

const app = createApp(fixtureDeps());
const PATH = `/api/v1/shortcuts/bundle?chainId=1&fromAddress=${ALICE}`;

type Args = Readonly<Record<string, unknown>>;
type Case = readonly [
  name: string,
  body: unknown,
  code: string,
  paths: readonly string[],
  status?: number,
];

const route = { tokenIn: USDC, tokenOut: WETH, amountIn: "5" };
const transfer = { token: USDC, recipient: BOB, amount: "5" };
const approve = { token: USDC, spender: BOB, amount: "5" };
const deposit = { tokenIn: NATIVE, tokenOut: WETH, amountIn: "5" };
const permit = { token: USDC, amount: "5", nonce: "0", deadline: "1", signature: "0x01" };
const call = { address: BOB, method: "f", abi: "f(uint256)", args: ["1"] };
const out = (useOutputOfCallAt: unknown, index?: unknown) => ({
  useOutputOfCallAt,
  ...(index !== undefined && { index }),
});

const core = (action: string, args: unknown) => ({ protocol: "core", action, args });
const erc20 = (action: string, args: unknown) => ({ protocol: "erc20", action, args });

function bad(name: string, body: unknown, ...paths: string[]): Case {
  return [name, body, "INVALID_ARGUMENT", paths];
}

/** A bundle of one `route` with some arguments replaced. */
function routed(name: string, changes: Args, ...paths: string[]): Case {
  return bad(name, [core("route", { ...route, ...changes })], ...paths);
}

/** A bundle of a `route` and a `call` with some arguments replaced. */
function called(name: string, changes: Args, ...paths: string[]): Case {
  return bad(name, [core("route", route), core("call", { ...call, ...changes })], ...paths);
}

/** A call of a function with one parameter. */
function argument(type: string, value: unknown, ...paths: string[]): Case {
  const name = `${type} given ${JSON.stringify(value)?.slice(0, 60)}`;
  return called(name, { abi: `function f(${type} x)`, args: [value] }, ...paths);
}

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
  routed("an argument too many", { receiver: BOB }, "0.args.receiver"),
  routed("an argument of another action", { primaryAddress: BOB }, "0.args.primaryAddress"),
  bad(
    "args with __proto__",
    '[{"protocol":"core","action":"harvest","args":{"__proto__":1}}]',
    "0.action",
    "0.args.token",
    "0.args.__proto__",
  ),
];

const VALUES: readonly Case[] = [
  ...["0x1", USDC.slice(2), `${USDC}0`, "", 5, null, true, [USDC], {}, out(0)].map((tokenOut) =>
    routed(`tokenOut ${JSON.stringify(tokenOut)}`, { tokenOut }, "0.args.tokenOut"),
  ),
  ...[
    "0",
    0,
    -0,
    "-1",
    -1,
    "+1",
    "1.5",
    1.5,
    "1e18",
    1e18,
    2 ** 53,
    "0x10",
    "",
    " 1",
    "1 ",
    "١",
    (2n ** 256n).toString(),
    "9".repeat(500),
    null,
    true,
    [],
    ["1", "2"],
  ].map((amountIn) =>
    routed(`amountIn ${JSON.stringify(amountIn).slice(0, 90)}`, { amountIn }, "0.args.amountIn"),
  ),
  ...[-1, 10_001, "1%", 0.5, "", null, out(0)].map((slippage) =>
    routed(`slippage ${JSON.stringify(slippage)}`, { slippage }, "0.args.slippage"),
  ),
  routed("tokenIn is tokenOut", { tokenIn: WETH.toUpperCase() }, "0.args.tokenOut"),
  routed(
    "tokenIn is tokenOut in other letters",
    { tokenOut: USDC.replace("a", "A") },
    "0.args.tokenOut",
  ),
  bad(
    "several wrong at once, in two actions",
    [
      core("route", { tokenIn: 1, tokenOut: WETH, amountIn: "x", slippage: -1 }),
      erc20("transfer", {}),
    ],
    "0.args.tokenIn",
    "0.args.amountIn",
    "0.args.slippage",
    "1.args.token",
    "1.args.recipient",
    "1.args.amount",
  ),
  bad(
    "transfer to zero",
    [erc20("transfer", { ...transfer, recipient: ZERO_ADDRESS })],
    "0.args.recipient",
  ),
  bad(
    "transfer under the alias",
    [erc20("transfer", { token: USDC, receiver: "me", amount: "1" })],
    "0.args.receiver",
  ),
  bad(
    "transfer under both names",
    [erc20("transfer", { ...transfer, receiver: BOB })],
    "0.args.receiver",
  ),
  bad(
    "transfer of an id under both names",
    [erc20("transfer", { ...transfer, id: "1", tokenId: "1" })],
    "0.args.tokenId",
  ),
  bad(
    "transfer of a negative id",
    [erc20("transfer", { ...transfer, tokenId: "-1" })],
    "0.args.tokenId",
  ),
  bad("transfer of nothing", [erc20("transfer", { token: USDC, recipient: BOB })], "0.args.amount"),
  bad(
    "approve of the native currency",
    [erc20("approve", { ...approve, token: NATIVE })],
    "0.args.token",
  ),
  bad(
    "approve for zero",
    [erc20("approve", { ...approve, spender: ZERO_ADDRESS })],
    "0.args.spender",
  ),
  bad("approve of 0", [erc20("approve", { ...approve, amount: "0" })], "0.args.amount"),
  bad(
    "deposit with an amount too few",
    [{ protocol: "weth", action: "deposit", args: { ...deposit, tokenIn: [NATIVE, DAI] } }],
    "0.args.amountIn",
  ),
  bad(
    "deposit with a bad token in a list",
    [
      {
        protocol: "weth",
        action: "deposit",
        args: { ...deposit, tokenIn: [NATIVE, "x"], amountIn: ["1", "0"] },
      },
    ],
    "0.args.tokenIn.1",
    "0.args.amountIn.1",
  ),
  bad(
    "deposit of no token",
    [{ protocol: "weth", action: "deposit", args: { ...deposit, tokenIn: [], amountIn: [] } }],
    "0.args.tokenIn",
    "0.args.amountIn",
  ),
  bad(
    "deposit of nine tokens",
    [{ protocol: "weth", action: "deposit", args: { ...deposit, tokenOut: Array(9).fill(DAI) } }],
    "0.args.tokenOut",
  ),
  bad(
    "deposit of the same token twice",
    [
      {
        protocol: "weth",
        action: "deposit",
        args: { ...deposit, tokenIn: [DAI, DAI], amountIn: ["1", "1"] },
      },
    ],
    "0.args.tokenOut",
  ),
  bad(
    "redeem with an output in a list as address",
    [
      core("route", route),
      {
        protocol: "weth",
        action: "redeem",
        args: { tokenIn: WETH, tokenOut: [out(0)], amountIn: "1" },
      },
    ],
    "1.args.tokenOut.0",
  ),
  ...["", "0x", "0x1", "0xzz", 5, null, `0x${"00".repeat(4_097)}`].map((signature) =>
    bad(
      `signature ${JSON.stringify(signature)?.slice(0, 20)}`,
      [{ protocol: "permit2", action: "permittransferfrom", args: { ...permit, signature } }],
      "0.args.signature",
    ),
  ),
  bad(
    "nonce an output",
    [
      core("route", route),
      {
        protocol: "permit2",
        action: "permittransferfrom",
        args: { ...permit, nonce: out(0), deadline: "-1" },
      },
    ],
    "1.args.nonce",
    "1.args.deadline",
  ),
];

const REFERENCES: readonly Case[] = [
  routed("an output of itself", { amountIn: out(0) }, "0.args.amountIn.useOutputOfCallAt"),
  bad(
    "an output of a later action",
    [core("route", { ...route, amountIn: out(1) }), core("route", route)],
    "0.args.amountIn.useOutputOfCallAt",
  ),
  ...[-1, "0", 0.5, null, true, [0], {}, 2 ** 53].map((place) =>
    bad(
      `useOutputOfCallAt ${JSON.stringify(place)}`,
      [core("route", route), core("route", { ...route, amountIn: out(place) })],
      "1.args.amountIn.useOutputOfCallAt",
    ),
  ),
  bad(
    "an output of approve",
    [erc20("approve", approve), core("route", { ...route, amountIn: out(0) })],
    "1.args.amountIn.useOutputOfCallAt",
  ),
  bad(
    "an output of an NFT's transfer",
    [
      erc20("transfer", { token: USDC, recipient: BOB, id: 1 }),
      core("route", { ...route, amountIn: out(0) }),
    ],
    "1.args.amountIn.useOutputOfCallAt",
  ),
  bad(
    "the second output of route",
    [core("route", route), core("route", { ...route, amountIn: out(0, 1) })],
    "1.args.amountIn.index",
  ),
  ...["0", -1, 0.5, null].map((index) =>
    bad(
      `index ${JSON.stringify(index)}`,
      [core("route", route), core("route", { ...route, amountIn: out(0, index) })],
      "1.args.amountIn.index",
    ),
  ),
  bad(
    "an unknown part of an output",
    [core("route", route), core("route", { ...route, amountIn: { ...out(0), scale: 2 } })],
    "1.args.amountIn.scale",
  ),
  bad(
    "an index alone",
    [core("route", route), core("route", { ...route, amountIn: { index: 0 } })],
    "1.args.amountIn.useOutputOfCallAt",
  ),
  bad(
    "in a list of amounts",
    [{ protocol: "weth", action: "deposit", args: { ...deposit, amountIn: [out(3)] } }],
    "0.args.amountIn.0.useOutputOfCallAt",
  ),
  bad(
    "the id of a transfer",
    [erc20("transfer", { token: USDC, recipient: BOB, tokenId: out(0) })],
    "0.args.tokenId.useOutputOfCallAt",
  ),
  bad(
    "return words that the signature does not have",
    [
      core("call", { ...call, abi: "f(uint256) returns (uint256 a, address b)" }),
      core("route", { ...route, amountIn: out(0, 2) }),
      core("route", { ...route, amountIn: out(0, 1) }),
      core("route", { ...route, amountIn: out(0, 256) }),
    ],
    "1.args.amountIn.index",
    "2.args.amountIn.index",
    "3.args.amountIn.index",
  ),
  bad(
    "a return word that is an offset",
    [
      core("call", { ...call, abi: "f(uint256) returns (uint256[])" }),
      core("route", { ...route, amountIn: out(0) }),
    ],
    "1.args.amountIn.useOutputOfCallAt",
  ),
];

const CALLS: readonly Case[] = [
  called("no arguments", { args: undefined }, "1.args.args"),
  called(
    "no abi, no method, no address",
    { abi: undefined, method: undefined, address: undefined },
    "1.args.abi",
    "1.args.method",
    "1.args.address",
  ),
  called("another method", { method: "g" }, "1.args.method"),
  called("the zero address", { address: ZERO_ADDRESS }, "1.args.address"),
  ...[
    "",
    "f",
    "f(",
    "f)",
    "(uint256)",
    "f(uint256",
    "f(uint256))",
    "f(uint257 x)",
    "f(uint7)",
    "f(bytes33)",
    "f(bytes0)",
    "f(fixed128x18)",
    "f(Foo x)",
    "f(uint256[0])",
    "f(uint256[-1])",
    "f(uint256[)",
    "f(uint256,)",
    "f(,uint256)",
    "f(uint256) returns",
    "f(uint256) returns uint256",
    "f(uint256) wrong",
    "event f(uint256)",
    "f(uint256); g(uint256)",
    '[{"type":"function","name":"f"}]',
    `f(${"(".repeat(9)}uint256${")".repeat(9)})`,
    `f(uint256${"[]".repeat(9)})`,
    `f(${"uint256,".repeat(300)}uint256)`,
  ].map((abi) => called(`abi ${abi.slice(0, 60)}`, { abi }, "1.args.abi")),
  called("an argument too few", { args: [] }, "1.args.args"),
  called("an argument too many", { args: ["1", "2"] }, "1.args.args"),
  called("arguments by name", { args: { x: "1" } }, "1.args.args"),
  called("an unknown argument", { gas: "1" }, "1.args.gas"),
  called("a value below zero", { value: "-1" }, "1.args.value"),
  called("a value from nowhere", { value: out(1) }, "1.args.value.useOutputOfCallAt"),
  argument("uint8", "256", "1.args.args.0"),
  argument("uint8", "-1", "1.args.args.0"),
  argument("uint8", 1.5, "1.args.args.0"),
  argument("int8", "128", "1.args.args.0"),
  argument("int8", "-129", "1.args.args.0"),
  argument("uint256", (2n ** 256n).toString(), "1.args.args.0"),
  argument("uint256", "0x1", "1.args.args.0"),
  argument("uint256", {}, "1.args.args.0"),
  argument("uint256", ["1"], "1.args.args.0"),
  argument("uint256", out(1), "1.args.args.0.useOutputOfCallAt"),
  argument("uint256", { ...out(0), foo: 1 }, "1.args.args.0.foo"),
  argument("address", "0x1", "1.args.args.0"),
  argument("address", out(0), "1.args.args.0"),
  argument("bool", "yes", "1.args.args.0"),
  argument("bool", 1, "1.args.args.0"),
  argument("bool", out(0), "1.args.args.0"),
  argument("string", 1, "1.args.args.0"),
  argument("bytes", "0x1", "1.args.args.0"),
  argument("bytes", "abcd", "1.args.args.0"),
  argument("bytes", out(0), "1.args.args.0"),
  argument("bytes32", "0x00", "1.args.args.0"),
  argument("bytes32", out(0), "1.args.args.0"),
  argument("uint256[]", "1", "1.args.args.0"),
  argument("uint256[]", out(0), "1.args.args.0"),
  argument(
    "uint256[]",
    ["1", "x", out(0), out(7)],
    "1.args.args.0.1",
    "1.args.args.0.3.useOutputOfCallAt",
  ),
  argument("uint256[]", ["1", out(0), out(7)], "1.args.args.0.2.useOutputOfCallAt"),
  argument("uint256[2]", ["1"], "1.args.args.0"),
  argument("uint256[2][]", [["1", "2"], ["1"]], "1.args.args.0.1"),
  argument("(uint256 a, address b)", [1], "1.args.args.0"),
  argument("(uint256 a, address b)", { a: 1 }, "1.args.args.0.b"),
  argument("(uint256 a, address b)", { a: out(4), b: BOB }, "1.args.args.0.a.useOutputOfCallAt"),
  argument("(uint256 a, address b)", { a: 1, b: BOB, c: 1 }, "1.args.args.0.c"),
  argument("(uint256 a, address b)", out(0), "1.args.args.0"),
  argument("(uint256, address)", { a: 1, b: BOB }, "1.args.args.0"),
  argument("(uint256 a, uint256 a)", { a: 1 }, "1.args.args.0"),
  argument("(uint8[] a)[]", [{ a: [1, 300] }], "1.args.args.0.0.a.1"),
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

async function post(body: string, headers: Readonly<Record<string, string>> = {}, path = PATH) {
  const response = await app.request(path, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...headers },
  });
  const error = errorSchema.strict().parse(await response.json());
  expect(error.requestId).toBe(response.headers.get("x-request-id"));
  expect(error.statusCode).toBe(response.status);
  return error;
}

describe("POST /api/v1/shortcuts/bundle", () => {
  const cases = [...BODIES, ...ACTIONS, ...VALUES, ...REFERENCES, ...CALLS, ...UNSUPPORTED];
  const named = cases.map((one) => [`${one[2]}, ${one[0]}`, one] as const);
  test.each(named)("error: %s", async (_, [, body, code, paths, status = 400]) => {
    const text = typeof body === "string" && body.startsWith("[{") ? body : JSON.stringify(body);
    const error = await post(text);
    expect({ code: error.code, paths: error.details.map(({ path }) => path).sort() }).toEqual({
      code,
      paths: [...paths].sort(),
    });
    expect(error.statusCode).toBe(status);
  });

  const unreadable = [
    "",
    " ",
    "{",
    "[",
    "[{]",
    "[1,]",
    "undefined",
    "NaN",
    "[{'protocol':'core'}]",
    "[]]",
    '["\n"]',
    "\ud800",
  ];
  test.each(unreadable)("error: INVALID_ARGUMENT, %j is no JSON", async (text) => {
    const error = await post(text);
    expect(error).toMatchObject({ code: "INVALID_ARGUMENT", details: [{ path: "body" }] });
  });

  test("error: INVALID_ARGUMENT, nested deeper than 32 levels", async () => {
    for (const [open, close] of [
      ["[", "]"],
      ['{"a":', "}"],
    ] as const) {
      const nested = (depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;
      expect((await post(nested(33))).details[0]?.message).toContain("deeper than 32");
      expect((await post(nested(10_000))).details[0]?.message).toContain("deeper than 32");
      expect((await post(nested(32))).details[0]?.message).not.toContain("deeper");
    }
    const inText = JSON.stringify([core("route", { ...route, tokenIn: "[".repeat(99) })]);
    expect((await post(inText)).details[0]?.path).toBe("0.args.tokenIn");
  });

  test("error: PAYLOAD_TOO_LARGE", async () => {
    const padded = (bytes: number) => {
      const text = JSON.stringify([core("route", { ...route, tokenIn: "x" })]);
      return text + " ".repeat(bytes - text.length);
    };
    expect(await post(padded(65_536))).toMatchObject({ code: "INVALID_ARGUMENT" });
    expect(await post(padded(65_537))).toMatchObject({
      code: "PAYLOAD_TOO_LARGE",
      statusCode: 413,
    });
    const stated = { "content-length": "65537" };
    expect(await post("[]", stated)).toMatchObject({ code: "PAYLOAD_TOO_LARGE" });
  });

  test("error: UNSUPPORTED_MEDIA_TYPE", async () => {
    for (const headers of [
      { "content-type": "text/plain" },
      { "content-type": "" },
      { "content-type": "application/x-www-form-urlencoded" },
      { "content-type": "application/jsonp" },
      { "content-encoding": "gzip" },
    ]) {
      const error = await post("[]", headers);
      expect(error).toMatchObject({ code: "UNSUPPORTED_MEDIA_TYPE", statusCode: 415 });
    }
    for (const type of [
      "application/json; charset=utf-8",
      "APPLICATION/JSON",
      "application/vnd.x+json",
    ]) {
      expect(await post("[]", { "content-type": type })).toMatchObject({
        code: "INVALID_ARGUMENT",
      });
    }
  });

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
      const error = await post(body, {}, `${PATH}&routingStrategy=${strategy}`);
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
