import { describe } from "vitest";
import { ZERO_ADDRESS } from "../../../../src/lib/address.ts";
import { BOB, USDC } from "../../fixture/market.ts";
import {
  type Args,
  bad,
  type Case,
  call,
  core,
  deposit,
  erc20,
  out,
  route,
  routed,
  testRefusals,
} from "./bundle-bodies.ts";

const approve = { token: USDC, spender: BOB, amount: "5" };

/** A bundle of a `route` and a `call` with some arguments replaced. */
function called(name: string, changes: Args, ...paths: string[]): Case {
  return bad(name, [core("route", route), core("call", { ...call, ...changes })], ...paths);
}

/** A call of a function with one parameter. */
function argument(type: string, value: unknown, ...paths: string[]): Case {
  const name = `${type} given ${JSON.stringify(value)?.slice(0, 60)}`;
  return called(name, { abi: `function f(${type} x)`, args: [value] }, ...paths);
}

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

describe("POST /api/v1/shortcuts/bundle, references and calls", () => {
  testRefusals([...REFERENCES, ...CALLS]);
});
