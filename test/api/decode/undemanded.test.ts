import { encodeFunctionData, type Hex, parseAbiItem } from "viem";
import { describe, expect, test } from "vitest";
import { readableStep } from "../../../src/api/decode/readable-step.ts";
import { undemandedSteps } from "../../../src/api/decode/undemanded.ts";
import type { CallStep, Step } from "../../../src/api/program/steps.ts";
import { BOB, DAI, USDC, WETH } from "../fixture/market.ts";

const DEPOSIT = parseAbiItem("function deposit(uint256 assets, address receiver)");
const WRAP = parseAbiItem("function deposit() payable");
const POSITION = parseAbiItem("function positions(uint256 tokenId) view returns (uint96 nonce)");
const TRANSFER = parseAbiItem("function transfer(address to, uint256 value)");

function callOf(data: Hex, changes: Partial<CallStep> = {}): Step {
  const plain = { valueRegister: 0, out: 0, outWord: 0, approvals: [], splices: [] };
  return { op: "call", target: BOB, ...plain, data, ...changes };
}

const enter = encodeFunctionData({ abi: [DEPOSIT], args: [0n, BOB] });
const wrap = encodeFunctionData({ abi: [WRAP] });
const transfer = encodeFunctionData({ abi: [TRANSFER], args: [BOB, 5n] });

const swap: Step = {
  ...{ op: "v2-swap", in: 1, out: 2, zeroForOne: true, feePips: 3_000 },
  ...{ pair: BOB, to: WETH },
};
const balance: Step = { op: "balance", out: 3, token: DAI };
const gain: Step = { op: "gain", out: 3, token: DAI };
const demand = (register: number): Step => ({ op: "at-least", in: register, minimum: 1n });
const set: Step = { op: "set", out: 9, literal: 1n };
const supply = callOf(enter, { approvals: [{ register: 3, token: DAI }], out: 5 });

const undemanded = (...steps: readonly Step[]) =>
  undemandedSteps(
    steps.map((step) => readableStep(step, null)),
    null,
  );

describe("undemandedSteps", () => {
  test("default: a minimum of the gain, with all that trades inside the measure", () => {
    expect(undemanded(balance, swap, callOf(enter), gain, demand(3))).toEqual([]);
    expect(undemanded(swap)).toEqual([0]);
    expect(undemanded(balance, swap, gain)).toEqual([1]);
  });

  test("behavior: a minimum of anything else is none", () => {
    expect(undemanded(swap, set, demand(9))).toEqual([0]);
    expect(undemanded(swap, demand(2))).toEqual([0]);
    expect(undemanded(balance, swap, gain, set, demand(9))).toEqual([1]);
    expect(undemanded(balance, swap, gain, { ...gain, op: "balance" }, demand(3))).toEqual([1]);
    expect(undemanded({ ...balance, token: USDC }, swap, gain, demand(3))).toEqual([1]);
    expect(undemanded(balance, gain, demand(3), swap)).toEqual([3]);
    expect(undemanded(swap, balance, callOf(enter), gain, demand(3))).toEqual([0]);
  });

  test("behavior: parts and sums of gains are measured too", () => {
    const take: Step = { op: "take", out: 4, in: 3, shareX64: 5n };
    expect(undemanded(balance, swap, gain, take, demand(4))).toEqual([]);
    expect(undemanded(balance, swap, gain, take, demand(3))).toEqual([]);
    const add: Step = { op: "add", out: 9, in: 3 };
    expect(undemanded(balance, swap, gain, set, add, demand(9))).toEqual([]);
    expect(undemanded(balance, swap, gain, set, add, demand(3))).toEqual([1]);
  });

  test("behavior: what a position credits, with the gain that was paid in", () => {
    expect(undemanded(supply, demand(5))).toEqual([]);
    expect(undemanded(balance, swap, gain, supply, demand(5))).toEqual([]);
    expect(undemanded(swap, supply, demand(5))).toEqual([0]);
    const word: Step = { op: "word", out: 6, word: 1 };
    expect(undemanded(callOf(enter), word, demand(6))).toEqual([]);
    expect(undemanded(callOf(enter), callOf(transfer), word, demand(6))).toEqual([0]);
  });

  test("behavior: what a contract says of what the call right before did to it", () => {
    const view = callOf(encodeFunctionData({ abi: [POSITION], args: [5n] }), { out: 6 });
    expect(undemanded(callOf(enter), view, demand(6))).toEqual([]);
    expect(undemanded(callOf(enter), set, view, demand(6))).toEqual([0]);
    expect(undemanded(callOf(enter, { target: USDC }), view, demand(6))).toEqual([0]);
  });

  test("behavior: what pays one to one, or is no trade, needs none", () => {
    expect(undemanded(callOf(wrap, { target: WETH }), callOf(transfer), set)).toEqual([]);
    // The same function of another contract mints at a rate.
    expect(undemanded(callOf(wrap))).toEqual([0]);
  });

  test("behavior: a contract of the index is known by its family", () => {
    const gauge = { slug: "curve-gauge", tokens: null };
    const chain = { chainId: 1, now: 0n, isListed: () => true, pool: () => gauge };
    const steps = [readableStep(callOf(enter), null)];
    expect(undemandedSteps(steps, chain)).toEqual([]);
    const pool = () => ({ slug: "metamorpho", tokens: null });
    expect(undemandedSteps(steps, { ...chain, pool })).toEqual([0]);
  });
});
