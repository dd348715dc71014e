import { type Abi, type Address, decodeFunctionData } from "viem";
import { describe, expect, test } from "vitest";
import { prepaidInfinityAbi } from "../../../abis/weir/PrepaidInfinity.ts";
import { prepaidV4Abi } from "../../../abis/weir/PrepaidV4.ts";
import { hasMovingPrice } from "../../../src/api/decode/moving-price.ts";
import { readableStep } from "../../../src/api/decode/readable-step.ts";
import { createProgramBuilder, INPUT_REGISTER } from "../../../src/api/program/builder.ts";
import {
  PREPAID_INFINITY_ADDRESS,
  PREPAID_V4_ADDRESS,
} from "../../../src/api/program/contracts.ts";
import { addOperation } from "../../../src/api/program/operation-steps.ts";
import { chooseExecutor, type Fee, planProgram } from "../../../src/api/program/plan.ts";
import type { Place } from "../../../src/api/program/single-steps.ts";
import type { Step } from "../../../src/api/program/steps.ts";
import type { Hop } from "../../../src/api/router/route.ts";
import { currencyOf, NATIVE, ZERO_ADDRESS } from "../../../src/lib/address.ts";
import type { Operation } from "../../../src/protocols/operation.ts";
import { swap as swapInfinity } from "../../../src/protocols/pancakeswap-infinity/actions.ts";
import { pancakeswapInfinity } from "../../../src/protocols/pancakeswap-infinity/index.ts";
import type { InfinityPool } from "../../../src/protocols/pancakeswap-infinity/pool.ts";
import { swap as swapInBins } from "../../../src/protocols/pancakeswap-infinity-bin/actions.ts";
import { pancakeswapInfinityBin } from "../../../src/protocols/pancakeswap-infinity-bin/index.ts";
import type { InfinityBinPool } from "../../../src/protocols/pancakeswap-infinity-bin/pool.ts";
import type { Edge, PoolState, Protocol } from "../../../src/protocols/protocol.ts";
import { swap as swapV4 } from "../../../src/protocols/uniswap-v4/actions.ts";
import { uniswapV4 } from "../../../src/protocols/uniswap-v4/index.ts";
import type { UniswapV4Pool } from "../../../src/protocols/uniswap-v4/pool.ts";
import { wrappedNative } from "../../../src/protocols/wrapped-native/index.ts";
import { samples as samplesOfInfinity } from "../../protocols/pancakeswap-infinity/sample.ts";
import { samples as samplesOfBins } from "../../protocols/pancakeswap-infinity-bin/sample.ts";
import { samples as samplesOfV4 } from "../../protocols/uniswap-v4/sample.ts";

const HOST: Address = "0xe0000000000000000000000000000000000000e0";
const RECEIVER: Address = "0xb0000000000000000000000000000000000000b0";
const WRAPPED: Address = "0xc0000000000000000000000000000000000000c0";
const OWN: Address = "0xf0000000000000000000000000000000000000f0";

/** A family of pools whose tokens one contract holds. */
interface Family {
  readonly protocol: Protocol;
  /** Its steps begin with it. */
  readonly venue: "v4-swap" | "infinity-swap" | "infinity-bin-swap";
  readonly pool: PoolState;
  /** The first is the native currency. */
  readonly tokens: readonly [Address, Address];
  readonly operation: (edge: Edge) => Operation;
  /** What is paid, and calls the adapter back. */
  readonly holder: Address;
  readonly adapter: Address;
  readonly abi: Abi;
  readonly functionName: string;
  /** Where in the call the amount is. */
  readonly offset: number;
  /** Of the pool's key. */
  readonly key: Readonly<Record<string, unknown>>;
}

const [ofV4] = samplesOfV4 as readonly [UniswapV4Pool];
const [ofInfinity] = samplesOfInfinity as readonly [InfinityPool];
const [, ofBins] = samplesOfBins as readonly [InfinityBinPool, InfinityBinPool];
const V4: Family = {
  venue: "v4-swap",
  ...{ protocol: uniswapV4, pool: ofV4, tokens: [ofV4.token0, ofV4.token1] },
  operation: (edge) => swapV4(ofV4, edge),
  ...{ holder: ofV4.manager, adapter: PREPAID_V4_ADDRESS, abi: prepaidV4Abi, offset: 228 },
  functionName: "swap",
  key: { fee: ofV4.lpFeePips, tickSpacing: ofV4.tickSpacing },
};
const INFINITY: Family = {
  venue: "infinity-swap",
  ...{ protocol: pancakeswapInfinity, pool: ofInfinity },
  tokens: [ofInfinity.token0, ofInfinity.token1],
  operation: (edge) => swapInfinity(ofInfinity, edge),
  ...{ holder: ofInfinity.vault, adapter: PREPAID_INFINITY_ADDRESS, abi: prepaidInfinityAbi },
  ...{ offset: 260, functionName: "swap" },
  key: { fee: ofInfinity.keyFee, parameters: ofInfinity.parameters },
};
const BINS: Family = {
  venue: "infinity-bin-swap",
  ...{ protocol: pancakeswapInfinityBin, pool: ofBins, tokens: [ofBins.tokenX, ofBins.tokenY] },
  operation: (edge) => swapInBins(ofBins, edge),
  ...{ holder: ofBins.vault, adapter: PREPAID_INFINITY_ADDRESS, abi: prepaidInfinityAbi },
  ...{ offset: 260, functionName: "swapInBins" },
  key: { fee: ofBins.keyFee, parameters: ofBins.parameters },
};

describe.each([
  ["V4", V4],
  ["PancakeSwap Infinity", INFINITY],
  ["PancakeSwap Infinity in bins", BINS],
])("addOperation of a swap of %s", (_, family) => {
  const { protocol, pool, tokens, venue, holder, adapter, abi, offset, functionName } = family;
  const [sell, buy] = protocol.edges(pool) as [Edge, Edge];

  function stepsOf(edge: Edge, place: Place, receivesCallbacks: boolean): readonly Step[] {
    const builder = createProgramBuilder({ address: HOST, receivesCallbacks });
    const input = { register: INPUT_REGISTER, place };
    addOperation(builder, { operation: family.operation(edge), edge, input, to: RECEIVER });
    return builder.program().steps;
  }

  /** What the adapter is told, and the step that tells it. */
  function adapterCall(steps: readonly Step[]) {
    const step = steps.at(-1);
    if (step?.op !== "call") throw new Error("the last step is no call");
    return { step, ...decodeFunctionData({ abi, data: step.data }) };
  }

  test.each([
    ["payer", "pull"],
    ["host", "pay"],
  ] as const)("default: one step, paid by the %s, which the holder calls back", (place, how) => {
    const steps = stepsOf(buy, place, true);
    expect(steps).toMatchObject([
      {
        ...{ op: `${venue}-${how}`, in: INPUT_REGISTER, zeroForOne: false, to: RECEIVER },
        [venue === "v4-swap" ? "manager" : "vault"]: holder,
        key: { ...family.key, currency0: currencyOf(tokens[0]), currency1: tokens[1] },
      },
    ]);
  });

  const hopOf = (edge: Edge, shareX64: bigint | null = null): Hop => ({
    ...{ edge: { ...edge, place: 0, protocol, state: pool }, state: pool, shareX64 },
    ...{ amountIn: 1n, amountOut: 1n, gas: 1n },
  });

  /** The program that sells coin in such hops. */
  function planOf(hops: readonly Hop[], fee: Fee | null = null) {
    const nothing = { amountOut: 0n, gas: 0n, certificate: null, after: new Map() };
    const trade = { tokenIn: NATIVE, tokenOut: sell.tokenOut, amountIn: 9n, alternatives: [] };
    return planProgram(
      { ...nothing, ...trade, hops },
      {
        ...{ receiver: RECEIVER, refundReceiver: RECEIVER, wrappedNative: WRAPPED },
        ...{ executors: { shared: HOST, own: OWN }, fee, minimumCredit: null },
      },
    );
  }

  test("behavior: the router pays native input itself, also of a split", () => {
    const whole = planOf([hopOf(sell)]);
    expect(whole).toMatchObject({ tokenIn: ZERO_ADDRESS, payTo: ZERO_ADDRESS, executor: "shared" });
    expect(whole.steps.map(({ op }) => op)).toEqual([`${venue}-pull`]);
    const split = planOf([hopOf(sell, 1n << 63n), hopOf(sell)]);
    expect(split).toMatchObject({ payTo: ZERO_ADDRESS, executor: "shared" });
    expect(split.steps.map(({ op }) => op)).toEqual(["take", `${venue}-pull`, `${venue}-pull`]);
  });

  test("behavior: native input goes to the executor where a fee or a wrapped part is taken", () => {
    const charged = planOf([hopOf(sell)], { amount: 1n, receiver: RECEIVER });
    expect(charged).toMatchObject({ tokenIn: ZERO_ADDRESS, payTo: OWN, executor: "own" });
    expect(charged.steps.at(-1)?.op).toBe(`${venue}-pay`);
    const edge = { action: "deposit", tokenIn: NATIVE, tokenOut: WRAPPED, place: 0 } as const;
    const state = { id: WRAPPED, slug: "wrapped-native", updatedBlock: 0, token: WRAPPED };
    const wrap = {
      ...{ edge: { ...edge, protocol: wrappedNative, state }, state, shareX64: 1n << 63n },
      ...{ amountIn: 1n, amountOut: 1n, gas: 1n },
    };
    const mixed = planOf([wrap, hopOf(sell)]);
    expect(mixed).toMatchObject({ tokenIn: ZERO_ADDRESS, payTo: OWN, executor: "own" });
    expect(mixed.steps.map(({ op }) => op)).toEqual(["take", "call", `${venue}-pay`]);
  });

  test("behavior: the shared executor trades in it, with coin as well, but not for coin", () => {
    const [sold, bought] = [hopOf(sell), hopOf(buy)];
    expect(chooseExecutor([sold], { sendsCoin: false })).toBe("shared");
    expect(chooseExecutor([bought], { sendsCoin: false })).toBe("shared");
    expect(chooseExecutor([bought, sold], { sendsCoin: false })).toBe("own");
    expect(chooseExecutor([sold], { sendsCoin: true })).toBe("own");
  });

  test.each([
    ["payer", { op: "pull", in: INPUT_REGISTER, to: holder }],
    ["host", { op: "send", in: INPUT_REGISTER, token: tokens[1], to: holder }],
  ] as const)("behavior: where it cannot be called back, an adapter is paid by the %s", (place, paid) => {
    const steps = stepsOf(buy, place, false);
    expect(steps.map(({ op }) => op)).toEqual(["call", paid.op, "call"]);
    expect(steps[0]).toMatchObject({ target: holder, valueRegister: 0, splices: [] });
    expect(steps[1]).toEqual(paid);
    const { step, args, ...called } = adapterCall(steps);
    const [told, key, zeroForOne, amountIn, recipient] = args ?? [];
    expect(step).toMatchObject({ target: adapter, valueRegister: 0, approvals: [] });
    // The amount is the register's, which the splice puts over its word.
    expect([amountIn, step.splices]).toEqual([0n, [{ register: INPUT_REGISTER, offset }]]);
    expect(String(told).toLowerCase()).toBe(holder);
    expect(String(recipient).toLowerCase()).toBe(RECEIVER);
    expect(zeroForOne).toBe(false);
    expect(called.functionName).toBe(functionName);
    expect(key).toMatchObject(family.key);
    expect(currencyOf(tokens[0])).toBe((key as { currency0: string }).currency0);
  });

  test("behavior: native input goes with the adapter's call", () => {
    const steps = stepsOf(sell, "host", false);
    expect(steps).toHaveLength(1);
    expect(adapterCall(steps).step.valueRegister).toBe(INPUT_REGISTER);
  });

  test.each([true, false])("behavior: who reads it is told that the price moves (%s)", (own) => {
    const step = stepsOf(sell, "host", own).at(-1);
    if (step === undefined) throw new Error("no step");
    expect(hasMovingPrice(readableStep(step, null), null)).toBe(true);
  });
});
