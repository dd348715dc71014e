import type { Address } from "viem";
import { ZERO_ADDRESS } from "../../lib/address.ts";
import type { InfinityPoolKey, V4PoolKey } from "../../protocols/operation.ts";
import {
  type CallStep,
  FEE_PIPS_LIMIT,
  type InfinitySwapStep,
  MAX_LITERAL,
  type Step,
  type V4SwapStep,
} from "./steps.ts";

const MAX_BYTE = 0xff;
const MAX_DATA_BYTES = 0xffff;
const UINT24_MAX = 0xffffff;
const INT24_LIMIT = 0x800000;
const LITERAL_LIMIT = MAX_LITERAL + 1n;
const SHARE_LIMIT = 1n << 64n;
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const BYTES = /^0x([0-9a-fA-F]{2})*$/;

/** What is wrong with a program's number of registers; null: nothing. */
export function registersFault(registers: number): string | null {
  return isInteger(registers, 1, MAX_BYTE)
    ? null
    : `registers is ${registers}; a program has 1 to ${MAX_BYTE}.`;
}

/**
 * What makes a step invalid in a program of so many registers; null: nothing. The interpreter
 * refuses the same, except that it does not look at contracts it would call in vain (address 0).
 */
export function stepFault(step: Step, registers: number): string | null {
  switch (step.op) {
    case "set":
      return register("out", step.out, registers) ?? below("literal", step.literal, LITERAL_LIMIT);
    case "take":
      return twoRegisters(step, registers) ?? below("shareX64", step.shareX64, SHARE_LIMIT);
    case "add":
      return twoRegisters(step, registers);
    case "balance":
    case "gain":
      return register("out", step.out, registers) ?? address("token", step.token);
    case "at-least":
      return (
        register("in", step.in, registers) ??
        (step.minimum === 0n ? "minimum is 0, which every amount reaches; leave it out." : null) ??
        below("minimum", step.minimum, LITERAL_LIMIT)
      );
    case "word":
      return (
        register("out", step.out, registers) ??
        (isInteger(step.word, 0, MAX_BYTE) ? null : `word is ${step.word}; give 0 to ${MAX_BYTE}.`)
      );
    case "pull":
      return register("in", step.in, registers) ?? contract("to", step.to);
    case "send":
      return (
        register("in", step.in, registers) ??
        address("token", step.token) ??
        contract("to", step.to)
      );
    case "call":
      return callFault(step, registers);
    case "v2-swap":
      return register("in", step.in, registers) ?? v2Fault(step, registers);
    case "v2-swap-measured":
      return v2Fault(step, registers) ?? contract("tokenIn", step.tokenIn);
    case "v3-swap-pull":
      return v3Fault(step, registers);
    case "v3-swap-pay":
      return v3Fault(step, registers) ?? contract("tokenIn", step.tokenIn);
    case "v4-swap-pull":
    case "v4-swap-pay":
      return v4Fault(step, registers);
    case "infinity-swap-pull":
    case "infinity-swap-pay":
    case "infinity-bin-swap-pull":
    case "infinity-bin-swap-pay":
      return infinityFault(step, registers);
  }
}

/**
 * What is wrong with the place of a step right after `previous`, none for the first; null: nothing.
 *
 * WORD reads the last answer of all. After other steps, and after a call whose approvals are taken
 * back, that is not the answer it is meant to read, which the interpreter cannot tell.
 */
export function orderFault(step: Step, previous: Step | undefined): string | null {
  if (step.op !== "word" || previous?.op === "word") return null;
  if (previous?.op !== "call") return "word does not follow a call; put it right after one.";
  return previous.approvals.length === 0
    ? null
    : "word follows a call with approvals, whose taking back answers last; measure with gain.";
}

function callFault(step: CallStep, registers: number): string | null {
  if (!BYTES.test(step.data)) return "data is not hex of whole bytes.";
  const size = (step.data.length - 2) / 2;
  const faults = [
    contract("target", step.target),
    optionalRegister("valueRegister", step.valueRegister, registers),
    optionalRegister("out", step.out, registers),
    range("outWord", step.outWord, step.out === 0 ? 0 : MAX_BYTE),
    range("the number of approvals", step.approvals.length, MAX_BYTE),
    range("the number of splices", step.splices.length, MAX_BYTE),
    range("the size of data", size, MAX_DATA_BYTES),
    step.spender === undefined ? null : contract("spender", step.spender),
    ...step.approvals.flatMap((approval, index) => [
      register(`approvals.${index}.register`, approval.register, registers),
      contract(`approvals.${index}.token`, approval.token),
    ]),
    ...step.splices.flatMap((splice, index) => [
      register(`splices.${index}.register`, splice.register, registers),
      range(`splices.${index}.offset`, splice.offset, size - 32),
    ]),
  ];
  return faults.find((fault) => fault !== null) ?? null;
}

function v2Fault(
  step: {
    readonly out: number;
    readonly feePips: number;
    readonly pair: Address;
    readonly to: Address;
  },
  registers: number,
): string | null {
  return (
    register("out", step.out, registers) ??
    range("feePips", step.feePips, FEE_PIPS_LIMIT - 1) ??
    contract("pair", step.pair) ??
    contract("to", step.to)
  );
}

function v3Fault(
  step: { readonly in: number; readonly out: number; readonly pool: Address; readonly to: Address },
  registers: number,
): string | null {
  return (
    register("in", step.in, registers) ??
    register("out", step.out, registers) ??
    contract("pool", step.pool) ??
    contract("to", step.to)
  );
}

function v4Fault({ manager, key, ...step }: V4SwapStep, registers: number): string | null {
  return (
    heldFault(step, registers) ??
    contract("manager", manager) ??
    keyFault(key) ??
    (isInteger(key.tickSpacing, -INT24_LIMIT, INT24_LIMIT - 1)
      ? null
      : `key.tickSpacing is ${key.tickSpacing}; it must fit 24 bits.`)
  );
}

function infinityFault({ vault, key, ...step }: InfinitySwapStep, registers: number) {
  return (
    heldFault(step, registers) ??
    contract("vault", vault) ??
    keyFault(key) ??
    contract("key.poolManager", key.poolManager) ??
    (BYTES.test(key.parameters) && key.parameters.length === 66
      ? null
      : `key.parameters is ${key.parameters}; it must be 32 bytes.`)
  );
}

function heldFault(
  step: { readonly in: number; readonly out: number; readonly to: Address },
  registers: number,
): string | null {
  return (
    register("in", step.in, registers) ??
    register("out", step.out, registers) ??
    contract("to", step.to)
  );
}

function keyFault(key: V4PoolKey | InfinityPoolKey): string | null {
  return (
    address("key.currency0", key.currency0) ??
    contract("key.currency1", key.currency1) ??
    address("key.hooks", key.hooks) ??
    range("key.fee", key.fee, UINT24_MAX)
  );
}

function twoRegisters(
  step: { readonly in: number; readonly out: number },
  registers: number,
): string | null {
  return (
    register("out", step.out, registers) ??
    register("in", step.in, registers) ??
    (step.in === step.out ? `in and out are both ${step.in}; an amount would vanish.` : null)
  );
}

function register(name: string, value: number, registers: number): string | null {
  return isInteger(value, 1, registers)
    ? null
    : `${name} is ${value}; the program has registers 1 to ${registers}.`;
}

function optionalRegister(name: string, value: number, registers: number): string | null {
  return value === 0 ? null : register(name, value, registers);
}

function range(name: string, value: number, maximum: number): string | null {
  return isInteger(value, 0, maximum) ? null : `${name} is ${value}; it must be 0 to ${maximum}.`;
}

function below(name: string, value: bigint, limit: bigint): string | null {
  return value >= 0n && value < limit
    ? null
    : `${name} is ${value}; it must be 0 to ${limit - 1n}.`;
}

function address(name: string, value: string): string | null {
  return ADDRESS.test(value) ? null : `${name} is ${value}; it must be a 20-byte address.`;
}

function contract(name: string, value: string): string | null {
  return (
    address(name, value) ??
    (value === ZERO_ADDRESS ? `${name} is the zero address; name an account.` : null)
  );
}

function isInteger(value: number, minimum: number, maximum: number): boolean {
  return Number.isInteger(value) && value >= minimum && value <= maximum;
}
