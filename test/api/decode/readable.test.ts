import fc from "fast-check";
import { type Address, encodeFunctionData, erc20Abi, type Hex } from "viem";
import { describe, expect, test } from "vitest";
import { TransactionDecodeError } from "../../../src/api/decode/calldata.ts";
import {
  CORE_WALLET_FACTORY_ADDRESS,
  coreWalletOf,
  DELEGATE_EXECUTOR_ADDRESS,
  ROUTER_ADDRESS,
} from "../../../src/api/program/contracts.ts";
import type { Step } from "../../../src/api/program/steps.ts";
import { encodeExecute, encodeRun } from "../../../src/api/program/wallet-call.ts";
import { NATIVE, ZERO_ADDRESS } from "../../../src/lib/address.ts";
import { ALICE, BOB, DAI, USDC, WETH } from "../fixture/market.ts";
import { calls } from "./arbitrary-call.ts";
import { reEncode } from "./re-encode.ts";
import { ORDER, PAIR, POOL, PROGRAM, ROUTE, read, routeOf } from "./router-transaction.ts";

const TRANSFER_FROM = encodeFunctionData({
  abi: erc20Abi,
  functionName: "transferFrom",
  args: [ALICE, BOB, 0n],
});
/** A call of DAI that takes nothing from registers and gives nothing to them. */
const CALL = {
  ...{ op: "call", target: DAI, valueRegister: 0, out: 0, outWord: 0 },
  ...{ approvals: [], splices: [], data: "0x" },
} as const satisfies Step;

describe("readTransaction", () => {
  test("default", () => {
    expect(read(ROUTER_ADDRESS, ROUTE, BOB)).toEqual({
      strategy: "router",
      function: "route",
      tokenIn: USDC,
      amountIn: "1000",
      wrapsInto: null,
      payTo: null,
      inputs: null,
      tokenOut: NATIVE,
      minAmountOut: "990",
      receiver: BOB,
      deadline: "1800000000",
      executor: "own",
      permit: null,
      registers: 4,
      steps: [
        {
          op: "take",
          from: 1,
          into: 2,
          share: expect.closeTo(0.6),
          shareX64: "11068046444225730969",
        },
        {
          op: "v3-swap-pull",
          pool: POOL,
          zeroForOne: true,
          protocol: null,
          tokenIn: null,
          tokenOut: null,
          from: 2,
          into: 3,
          to: ALICE,
          feePips: null,
        },
        { op: "pull", register: 1, to: PAIR },
        {
          op: "v2-swap",
          pool: PAIR,
          zeroForOne: true,
          protocol: null,
          tokenIn: null,
          tokenOut: null,
          from: 1,
          into: 4,
          to: ALICE,
          feePips: 3_000,
        },
        {
          op: "call",
          target: WETH,
          selector: "0x2e1a7d4d",
          function: "withdraw(uint256)",
          args: [{ name: "amount", type: "uint256", value: "0" }],
          data: `0x2e1a7d4d${"00".repeat(32)}`,
          value: null,
          output: null,
          approvals: [{ token: WETH, register: 3 }],
          spender: WETH,
          isSpenderStated: false,
          splices: [{ register: 3, offset: 4, argument: "amount" }],
        },
        { op: "send", register: 4, token: NATIVE, to: BOB },
      ],
      warnings: [],
    });
  });

  test("behavior: a position is no token, and its minimum a step", () => {
    const order = { ...ORDER, tokenOut: ROUTER_ADDRESS, minAmountOut: 0n };
    expect(read(ROUTER_ADDRESS, routeOf(order, PROGRAM), BOB)).toMatchObject({
      tokenOut: null,
      minAmountOut: "0",
      warnings: ["nothing demands a minimum of what arrives by steps 1, 3, at a price that moves"],
    });
    const minimum = { op: "at-least", in: 5, minimum: 990n } as const;
    const measured = { out: 5, token: WETH };
    const steps = [{ op: "balance", ...measured } as const, ...PROGRAM.steps];
    const program = {
      registers: 5,
      steps: [...steps, { op: "gain", ...measured } as const, minimum],
    };
    expect(read(ROUTER_ADDRESS, routeOf(order, program), BOB).warnings).toEqual([]);
  });

  test("behavior: what is read, as JSON, encodes to the same bytes", () => {
    fc.assert(
      fc.property(calls, fc.option(fc.constant(1n)), ({ to, data }, value) => {
        const readable = read(to, data, null, value);
        expect(reEncode(JSON.parse(JSON.stringify(readable)))).toBe(data);
      }),
      { numRuns: 400 },
    );
  });

  test("behavior: the strategy is told by the contract, and by the sender for wallets", () => {
    const data = encodeRun(9n, { registers: 1, steps: [{ op: "set", out: 1, literal: 1n }] });
    const wallet = coreWalletOf(ALICE);
    const strategy = (to: Address, from: Address | null) => read(to, data, from).strategy;
    expect(strategy(DELEGATE_EXECUTOR_ADDRESS, ALICE)).toBe("delegate");
    expect(strategy(CORE_WALLET_FACTORY_ADDRESS, ALICE)).toBe("corewallet");
    expect(strategy(wallet, ALICE)).toBe("corewallet");
    expect(strategy(wallet, null)).toBe("corewallet");
    expect(strategy(ALICE, ALICE)).toBe("delegate");
    expect(() => strategy(wallet, BOB)).toThrow(TransactionDecodeError);
    expect(() => strategy(ROUTER_ADDRESS, ALICE)).toThrow(TransactionDecodeError);
  });

  test("behavior: native input, wrapped first or not", () => {
    expect(read(ROUTER_ADDRESS, ROUTE, BOB, 1_000n)).toMatchObject({
      tokenIn: NATIVE,
      wrapsInto: USDC,
      warnings: [],
    });
    const native = ROUTE.replace(USDC.slice(2), ZERO_ADDRESS.slice(2)) as Hex;
    expect(read(ROUTER_ADDRESS, native, BOB)).toMatchObject({ tokenIn: NATIVE, wrapsInto: null });
    expect(read(ROUTER_ADDRESS, native, BOB, 999n).warnings).toEqual([
      "value 999 is not the 1000 that the router demands; the transaction reverts",
    ]);
  });

  test("behavior: a wallet's input is the token that register 1 is spent in", () => {
    const tokenIn = (steps: readonly Step[]) => {
      const order = {
        amountIn: 5n,
        tokenOut: USDC,
        minAmountOut: 1n,
        receiver: ALICE,
        deadline: 1n,
      };
      const data = encodeExecute(order, { registers: 3, steps });
      return read(DELEGATE_EXECUTOR_ADDRESS, data, ALICE).tokenIn;
    };
    const take = { op: "take", in: 1, out: 2, shareX64: 5n } as const;
    expect(tokenIn([take, { op: "send", in: 2, token: WETH, to: BOB }])).toBe(WETH);
    expect(tokenIn([{ op: "send", in: 1, token: ZERO_ADDRESS, to: BOB }])).toBe(NATIVE);
    expect(tokenIn([{ ...CALL, valueRegister: 1 }])).toBe(NATIVE);
    expect(tokenIn([{ ...CALL, approvals: [{ register: 1, token: WETH }] }])).toBe(WETH);
    expect(
      tokenIn([{ ...CALL, data: TRANSFER_FROM, splices: [{ register: 1, offset: 68 }] }]),
    ).toBe(DAI);
    const unwrapping = `0x2e1a7d4d${"00".repeat(32)}` as const;
    const unwrap = { ...CALL, target: WETH, data: unwrapping };
    expect(tokenIn([{ ...unwrap, splices: [{ register: 1, offset: 4 }] }])).toBe(WETH);
    expect(tokenIn([unwrap])).toBeNull();
    expect(tokenIn([{ op: "send", in: 3, token: WETH, to: BOB }])).toBeNull();
  });

  test("behavior: arguments of known functions, and which of them a register fills", () => {
    const run = encodeRun(9n, {
      registers: 1,
      steps: [
        { ...CALL, data: TRANSFER_FROM, splices: [{ register: 1, offset: 68 }] },
        { ...CALL, data: `${TRANSFER_FROM}00`, splices: [{ register: 1, offset: 4 }] },
        { ...CALL, data: "0xffffffff" },
        { ...CALL, data: "0x23b872dd00" },
      ],
    });
    const { steps, warnings } = read(CORE_WALLET_FACTORY_ADDRESS, run, ALICE);
    expect(steps[0]).toMatchObject({
      function: "transferFrom(address,address,uint256)",
      args: [
        { name: "sender", type: "address", value: ALICE },
        { name: "recipient", type: "address", value: BOB },
        { name: "amount", type: "uint256", value: "0" },
      ],
      splices: [{ argument: "amount" }],
    });
    expect(steps[1]).toMatchObject({ splices: [{ argument: null }] });
    expect(steps[2]).toMatchObject({ selector: "0xffffffff", function: null, args: null });
    expect(steps[3]).toMatchObject({ function: null });
    expect(warnings).toEqual([
      `step 2 calls an unknown function 0xffffffff of ${DAI}`,
      `step 3 calls an unknown function 0x23b872dd of ${DAI}`,
    ]);
  });
});
