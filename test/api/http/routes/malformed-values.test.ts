import { describe } from "vitest";
import { NATIVE, ZERO_ADDRESS } from "../../../../src/lib/address.ts";
import { BOB, DAI, USDC, WETH } from "../../fixture/market.ts";
import {
  bad,
  type Case,
  core,
  deposit,
  erc20,
  out,
  route,
  routed,
  testRefusals,
} from "./bundle-bodies.ts";

const transfer = { token: USDC, recipient: BOB, amount: "5" };
const approve = { token: USDC, spender: BOB, amount: "5" };
const permit = { token: USDC, amount: "5", nonce: "0", deadline: "1", signature: "0x01" };

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
  ...["0", -1, (2n ** 256n).toString(), "", null, [], ["5"], out(0)].map((minAmountOut) =>
    routed(`minAmountOut ${JSON.stringify(minAmountOut)}`, { minAmountOut }, "0.args.minAmountOut"),
  ),
  routed("two limits", { slippage: 50, minAmountOut: "5" }, "0.args.minAmountOut"),
  ...(["deposit", "redeem"] as const).map((action) =>
    bad(
      `${action} with two limits`,
      [{ protocol: "weth", action, args: { ...deposit, slippage: 1, minAmountOut: ["5"] } }],
      "0.args.minAmountOut",
    ),
  ),
  bad(
    "deposit with a minimum too many",
    [{ protocol: "weth", action: "deposit", args: { ...deposit, minAmountOut: ["5", "6"] } }],
    "0.args.minAmountOut",
  ),
  bad(
    "deposit with a minimum of nothing",
    [{ protocol: "weth", action: "deposit", args: { ...deposit, minAmountOut: ["0"] } }],
    "0.args.minAmountOut.0",
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
  bad("approve of -1", [erc20("approve", { ...approve, amount: "-1" })], "0.args.amount"),
  bad(
    "transfer to the native currency's address",
    [erc20("transfer", { ...transfer, amount: "1", recipient: NATIVE })],
    "0.args.recipient",
  ),
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

describe("POST /api/v1/shortcuts/bundle, values", () => {
  testRefusals(VALUES);
});
