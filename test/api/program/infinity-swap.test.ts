import { type Address, decodeFunctionData } from "viem";
import { describe, expect, test } from "vitest";
import { prepaidInfinityAbi } from "../../../abis/weir/PrepaidInfinity.ts";
import { hasMovingPrice } from "../../../src/api/decode/moving-price.ts";
import { createProgramBuilder, INPUT_REGISTER } from "../../../src/api/program/builder.ts";
import { PREPAID_INFINITY_ADDRESS } from "../../../src/api/program/contracts.ts";
import { addOperation } from "../../../src/api/program/operation-steps.ts";
import { makesCalls } from "../../../src/api/program/plan.ts";
import type { Place } from "../../../src/api/program/single-steps.ts";
import type { Step } from "../../../src/api/program/steps.ts";
import { swap } from "../../../src/protocols/pancakeswap-infinity/actions.ts";
import { pancakeswapInfinity } from "../../../src/protocols/pancakeswap-infinity/index.ts";
import type { InfinityPool } from "../../../src/protocols/pancakeswap-infinity/pool.ts";
import type { Edge } from "../../../src/protocols/protocol.ts";
import { edges } from "../../../src/protocols/uniswap-v4/pool.ts";
import { samples } from "../../protocols/pancakeswap-infinity/sample.ts";

const HOST: Address = "0xe0000000000000000000000000000000000000e0";
const RECEIVER: Address = "0xb0000000000000000000000000000000000000b0";
const [pool] = samples as readonly [InfinityPool];
const [sell, buy] = edges(pool) as [Edge, Edge];

function stepsOf(edge: Edge, place: Place): readonly Step[] {
  const builder = createProgramBuilder({ address: HOST, v3: { via: "callback" } });
  const input = { register: INPUT_REGISTER, place };
  addOperation(builder, { operation: swap(pool, edge), edge, input, to: RECEIVER });
  return builder.program().steps;
}

/** What the adapter is told, and the step that tells it. */
function adapterCall(steps: readonly Step[]) {
  const step = steps.at(-1);
  if (step?.op !== "call") throw new Error("the last step is no call");
  return { step, ...decodeFunctionData({ abi: prepaidInfinityAbi, data: step.data }) };
}

describe("addOperation of a swap of Infinity", () => {
  test.each([
    ["payer", { op: "pull", in: INPUT_REGISTER, to: pool.vault }],
    ["host", { op: "send", in: INPUT_REGISTER, token: pool.token1, to: pool.vault }],
  ] as const)("default: the vault notes its balance, then it is paid by the %s", (place, paid) => {
    const steps = stepsOf(buy, place);
    expect(steps.map(({ op }) => op)).toEqual(["call", paid.op, "call"]);
    expect(steps[0]).toMatchObject({ target: pool.vault, valueRegister: 0, splices: [] });
    expect(steps[1]).toEqual(paid);
    const { step, args } = adapterCall(steps);
    const [vault, key, zeroForOne, amountIn, recipient] = args ?? [];
    expect(step).toMatchObject({ target: PREPAID_INFINITY_ADDRESS, valueRegister: 0 });
    // The amount is the register's, which the splice puts over the eighth word.
    expect([amountIn, step.splices]).toEqual([0n, [{ register: INPUT_REGISTER, offset: 260 }]]);
    expect(String(vault).toLowerCase()).toBe(pool.vault);
    expect(String(recipient).toLowerCase()).toBe(RECEIVER);
    expect(zeroForOne).toBe(false);
    expect(key).toMatchObject({ fee: pool.keyFee, parameters: pool.parameters });
    expect(String((key as { poolManager: string }).poolManager).toLowerCase()).toBe(pool.manager);
  });

  test("behavior: native input goes with the call", () => {
    const steps = stepsOf(sell, "host");
    expect(steps).toHaveLength(1);
    expect(adapterCall(steps).step.valueRegister).toBe(INPUT_REGISTER);
  });

  test("behavior: it needs the caller's own executor", () => {
    const edge = { ...sell, place: 0, protocol: pancakeswapInfinity, state: pool };
    const hop = { edge, state: pool, shareX64: null, amountIn: 1n, amountOut: 1n, gas: 1n };
    expect(makesCalls(hop)).toBe(true);
  });

  test("behavior: who reads it is told that the price moves", () => {
    const { step } = adapterCall(stepsOf(sell, "host"));
    const { op, target, data } = step;
    const read = { op, target, selector: data.slice(0, 10) } as never;
    expect(hasMovingPrice(read, null)).toBe(true);
  });
});
