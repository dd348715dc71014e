import {
  type Abi,
  type Address,
  encodeErrorResult,
  type Hex,
  parseAbi,
  toFunctionSelector,
} from "viem";
import { describe, expect, test } from "vitest";
import { coreWalletAbi } from "../../../abis/weir/CoreWallet.ts";
import { delegateExecutorAbi } from "../../../abis/weir/DelegateExecutor.ts";
import { executorAbi } from "../../../abis/weir/Executor.ts";
import { prepaidV3Abi } from "../../../abis/weir/PrepaidV3.ts";
import { routerAbi } from "../../../abis/weir/Router.ts";
import { sharedExecutorAbi } from "../../../abis/weir/SharedExecutor.ts";
import { decodeRevert, NO_REASON } from "../../../src/api/program/revert.ts";

const POOL: Address = "0x1111111111111111111111111111111111111111";
const TOKEN: Address = "0x2222222222222222222222222222222222222222";
const ROUTER: Address = "0x3333333333333333333333333333333333333333";
const solidity = parseAbi(["error Error(string)", "error Panic(uint256)"]);

const text = (message: string) =>
  encodeErrorResult({ abi: solidity, errorName: "Error", args: [message] });
const stepFailed = (step: bigint, target: Address, reason: Hex) =>
  encodeErrorResult({ abi: executorAbi, errorName: "StepFailed", args: [step, target, reason] });
const tokenFailed = (reason: Hex) =>
  encodeErrorResult({ abi: routerAbi, errorName: "TokenCallFailed", args: [TOKEN, reason] });
const pullFailed = (reason: Hex) =>
  encodeErrorResult({ abi: executorAbi, errorName: "PullFailed", args: [reason] });

describe("decodeRevert", () => {
  test("default: a step's own reason", () => {
    expect(decodeRevert(stepFailed(2n, POOL, text("UniswapV2: K")))).toEqual({
      step: 2,
      target: POOL,
      reason: "UniswapV2: K",
    });
  });

  test("behavior: a payment that fails inside a callback keeps its step and names the token", () => {
    const reason = pullFailed(tokenFailed(text("ERC20: insufficient allowance")));
    expect(decodeRevert(stepFailed(0n, POOL, reason))).toEqual({
      step: 0,
      target: POOL,
      reason: `PullFailed: token ${TOKEN}: ERC20: insufficient allowance`,
    });
  });

  test("behavior: a route inside a program names both steps, the outer one as its own", () => {
    const inner = stepFailed(3n, POOL, text("SPL"));
    expect(decodeRevert(stepFailed(1n, ROUTER, inner))).toEqual({
      step: 1,
      target: ROUTER,
      reason: `step 3 at ${POOL}: SPL: the price limit is on the wrong side of the price`,
    });
  });

  test.for([
    [coreWalletAbi, "OnlyOwner", [TOKEN], `OnlyOwner(caller ${TOKEN})`],
    [delegateExecutorAbi, "OnlyDelegateCall", [], "OnlyDelegateCall"],
    [prepaidV3Abi, "PartialFill", [-1n, 7n], "PartialFill(taken -1, offered 7)"],
    [parseAbi(["error InvalidNonce()"]), "InvalidNonce", [], "InvalidNonce"],
    [
      parseAbi(["error SignatureExpired(uint256 signatureDeadline)"]),
      "SignatureExpired",
      [9n],
      "SignatureExpired(signatureDeadline 9)",
    ],
  ] as const)("behavior: an error of an account, the adapter or Permit2: $1", ([
    abi,
    errorName,
    args,
    reason,
  ]) => {
    const data = encodeErrorResult({ abi: abi as Abi, errorName, args: [...args] });
    expect(decodeRevert(stepFailed(5n, POOL, data))).toEqual({ step: 5, target: POOL, reason });
  });

  test("behavior: errors of the interpreter give their step", () => {
    const data = encodeErrorResult({
      abi: executorAbi,
      errorName: "BelowMinimum",
      args: [4n, 5n, 6n],
    });
    expect(decodeRevert(data)).toEqual({
      step: 4,
      target: null,
      reason: "BelowMinimum(actual 5, minimum 6)",
    });
    const operand = encodeErrorResult({
      abi: executorAbi,
      errorName: "InvalidOperand",
      args: [7n],
    });
    expect(decodeRevert(operand)).toEqual({ step: 7, target: null, reason: "InvalidOperand" });
  });

  test("behavior: errors of the router have no step", () => {
    const data = encodeErrorResult({
      abi: routerAbi,
      errorName: "ReceivedTooLittle",
      args: [99n, 100n],
    });
    expect(decodeRevert(data)).toEqual({
      step: null,
      target: null,
      reason: "ReceivedTooLittle(actual 99, minimum 100)",
    });
  });

  test("behavior: every error of our contracts is known by name", () => {
    for (const item of [...executorAbi, ...sharedExecutorAbi, ...routerAbi]) {
      if (item.type !== "error") continue;
      const args = item.inputs.map((input) => sample(input.type));
      const abi: Abi = [item];
      const { reason } = decodeRevert(encodeErrorResult({ abi, errorName: item.name, args }));
      expect(reason).not.toMatch(/unknown/);
    }
  });

  const plain: readonly (readonly [string, Hex, string])[] = [
    ["no data", "0x", NO_REASON],
    ["a text", text("STF"), "STF: the token's transferFrom failed"],
    ["a number of Aave", text("35"), "35: HEALTH_FACTOR_LOWER_THAN_LIQUIDATION_THRESHOLD"],
    ["a number of nobody", text("3500"), "3500"],
    [
      "a vault's standard error",
      encodeErrorResult({
        abi: parseAbi(["error ERC4626ExceededMaxDeposit(address, uint256, uint256)"]),
        args: [POOL, 2n, 1n],
      }),
      `ERC4626ExceededMaxDeposit(receiver ${POOL}, assets 2, max 1)`,
    ],
    ["an error of Aave", toFunctionSelector("BorrowCapExceeded()"), "BorrowCapExceeded"],
    ["an empty text", text(""), NO_REASON],
    ["false", `0x${"00".repeat(32)}`, "returned false"],
    ["a known panic", panic(17n), "panic: arithmetic overflow"],
    ["an unknown panic", panic(99n), "panic: 99"],
    ["a custom error", "0xdeadbeef0000", "unknown error 0xdeadbeef"],
    ["less than a selector", "0x12", "unknown error 0x12"],
    ["a known selector with broken arguments", "0x08c379a0ff", "unknown error 0x08c379a0"],
    [
      "a token's standard error",
      encodeErrorResult({
        abi: parseAbi(["error ERC20InsufficientBalance(address, uint256, uint256)"]),
        args: [POOL, 1n, 2n],
      }),
      `ERC20InsufficientBalance(sender ${POOL}, balance 1, needed 2)`,
    ],
  ];
  test.each(plain)("behavior: %s", (_, data, reason) => {
    expect(decodeRevert(data)).toEqual({ step: null, target: null, reason });
  });

  test("behavior: a contract's text is cut and cannot steer a terminal", () => {
    const { reason } = decodeRevert(text(`\u001b[31m\u202e${"x".repeat(1_000)}`));
    expect(reason).toMatch(/^\[31m x+…$/);
    expect(reason.length).toBeLessThan(210);
    expect(decodeRevert(text("constructor")).reason).toBe("constructor");
  });

  test("behavior: wrappers without end are opened to a depth", () => {
    let data = text("bottom");
    for (let depth = 0; depth < 100; depth += 1) data = pullFailed(data);
    expect(decodeRevert(data).reason).toMatch(/^(PullFailed: )+nested too deep$/);
  });
});

function panic(code: bigint): Hex {
  return encodeErrorResult({ abi: solidity, errorName: "Panic", args: [code] });
}

function sample(type: string): unknown {
  if (type === "address") return POOL;
  if (type === "bytes") return "0x";
  return type === "uint8" ? 1 : 1n;
}
