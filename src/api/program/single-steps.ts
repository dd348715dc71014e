import { type Address, encodeFunctionData, parseAbiItem } from "viem";
import { currencyOf, NATIVE } from "../../lib/address.ts";
import {
  type CallOperation,
  type InfinitySwapOperation,
  type Operation,
  SYNC,
  type V2SwapOperation,
  type V3SwapOperation,
  type V4SwapOperation,
} from "../../protocols/operation.ts";
import type { GraphEdge } from "../graph/snapshot.ts";
import type { ProgramBuilder } from "./builder.ts";
import { type CallTemplate, encodeCallTemplate, encodeFunctionTemplate } from "./call-data.ts";
import { PREPAID_INFINITY_ADDRESS, PREPAID_V3_ADDRESS, PREPAID_V4_ADDRESS } from "./contracts.ts";

/** `contracts/src/PrepaidV3.sol`. */
const PREPAID_SWAP = parseAbiItem(
  "function swap(address pool, bool zeroForOne, uint256 amountIn, address recipient) returns (uint256 amountOut)",
);

/** `contracts/src/PrepaidV4.sol`. */
const PREPAID_V4_SWAP = parseAbiItem(
  "function swap(address manager, (address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks) key, bool zeroForOne, uint256 amountIn, address recipient) payable returns (uint256 amountOut)",
);

/** `contracts/src/PrepaidInfinity.sol`. */
const PREPAID_INFINITY_SWAP = parseAbiItem(
  "function swap(address vault, (address currency0, address currency1, address hooks, address poolManager, uint24 fee, bytes32 parameters) key, bool zeroForOne, uint256 amountIn, address recipient) payable returns (uint256 amountOut)",
);
const PREPAID_INFINITY_SWAP_IN_BINS = { ...PREPAID_INFINITY_SWAP, name: "swapInBins" } as const;

/**
 * Where an amount waits: with the route's payer, to be pulled, which coin is from the router
 * contract; with the host; or in the pool that takes it next.
 */
export type Place = "payer" | "host" | "pool";

/** An amount of a token inside a program. */
export interface Balance {
  readonly register: number;
  readonly place: Place;
}

/** One operation with its input and where its output goes. */
export interface PlannedOperation<O extends Operation = Operation> {
  readonly operation: O;
  readonly edge: Pick<GraphEdge, "tokenIn" | "tokenOut">;
  readonly input: Balance;
  readonly to: Address;
}

type SingleOperation =
  | V2SwapOperation
  | V3SwapOperation
  | V4SwapOperation
  | InfinitySwapOperation
  | CallOperation;

/**
 * Adds the steps of one operation that is no sequence; returns the register of its output amount.
 */
export function addSingle(
  builder: ProgramBuilder,
  planned: PlannedOperation<SingleOperation>,
): number {
  const { operation, ...on } = planned;
  switch (operation.kind) {
    case "v2-swap": {
      const { input, to } = on;
      const { pair, zeroForOne, feePips } = operation;
      pay(builder, planned, pair);
      const out = builder.register();
      builder.add({ op: "v2-swap", in: input.register, out, zeroForOne, feePips, pair, to });
      return out;
    }
    case "v3-swap":
      return addV3Swap(builder, { ...on, operation });
    case "v4-swap":
      return builder.host.receivesCallbacks
        ? addV4Swap(builder, { ...on, operation })
        : addPrepaidSwap(builder, planned, v4Swap(operation, on.to));
    case "infinity-swap":
      return builder.host.receivesCallbacks
        ? addInfinitySwap(builder, { ...on, operation })
        : addPrepaidSwap(builder, planned, infinitySwap(operation, on.to));
    case "call":
      return addCall(builder, { ...on, operation });
  }
}

/** Brings the input to a contract that takes it; nothing to do when it is there. */
export function pay(
  builder: ProgramBuilder,
  planned: { readonly input: Balance; readonly edge: Pick<GraphEdge, "tokenIn"> },
  to: Address,
): void {
  const { register, place } = planned.input;
  if (place === "payer") builder.add({ op: "pull", in: register, to });
  else if (place === "host" && to !== builder.host.address) {
    builder.add({ op: "send", in: register, token: currencyOf(planned.edge.tokenIn), to });
  }
}

function addV3Swap(builder: ProgramBuilder, planned: PlannedOperation<V3SwapOperation>): number {
  const { input, to, edge } = planned;
  const { pool, zeroForOne } = planned.operation;
  const out = builder.register();
  if (!builder.host.receivesCallbacks) {
    pay(builder, planned, PREPAID_V3_ADDRESS);
    const template = encodeFunctionTemplate(PREPAID_SWAP, (amountIn) => [
      pool,
      zeroForOne,
      amountIn,
      to,
    ]);
    builder.add({
      op: "call",
      target: PREPAID_V3_ADDRESS,
      valueRegister: 0,
      out,
      outWord: 0,
      approvals: [],
      splices: template.amountOffsets.map((offset) => ({ register: input.register, offset })),
      data: template.data,
    });
    return out;
  }
  const swap = { in: input.register, out, zeroForOne, pool, to };
  builder.add(
    input.place === "payer"
      ? { op: "v3-swap-pull", ...swap }
      : { op: "v3-swap-pay", ...swap, tokenIn: edge.tokenIn },
  );
  return out;
}

function addV4Swap(builder: ProgramBuilder, planned: PlannedOperation<V4SwapOperation>): number {
  const { input, to } = planned;
  const { manager, key, zeroForOne } = planned.operation;
  const out = builder.register();
  const op = input.place === "payer" ? "v4-swap-pull" : "v4-swap-pay";
  builder.add({ op, in: input.register, out, zeroForOne, manager, to, key });
  return out;
}

function addInfinitySwap(
  builder: ProgramBuilder,
  planned: PlannedOperation<InfinitySwapOperation>,
): number {
  const { input, to } = planned;
  const { inBins, vault, key, zeroForOne } = planned.operation;
  const out = builder.register();
  const venue = inBins ? "infinity-bin-swap" : "infinity-swap";
  const op = input.place === "payer" ? (`${venue}-pull` as const) : (`${venue}-pay` as const);
  builder.add({ op, in: input.register, out, zeroForOne, vault, to, key });
  return out;
}

/** A swap of pools whose tokens one contract holds, by an adapter that this calls back. */
interface PrepaidSwap {
  readonly holder: Address;
  readonly adapter: Address;
  /** What the adapter is told, with the places of the amount. */
  readonly template: CallTemplate;
}

function v4Swap({ manager, key, zeroForOne }: V4SwapOperation, to: Address): PrepaidSwap {
  const template = encodeFunctionTemplate(PREPAID_V4_SWAP, (amountIn) => [
    ...[manager, key, zeroForOne, amountIn, to],
  ]);
  return { holder: manager, adapter: PREPAID_V4_ADDRESS, template };
}

function infinitySwap(operation: InfinitySwapOperation, to: Address): PrepaidSwap {
  const { inBins, vault, key, zeroForOne } = operation;
  const named = inBins ? PREPAID_INFINITY_SWAP_IN_BINS : PREPAID_INFINITY_SWAP;
  const template = encodeFunctionTemplate(named, (amountIn) => [
    ...[vault, key, zeroForOne, amountIn, to],
  ]);
  return { holder: vault, adapter: PREPAID_INFINITY_ADDRESS, template };
}

/**
 * Pays the holder, which has noted its balance before, and has the adapter swap; native input goes
 * with the call.
 */
function addPrepaidSwap(
  builder: ProgramBuilder,
  planned: PlannedOperation,
  { holder, adapter, template }: PrepaidSwap,
): number {
  const { input, edge } = planned;
  const isNative = edge.tokenIn === NATIVE;
  const call = { op: "call", valueRegister: 0, out: 0, outWord: 0, approvals: [] } as const;
  if (!isNative) {
    const data = encodeFunctionData({ abi: [SYNC], args: [edge.tokenIn] });
    builder.add({ ...call, target: holder, splices: [], data });
  }
  pay(builder, planned, isNative ? builder.host.address : holder);
  const out = builder.register();
  builder.add({
    ...call,
    target: adapter,
    valueRegister: isNative ? input.register : 0,
    out,
    splices: template.amountOffsets.map((offset) => ({ register: input.register, offset })),
    data: template.data,
  });
  return out;
}

function addCall(builder: ProgramBuilder, planned: PlannedOperation<CallOperation>): number {
  const { operation, edge, to } = planned;
  const input = arrived(builder, planned);
  const caller = builder.host.address;
  const template = encodeCallTemplate(operation, { recipient: to, caller });
  const { amountOut } = operation;
  const out = amountOut.from === "amountIn" ? input.register : builder.register();
  const token = currencyOf(edge.tokenOut);
  if (amountOut.from === "gain") builder.add({ op: "balance", out, token });
  builder.add({
    op: "call",
    target: operation.target,
    valueRegister: operation.value === "amountIn" ? input.register : 0,
    out: amountOut.from === "return" ? out : 0,
    outWord: amountOut.from === "return" ? amountOut.word : 0,
    approvals: operation.approve ? [{ register: input.register, token: edge.tokenIn }] : [],
    ...(operation.spender === undefined ? {} : { spender: operation.spender }),
    splices: template.amountOffsets.map((offset) => ({ register: input.register, offset })),
    data: template.data,
  });
  if (amountOut.from === "gain") builder.add({ op: "gain", out, token });
  if (operation.pays === "caller" && to !== builder.host.address) {
    builder.add({ op: "send", in: out, token, to });
  }
  return out;
}

/** The input in the host's hands; measured where what arrives can differ from what was sent. */
function arrived(builder: ProgramBuilder, planned: PlannedOperation<CallOperation>): Balance {
  const { input, edge, operation } = planned;
  const { address } = builder.host;
  if (operation.measuresInput !== true || input.place === "host") {
    pay(builder, planned, address);
    return input;
  }
  const register = builder.register();
  const token = currencyOf(edge.tokenIn);
  builder.add({ op: "balance", out: register, token });
  pay(builder, planned, address);
  builder.add({ op: "gain", out: register, token });
  return { register, place: "host" };
}
