import { type Abi, type Address, decodeFunctionData, getAddress, parseAbi } from "viem";
import { describe, expect, test } from "vitest";
import type { CompiledBundle } from "../../../src/api/bundle/compile.ts";
import { outputKey } from "../../../src/api/bundle/compiler.ts";
import { fundingOf } from "../../../src/api/bundle/funding.ts";
import type { Step } from "../../../src/api/program/steps.ts";
import { compoundV2 } from "../../../src/protocols/compound-v2/index.ts";
import { uniswapV2 } from "../../../src/protocols/uniswap-v2/index.ts";
import type { UniswapV2Pool } from "../../../src/protocols/uniswap-v2/pool.ts";
import { samples as compoundMarkets } from "../../protocols/compound-v2/sample.ts";
import { BOB } from "../fixture/market.ts";
import { keyOf, LENDER, lenderFunction, SINGLE } from "./lender.ts";
import {
  act,
  compile,
  id,
  LOAN,
  ONE,
  OTHER,
  out,
  PLEDGE,
  REWARD,
  type Sent,
  TWO,
} from "./lender-bundle.ts";

const ABI: Abi = [
  ...["supply", "pledge", "withdraw", "unpledge", "borrow", "repay"].map(lenderFunction),
  ...parseAbi(["function claim(uint256 market)"]),
];

/** The lender's calls of a program, their amounts as the registers that they come from. */
function callsOf({ program }: CompiledBundle) {
  return program.steps.flatMap((step) => {
    if (step.op !== "call" || (step.target !== LENDER && step.target !== SINGLE)) return [];
    const { functionName, args = [] } = decodeFunctionData({ abi: ABI, data: step.data });
    const { approvals, splices } = step;
    const registers = splices.map(({ register }) => register);
    return [{ name: functionName, market: args[0], registers, approvals }];
  });
}

function v2Pair(token0: Address, token1: Address): UniswapV2Pool {
  const address = OTHER;
  const reserve = 10n ** 24n;
  return {
    ...{ id: address, slug: "uniswap-v2", updatedBlock: 0, address, token0, token1 },
    ...{ feePips: 3_000, reserve0: reserve, reserve1: reserve },
    liquidity: { router: BOB, totalSupply: reserve, kLast: 0n, protocolFee: null, since: null },
  };
}

const refusal = (code: string, data: unknown) => expect.objectContaining({ code, data });

describe("compileBundle", () => {
  test("default: deposit, borrow, repay and withdraw by what the states offer", async () => {
    const bundle = await compile([
      act("deposit", { tokenIn: PLEDGE, tokenOut: id(ONE), amountIn: "50" }),
      act("borrow", { collateral: PLEDGE, tokenOut: LOAN, amountOut: "20" }),
      act("deposit", { tokenIn: LOAN, tokenOut: id(TWO), amountIn: out(1) }),
      act("repay", { tokenIn: LOAN, amountIn: "7", primaryAddress: id(ONE) }),
      act("withdraw", { tokenIn: id(ONE), tokenOut: PLEDGE, amountOut: out(3) }),
    ]);
    const outputs = bundle.actions.map((action) => action.outputs);
    expect(outputs.map(([only]) => only?.expected)).toEqual([50n, 20n, 20_000n, 7n, 7n]);
    expect(outputs.map(([only]) => only?.token)).toEqual([
      ...[keyOf(ONE), LOAN, keyOf(TWO), null, PLEDGE],
    ]);
    const calls = callsOf(bundle);
    expect(calls.map(({ name, market }) => [name, market])).toEqual([
      ...[
        ["pledge", 1n],
        ["borrow", 1n],
        ["supply", 2n],
        ["repay", 1n],
        ["unpledge", 1n],
      ],
    ]);
    // Withdrawn is what was repaid, as the contract says.
    expect(calls[4]?.registers).toEqual([outputs[3]?.[0]?.register]);
    expect(calls.map(({ approvals }) => approvals.map(({ token }) => token))).toEqual([
      ...[[PLEDGE], [], [LOAN], [LOAN], []],
    ]);
    const borrowed = outputs[1]?.[0]?.register;
    expect(bundle.program.steps.filter((step) => "out" in step && step.out === borrowed)).toEqual([
      { op: "balance", out: borrowed, token: LOAN },
      { op: "gain", out: borrowed, token: LOAN },
    ]);
    expect([...fundingOf({ estimates: new Map(), compiled: bundle.actions }).literals]).toEqual([
      [PLEDGE, 50n],
      [LOAN, 7n],
    ]);
  });

  test("behavior: a loan enters its collateral first, and has to pay where a refusal is an answer", async () => {
    const [usdc] = compoundMarkets;
    if (usdc === undefined) throw new Error("Compound V2 has no sample.");
    const loan: typeof usdc = { ...usdc, cToken: REWARD, asset: LOAN, paidIn: LOAN };
    const collateral: typeof usdc = { ...usdc, id: OTHER, cToken: OTHER, asset: PLEDGE };
    const held = [loan, collateral].map((state) => ({ protocol: compoundV2, state }));
    for (const named of [OTHER, PLEDGE]) {
      const args = { collateral: named, tokenOut: LOAN, amountOut: "5" };
      const { program, actions } = await compile([act("borrow", args, "compound-v2")], { held });
      const calls = program.steps.flatMap((step) => (step.op === "call" ? [step] : []));
      const [enter, borrow] = calls;
      expect(calls.map(({ target }) => target)).toEqual([usdc.comptroller, REWARD]);
      const abi = [...compoundV2.functions];
      expect(decodeFunctionData({ abi, data: enter?.data ?? "0x" }).args).toEqual([
        [getAddress(OTHER)],
      ]);
      expect(decodeFunctionData({ abi, data: borrow?.data ?? "0x" }).functionName).toBe("borrow");
      expect(program.steps.at(-1)).toEqual({
        ...{ op: "at-least", in: actions[0]?.outputs[0]?.register, minimum: 1n },
      });
    }
  });

  test("behavior: a call names listed tokens, of which the wallet may gain", async () => {
    const abi = "function swap(address[] path, address to, uint256 amount)";
    const args = { address: LOAN, method: "swap", abi, args: [[PLEDGE], LENDER, "1"] };
    const held = [{ protocol: uniswapV2, state: v2Pair(PLEDGE, REWARD) }];
    const byName = { ...args, args: [[], LENDER, "1"], tokenOut: REWARD };
    const [one, two] = await Promise.all(
      [args, byName].map((each) => compile([act("call", each, "core")], { held })),
    );
    expect([one, two].map((bundle) => bundle?.actions[0]?.named)).toEqual([
      ...[
        [LOAN, PLEDGE],
        [LOAN, REWARD],
      ],
    ]);
  });

  test("behavior: harvest has an output for each token, which only a simulation knows", async () => {
    const body = [
      act("harvest", { token: id(ONE) }),
      act("deposit", { tokenIn: LOAN, tokenOut: id(TWO), amountIn: out(0, 1) }),
    ];
    const first = await compile(body);
    expect(first.complete).toBe(false);
    expect(first.actions[0]?.outputs).toMatchObject([
      { index: 0, token: REWARD, expected: null },
      { index: 1, token: LOAN, expected: null },
    ]);
    const estimates = new Map([[outputKey(0, 1), 9n]]);
    const bundle = await compile(body, { estimates });
    expect(bundle.actions[1]?.outputs[0]?.expected).toBe(9_000n);
    await expect(
      compile([
        body[0] as Sent,
        act("deposit", { tokenIn: LOAN, tokenOut: id(TWO), amountIn: out(0, 2) }),
      ]),
    ).rejects.toEqual(refusal("INVALID_ARGUMENT", { index: 0 }));
    const nothing = compile(body, { estimates: new Map([[outputKey(0, 1), 0n]]) });
    await expect(nothing).rejects.toMatchObject({ code: "AMOUNT_TOO_SMALL", data: { index: 1 } });
  });

  test("behavior: the contract of one position stands for it, for a route too", async () => {
    const bundle = await compile([
      act("deposit", { tokenIn: LOAN, tokenOut: SINGLE, amountIn: "5" }, "single"),
      act("route", { tokenIn: LOAN, tokenOut: id(TWO), amountIn: "5" }, "core"),
      act("route", { tokenIn: LOAN, tokenOut: SINGLE, amountIn: "5" }, "core"),
    ]);
    expect(callsOf(bundle).map(({ name, market }) => [name, market])).toEqual([
      ...[
        ["supply", 3n],
        ["supply", 2n],
        ["supply", 3n],
      ],
    ]);
    expect(bundle.actions.map(({ step }) => step.kind)).toEqual(["hops", "hops", "hops"]);
  });

  test("behavior: what a deposit leaves over goes to the refund receiver", async () => {
    const pair = v2Pair(LOAN, PLEDGE);
    const deposit = act(
      "deposit",
      { tokenIn: LOAN, tokenOut: pair.address, amountIn: "1000000" },
      "uniswap-v2",
    );
    const held = [{ protocol: uniswapV2, state: pair }];
    const kept = await compile([deposit], { held, markets: [] });
    const isMeasure = (step: Step) => step.op === "gain" || step.op === "balance";
    const ofOthers = (step: Step) => isMeasure(step) && !("token" in step && step.token === OTHER);
    expect(kept.program.steps.filter(ofOthers)).toEqual([]);
    const { program } = await compile([deposit], { held, markets: [], refundReceiver: BOB });
    const rests = program.steps.filter(
      (step) => ofOthers(step) || (step.op === "send" && step.to === BOB),
    );
    const [ofInput, ofOther] = rests.map((step) => ("out" in step ? step.out : 0));
    expect(ofInput).not.toBe(ofOther);
    expect(program.steps[0]).toEqual({ op: "set", out: ofInput, literal: 1_000_000n });
    expect(rests).toEqual([
      { op: "gain", out: ofInput, token: LOAN },
      { op: "balance", out: ofOther, token: PLEDGE },
      { op: "gain", out: ofInput, token: LOAN },
      { op: "send", in: ofInput, token: LOAN, to: BOB },
      { op: "gain", out: ofOther, token: PLEDGE },
      { op: "send", in: ofOther, token: PLEDGE, to: BOB },
    ]);
    const places = rests.map((step) => program.steps.indexOf(step));
    const call = program.steps.findIndex((step) => step.op === "call" && step.target === BOB);
    expect(places.map((place) => place < call)).toEqual([true, true, false, false, false, false]);
  });

  test("error: UNKNOWN_POSITION, with the positions that share a contract", async () => {
    const shared = compile([
      act("deposit", { tokenIn: LOAN, tokenOut: SINGLE, amountIn: "5" }, "single"),
      act("deposit", { tokenIn: LOAN, tokenOut: LENDER, amountIn: "5" }),
    ]);
    await expect(shared).rejects.toMatchObject({
      code: "UNKNOWN_POSITION",
      data: { index: 1, positionIds: [id(ONE), id(TWO)] },
    });
    const unknown = compile([act("harvest", { token: `1:${LENDER}:9` })]);
    await expect(unknown).rejects.toMatchObject({
      ...{ code: "UNKNOWN_POSITION", data: { index: 0 } },
      details: [{ path: "0.args.token" }],
    });
  });

  test("error: INVALID_ARGUMENT for several offers, with what there is to choose from", async () => {
    const repay = { tokenIn: LOAN, amountIn: "5" };
    const choices = { index: 0, primaryAddresses: [id(ONE), id(TWO)] };
    await expect(compile([act("repay", repay)])).rejects.toEqual(
      refusal("INVALID_ARGUMENT", choices),
    );
    await expect(compile([act("repay", { ...repay, primaryAddress: LENDER })])).rejects.toEqual(
      refusal("INVALID_ARGUMENT", choices),
    );
    const borrow = { collateral: id(TWO), tokenOut: LOAN, amountOut: "5" };
    const bundle = await compile([
      act("borrow", borrow),
      act("repay", { ...repay, primaryAddress: id(TWO) }),
      act("repay", { ...repay, primaryAddress: SINGLE }, "single"),
    ]);
    expect(callsOf(bundle).map(({ name, market }) => [name, market])).toEqual([
      ...[
        ["borrow", 2n],
        ["repay", 2n],
        ["repay", 3n],
      ],
    ]);
  });

  test("error: ACTION_UNSUPPORTED says what there is", async () => {
    const wrong = [
      act("withdraw", { tokenIn: id(ONE), tokenOut: OTHER, amountOut: "1" }),
      act("borrow", { collateral: REWARD, tokenOut: LOAN, amountOut: "1" }),
      act("repay", { tokenIn: REWARD, amountIn: "1" }),
      act("harvest", { token: id(TWO) }),
      act("deposit", { tokenIn: REWARD, tokenOut: id(TWO), amountIn: "1" }),
      act("deposit", { tokenIn: [LOAN, PLEDGE], tokenOut: id(TWO), amountIn: ["1", "1"] }),
    ];
    for (const action of wrong) {
      const refused = compile([action]);
      await expect(refused).rejects.toEqual(refusal("ACTION_UNSUPPORTED", { index: 0 }));
    }
    await expect(compile([wrong[2] as Sent])).rejects.toThrow(`it offers repay of ${LOAN}`);
  });

  test("error: STRATEGY_UNSUPPORTED where only a delegate-calling wallet may deposit", async () => {
    const into = { tokenIn: LOAN, tokenOut: SINGLE, amountIn: "5" };
    const pledge = { ...into, tokenIn: PLEDGE };
    for (const action of [
      act("deposit", into, "single"),
      act("deposit", pledge, "single"),
      act("route", into, "core"),
    ]) {
      const refused = compile([action], { strategy: "corewallet" });
      await expect(refused).rejects.toEqual(refusal("STRATEGY_UNSUPPORTED", { index: 0 }));
      expect((await compile([action])).complete).toBe(true);
    }
  });
});
