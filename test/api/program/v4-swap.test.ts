import { type Address, decodeFunctionData } from "viem";
import { describe, expect, test } from "vitest";
import { prepaidV4Abi } from "../../../abis/weir/PrepaidV4.ts";
import { createProgramBuilder, INPUT_REGISTER } from "../../../src/api/program/builder.ts";
import { PREPAID_V4_ADDRESS } from "../../../src/api/program/contracts.ts";
import { addOperation } from "../../../src/api/program/operation-steps.ts";
import { makesCalls } from "../../../src/api/program/plan.ts";
import { contractToken, type Place } from "../../../src/api/program/single-steps.ts";
import type { Step } from "../../../src/api/program/steps.ts";
import type { Edge } from "../../../src/protocols/protocol.ts";
import { swap } from "../../../src/protocols/uniswap-v4/actions.ts";
import { uniswapV4 } from "../../../src/protocols/uniswap-v4/index.ts";
import { edges, type UniswapV4Pool } from "../../../src/protocols/uniswap-v4/pool.ts";
import { samples } from "../../protocols/uniswap-v4/sample.ts";

const HOST: Address = "0xe0000000000000000000000000000000000000e0";
const RECEIVER: Address = "0xb0000000000000000000000000000000000000b0";
const [pool] = samples as readonly [UniswapV4Pool];
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
  return { step, ...decodeFunctionData({ abi: prepaidV4Abi, data: step.data }) };
}

describe("addOperation of a V4 swap", () => {
  test.each([
    ["payer", { op: "pull", in: INPUT_REGISTER, to: pool.manager }],
    ["host", { op: "send", in: INPUT_REGISTER, token: pool.token1, to: pool.manager }],
  ] as const)("default: the manager notes its balance, then it is paid by the %s", (place, paid) => {
    const steps = stepsOf(buy, place);
    expect(steps.map(({ op }) => op)).toEqual(["call", paid.op, "call"]);
    expect(steps[0]).toMatchObject({ target: pool.manager, valueRegister: 0, splices: [] });
    expect(steps[1]).toEqual(paid);
    const { step, args } = adapterCall(steps);
    const [manager, key, zeroForOne, amountIn, recipient] = args ?? [];
    expect(step).toMatchObject({ target: PREPAID_V4_ADDRESS, valueRegister: 0, approvals: [] });
    // The amount is the register's, which the splice puts over the seventh word.
    expect([amountIn, step.splices]).toEqual([0n, [{ register: INPUT_REGISTER, offset: 228 }]]);
    expect(String(manager).toLowerCase()).toBe(pool.manager);
    expect(String(recipient).toLowerCase()).toBe(RECEIVER);
    expect(zeroForOne).toBe(false);
    expect(key).toMatchObject({ fee: pool.lpFeePips, tickSpacing: pool.tickSpacing });
    expect(contractToken(pool.token0)).toBe((key as { currency0: string }).currency0);
  });

  test("behavior: native input goes with the call", () => {
    const steps = stepsOf(sell, "host");
    expect(steps).toHaveLength(1);
    expect(adapterCall(steps).step.valueRegister).toBe(INPUT_REGISTER);
  });

  test("behavior: it needs the caller's own executor", () => {
    const edge = { ...sell, place: 0, protocol: uniswapV4, state: pool };
    const hop = { edge, state: pool, shareX64: null, amountIn: 1n, amountOut: 1n, gas: 1n };
    expect(makesCalls(hop)).toBe(true);
  });
});
