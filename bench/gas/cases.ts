import { type Address, encodeFunctionData, type Hex, parseAbiItem } from "viem";
import { v4Key } from "../../devnet/market/managed-calls.ts";
import { createProgramBuilder, INPUT_REGISTER } from "../../src/api/program/builder.ts";
import { executorOf } from "../../src/api/program/contracts.ts";
import { addOperation, operationOf } from "../../src/api/program/operation-steps.ts";
import type { PlannedProgram } from "../../src/api/program/plan.ts";
import type { Hop } from "../../src/api/router/route.ts";
import { NATIVE, ZERO_ADDRESS } from "../../src/lib/address.ts";
import type { Operation } from "../../src/protocols/operation.ts";
import type { Call } from "./chain.ts";
import type { Market } from "./market.ts";
import type { CaseName } from "./prototype.ts";
import {
  CALLER,
  type Command,
  execute,
  v2Swap,
  v3Swap,
  v4Swap,
  wrapNative,
} from "./universal-router.ts";
import { hop, managedEdge, planSwap, poolEdge, routeThrough, type Swap, wrapEdge } from "./weir.ts";

/** Limits of a swap. `minAmountOut` in tokenOut, smallest unit. */
export interface Limits {
  readonly minAmountOut: bigint;
  /** What the first of two transactions pays the user, where one transaction cannot do it. */
  readonly intermediate: bigint;
}

/** A swap and how both routers do it. */
export interface GasCase extends Swap {
  readonly name: CaseName;
  /** Token between the two transactions of the Universal Router's side; null: it needs one. */
  readonly intermediate: Address | null;
  universal(limits: Limits): readonly Call[];
  weir(): PlannedProgram;
}

const ETHER = 10n ** 18n;
const USDC_IN = 1_000n * 10n ** 6n;
/** The part of the split that goes through V3. */
const V3_PART = (USDC_IN * 6n) / 10n;
/** Smallest share whose part of USDC_IN is V3_PART. */
const V3_SHARE_X64 = (6n << 64n) / 10n + 1n;

const depositFunction = parseAbiItem(
  "function deposit(uint256 assets, address receiver) returns (uint256 shares)",
);

/** The swaps, in the order of the table. The Universal Router's side is its cheapest encoding. */
export function createCases(market: Market): readonly GasCase[] {
  const { weth, usdc, dai, vault, v2UsdcWeth, v2UsdcDai, v3UsdcWeth, v3UsdcDai, deadline } = market;
  const { v4UsdcDai, v4NativeUsdc } = market;
  const receiver = market.user.address;
  const plan = (swap: Swap, hops: readonly Hop[]) =>
    planSwap(routeThrough(swap, hops), { receiver, wrappedNative: weth });
  const once = (commands: readonly Command[], value = 0n) => [
    execute(commands, { deadline, value }),
  ];
  const buy = { tokenIn: usdc, tokenOut: weth, amountIn: USDC_IN };
  const sell = { tokenIn: weth, tokenOut: usdc, amountIn: ETHER };
  const native = { tokenIn: NATIVE, tokenOut: usdc, amountIn: ETHER };
  const toDai = { tokenIn: weth, tokenOut: dai, amountIn: ETHER };
  const stable = { tokenIn: usdc, tokenOut: dai, amountIn: USDC_IN };
  const toVault = { tokenIn: usdc, tokenOut: vault, amountIn: USDC_IN };
  const v3Fee = { feePips: v3UsdcWeth.feePips };
  return [
    {
      name: "V2",
      ...buy,
      intermediate: null,
      universal: ({ minAmountOut }) =>
        once([v2Swap({ ...buy, to: CALLER, minAmountOut, callerPays: true })]),
      weir: () => plan(buy, [hop(poolEdge(v2UsdcWeth, usdc))]),
    },
    {
      name: "V3",
      ...buy,
      intermediate: null,
      universal: ({ minAmountOut }) =>
        once([v3Swap({ ...buy, ...v3Fee, to: CALLER, minAmountOut, callerPays: true })]),
      weir: () => plan(buy, [hop(poolEdge(v3UsdcWeth, usdc))]),
    },
    {
      name: "V3 then V2",
      ...toDai,
      intermediate: null,
      universal: ({ minAmountOut }) =>
        once([
          v3Swap({ ...sell, ...v3Fee, to: v2UsdcDai.address, minAmountOut: 0n, callerPays: true }),
          v2Swap({
            tokenIn: usdc,
            tokenOut: dai,
            amountIn: 0n,
            to: CALLER,
            minAmountOut,
            callerPays: false,
          }),
        ]),
      weir: () => plan(toDai, [hop(poolEdge(v3UsdcWeth, weth)), hop(poolEdge(v2UsdcDai, usdc))]),
    },
    {
      name: "V3 60 %, V2 40 %",
      ...buy,
      intermediate: null,
      universal: ({ minAmountOut }) => {
        const common = { ...buy, to: CALLER, callerPays: true };
        const v3Min = (minAmountOut * 6n) / 10n;
        return once([
          v3Swap({ ...common, ...v3Fee, amountIn: V3_PART, minAmountOut: v3Min }),
          v2Swap({ ...common, amountIn: USDC_IN - V3_PART, minAmountOut: minAmountOut - v3Min }),
        ]);
      },
      weir: () =>
        plan(buy, [hop(poolEdge(v3UsdcWeth, usdc), V3_SHARE_X64), hop(poolEdge(v2UsdcWeth, usdc))]),
    },
    ...(["V3 then ERC-4626, first use", "V3 then ERC-4626"] as const).map((name) => ({
      ...{ name, ...toVault, intermediate: dai },
      universal: ({ intermediate }: Limits) => [
        ...once([
          v3Swap({
            tokenIn: usdc,
            feePips: v3UsdcDai.feePips,
            tokenOut: dai,
            amountIn: USDC_IN,
            to: CALLER,
            minAmountOut: 1n,
            callerPays: true,
          }),
        ]),
        { to: vault, data: depositData(intermediate, receiver) },
      ],
      weir: () => depositProgram(market),
    })),
    {
      name: "native, V3",
      ...native,
      intermediate: null,
      universal: ({ minAmountOut }) => {
        const swap = { ...sell, ...v3Fee, to: CALLER, minAmountOut, callerPays: false };
        return once([wrapNative(ETHER), v3Swap(swap)], ETHER);
      },
      weir: () => plan(native, [hop(wrapEdge(weth)), hop(poolEdge(v3UsdcWeth, weth))]),
    },
    {
      name: "native, V2",
      ...native,
      intermediate: null,
      universal: ({ minAmountOut }) => {
        const swap = { ...sell, to: CALLER, minAmountOut, callerPays: false };
        return once([wrapNative(ETHER), v2Swap(swap)], ETHER);
      },
      weir: () => plan(native, [hop(wrapEdge(weth)), hop(poolEdge(v2UsdcWeth, weth))]),
    },
    {
      name: "V4",
      ...stable,
      intermediate: null,
      universal: ({ minAmountOut }) => {
        const zeroForOne = v4UsdcDai.token0 === usdc;
        return once([
          v4Swap({ key: v4Key(v4UsdcDai), zeroForOne, amountIn: USDC_IN, minAmountOut }),
        ]);
      },
      weir: () => plan(stable, [hop(managedEdge(v4UsdcDai, usdc))]),
    },
    {
      name: "native, V4",
      ...native,
      intermediate: null,
      universal: ({ minAmountOut }) => {
        const swap = { key: v4Key(v4NativeUsdc), zeroForOne: true, amountIn: ETHER, minAmountOut };
        return once([v4Swap(swap)], ETHER);
      },
      weir: () => plan(native, [hop(managedEdge(v4NativeUsdc, NATIVE))]),
    },
  ];
}

/** What a deposit's own edge will plan, put together by the builder that bundles use. */
function depositProgram({ usdc, dai, vault, v3UsdcDai, user }: Market): PlannedProgram {
  const executor = executorOf(user.address);
  const builder = createProgramBuilder({ address: executor, receivesCallbacks: true });
  const edge = poolEdge(v3UsdcDai, usdc);
  const register = addOperation(builder, {
    operation: operationOf(hop(edge)),
    edge,
    input: { register: INPUT_REGISTER, place: "payer" },
    to: executor,
  });
  const operation: Operation = {
    kind: "call",
    target: vault,
    function: depositFunction,
    args: [{ kind: "amountIn" }, { kind: "recipient" }],
    value: "none",
    approve: true,
    amountOut: { from: "return", word: 0 },
    pays: "recipient",
    price: "moving",
  };
  addOperation(builder, {
    operation,
    edge: { tokenIn: dai, tokenOut: vault },
    input: { register, place: "host" },
    to: user.address,
  });
  return { tokenIn: usdc, payTo: ZERO_ADDRESS, executor: "own", ...builder.program() };
}

function depositData(assets: bigint, receiver: Address): Hex {
  const args = [assets, receiver] as const;
  return encodeFunctionData({ abi: [depositFunction], functionName: "deposit", args });
}
