import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type Address, encodeFunctionData, type Hex } from "viem";
import { describe, expect, test } from "vitest";
import { coreWalletAbi } from "../../../abis/weir/CoreWallet.ts";
import { routerAbi } from "../../../abis/weir/Router.ts";
import { readTransaction } from "../../../src/api/decode/readable.ts";
import {
  CORE_WALLET_FACTORY_ADDRESS,
  coreWalletOf,
  ROUTER_ADDRESS,
} from "../../../src/api/program/contracts.ts";
import { encodeProgram } from "../../../src/api/program/encode.ts";
import { ZERO_ADDRESS } from "../../../src/lib/address.ts";
import { ALICE, USDC, WETH } from "../fixture/market.ts";

const COMMAND = fileURLToPath(new URL("../../../scripts/decode.ts", import.meta.url));

const program = encodeProgram({
  registers: 1,
  steps: [{ op: "send", in: 1, token: USDC, to: ALICE }],
});
const order = {
  tokenIn: WETH,
  amountIn: 5n,
  payTo: ZERO_ADDRESS,
  tokenOut: USDC,
  minAmountOut: 1n,
  receiver: ALICE,
  deadline: 9n,
};
const ROUTE = encodeFunctionData({ abi: routerAbi, functionName: "route", args: [order, program] });
const RUN = encodeFunctionData({ abi: coreWalletAbi, functionName: "run", args: [9n, program] });

function run(args: readonly string[], input = "") {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], {
    input,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

function expected(
  to: Address,
  data: Hex,
  from: Address | null = null,
  value: bigint | null = null,
) {
  const readable = readTransaction({ to, data, from, value }, null);
  return { status: 0, stdout: `${JSON.stringify(readable, null, 2)}\n`, stderr: "" };
}

describe("scripts/decode.ts", () => {
  test("default", () => {
    expect(run([ROUTE])).toEqual(expected(ROUTER_ADDRESS, ROUTE));
  });

  test("behavior: calldata or a response's tx on the standard input", () => {
    expect(run([], `${RUN.toUpperCase().replace("X", "x")}\n`)).toEqual(
      expected(CORE_WALLET_FACTORY_ADDRESS, RUN),
    );
    const to = coreWalletOf(ALICE);
    const tx = { to, data: RUN, from: ALICE, value: "0" };
    expect(run([], JSON.stringify(tx))).toEqual(expected(to, RUN, ALICE, 0n));
  });

  test("behavior: options say what calldata does not", () => {
    expect(run(["--value", "5", "--from", ALICE, ROUTE])).toEqual(
      expected(ROUTER_ADDRESS, ROUTE, ALICE, 5n),
    );
  });

  test("error: FOREIGN_TRANSACTION", () => {
    const { status, stdout, stderr } = run(["0xa9059cbb"]);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^byte 0: selector 0xa9059cbb is not /);
    expect(run([`${ROUTE}00`]).stderr).toContain(`byte ${ROUTE.length / 2 - 1}: data follows`);
  });

  test("error: misuse", () => {
    for (const [args, input, fault] of [
      [["0x1"], "", "data must be"],
      [[], "", "data must be"],
      [[], "{", "the input is no JSON"],
      [["--speed", "9"], "", "--speed"],
      [[ROUTE, RUN], "", "one calldata at a time"],
      [["--from", "me", ROUTE], "", "from must be"],
      [["--value", "-1", ROUTE], "", "--value"],
    ] as const) {
      const { status, stderr } = run(args, input);
      expect(status).toBe(1);
      expect(stderr).toContain(fault);
      expect(stderr).toContain("use: node scripts/run.mjs scripts/decode.ts");
      expect(stderr).not.toContain(".ts:");
    }
  });
});
