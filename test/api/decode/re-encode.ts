import type { Address, Hex } from "viem";
import type { ReadableTransaction } from "../../../src/api/decode/readable.ts";
import type { ReadableStep } from "../../../src/api/decode/readable-step.ts";
import { appendSignature } from "../../../src/api/program/append-signature.ts";
import { ROUTER_ADDRESS } from "../../../src/api/program/contracts.ts";
import {
  encodeRoute,
  encodeRouteMulti,
  encodeRouteWithPermit,
  encodeRouteWithPermit2,
} from "../../../src/api/program/router-call.ts";
import type { Step } from "../../../src/api/program/steps.ts";
import {
  encodeExecute,
  encodeExecuteMulti,
  encodeRun,
} from "../../../src/api/program/wallet-call.ts";
import { NATIVE, ZERO_ADDRESS } from "../../../src/lib/address.ts";
import type { InfinityPoolKey, V4PoolKey } from "../../../src/protocols/operation.ts";

const contract = (token: Address): Address => (token === NATIVE ? ZERO_ADDRESS : token);

function present<T>(value: T | null): T {
  if (value === null) throw new Error("the readable transaction lacks a field");
  return value;
}

/** Makes calldata of what was read from it, through nothing but its public fields. */
export function reEncode(readable: ReadableTransaction): Hex {
  const { registers, steps, inputs } = readable;
  const program = { registers, steps: steps.map(stepOf) };
  if (readable.function === "run") return encodeRun(BigInt(readable.deadline), program);
  const outcome = {
    tokenOut: readable.tokenOut === null ? ROUTER_ADDRESS : contract(readable.tokenOut),
    minAmountOut: BigInt(present(readable.minAmountOut)),
    receiver: present(readable.receiver),
    deadline: BigInt(readable.deadline),
  };
  if (readable.function === "executeMulti") {
    const amountsIn = present(inputs).map(({ amount }) => BigInt(amount));
    return encodeExecuteMulti({ amountsIn, ...outcome }, program);
  }
  if (readable.function === "execute") {
    return encodeExecute({ amountIn: BigInt(present(readable.amountIn)), ...outcome }, program);
  }
  const inExecutor = { ...program, executor: present(readable.executor) };
  const { permit } = readable;
  const signed = (data: Hex) =>
    permit === null || permit.signature === null ? data : appendSignature(data, permit.signature);
  if (readable.function === "routeMulti" || readable.function === "routeWithPermit2") {
    const order = {
      inputs: present(inputs).map(({ token, amount, payTo }) => ({
        token: contract(present(token)),
        amount: BigInt(amount),
        payTo: payTo ?? ZERO_ADDRESS,
      })),
      ...outcome,
    };
    if (readable.function === "routeMulti") return encodeRouteMulti(order, inExecutor);
    const nonce = BigInt(present(present(permit).nonce));
    return signed(encodeRouteWithPermit2(order, { nonce, program: inExecutor }));
  }
  const order = {
    ...outcome,
    amountIn: BigInt(present(readable.amountIn)),
    tokenIn: readable.wrapsInto ?? contract(present(readable.tokenIn)),
    payTo: readable.payTo ?? ZERO_ADDRESS,
  };
  return readable.function === "route"
    ? encodeRoute(order, inExecutor)
    : signed(encodeRouteWithPermit(order, inExecutor));
}

function stepOf(step: ReadableStep): Step {
  switch (step.op) {
    case "set":
      return { op: step.op, out: step.register, literal: BigInt(step.amount) };
    case "take":
      return { op: step.op, out: step.into, in: step.from, shareX64: BigInt(step.shareX64) };
    case "balance":
    case "gain":
      return { op: step.op, out: step.register, token: contract(step.token) };
    case "at-least":
      return { op: step.op, in: step.register, minimum: BigInt(step.minimum) };
    case "add":
      return { op: step.op, out: step.into, in: step.from };
    case "word":
      return { op: step.op, out: step.register, word: step.word };
    case "pull":
      return { op: step.op, in: step.register, to: step.to };
    case "send":
      return { op: step.op, in: step.register, token: contract(step.token), to: step.to };
    case "call":
      return {
        op: step.op,
        target: step.target,
        valueRegister: step.value ?? 0,
        out: step.output?.register ?? 0,
        outWord: step.output?.word ?? 0,
        approvals: step.approvals,
        splices: step.splices.map(({ register, offset }) => ({ register, offset })),
        data: step.data,
        ...(step.isSpenderStated && { spender: step.spender }),
      };
    case "v2-swap":
    case "v2-swap-measured": {
      const { op, zeroForOne, pool: pair, to, into: out } = step;
      const shared = { out, zeroForOne, feePips: present(step.feePips), pair, to };
      return op === "v2-swap"
        ? { op, in: present(step.from), ...shared }
        : { op, ...shared, tokenIn: present(step.tokenIn) };
    }
    case "v3-swap-pull":
    case "v3-swap-pay": {
      const { op, zeroForOne, pool, to, into: out } = step;
      const shared = { in: present(step.from), out, zeroForOne, pool, to };
      return op === "v3-swap-pull"
        ? { op, ...shared }
        : { op, ...shared, tokenIn: present(step.tokenIn) };
    }
    case "v4-swap-pull":
    case "v4-swap-pay": {
      const { op, zeroForOne, holder: manager, key, from, to, into: out } = step;
      return { op, in: from, out, zeroForOne, manager, to, key: key as V4PoolKey };
    }
    case "infinity-swap-pull":
    case "infinity-swap-pay":
    case "infinity-bin-swap-pull":
    case "infinity-bin-swap-pay": {
      const { op, zeroForOne, holder: vault, key, from, to, into: out } = step;
      return { op, in: from, out, zeroForOne, vault, to, key: key as InfinityPoolKey };
    }
  }
}
