import { type Address, type Hex, slice } from "viem";
import { divisorOf } from "../program/division.ts";
import type { CallStep, Splice, Step } from "../program/steps.ts";
import { type NamedCall, namedCall, splicedArgument } from "./functions.ts";
import { type ReadableHeldSwap, readableHeldSwap } from "./held-swap.ts";
import type { ChainKnowledge } from "./pools.ts";
import { readableToken } from "./readable-token.ts";

/** Where a swap takes place and what the index knows of it. */
interface ReadablePool {
  readonly pool: Address;
  readonly zeroForOne: boolean;
  /** Null when the pool is not in the index. */
  readonly protocol: string | null;
  readonly tokenIn: Address | null;
  readonly tokenOut: Address | null;
}

/**
 * A step of a program as JSON. Registers are numbers from 1 that hold amounts; amounts are decimal
 * strings; the native currency is 0xeee…. No two steps read the same.
 */
export type ReadableStep =
  | { readonly op: "set"; readonly register: number; readonly amount: string }
  /** `share` is about what `shareX64` / 2^64 is. */
  | {
      readonly op: "take";
      readonly from: number;
      readonly into: number;
      readonly share: number;
      readonly shareX64: string;
    }
  | { readonly op: "balance" | "gain"; readonly register: number; readonly token: Address }
  | { readonly op: "at-least"; readonly register: number; readonly minimum: string }
  | { readonly op: "add"; readonly from: number; readonly into: number }
  /** A return word of the call just before. */
  | { readonly op: "word"; readonly register: number; readonly word: number }
  | { readonly op: "pull"; readonly register: number; readonly to: Address }
  | {
      readonly op: "send";
      readonly register: number;
      readonly token: Address;
      readonly to: Address;
    }
  | ReadableCall
  | (ReadablePool & {
      readonly op: "v2-swap" | "v2-swap-measured" | "v3-swap-pull" | "v3-swap-pay";
      /** Null: what the pool holds above its reserve. */
      readonly from: number | null;
      readonly into: number;
      readonly to: Address;
      /** Null: the pool's own fee. */
      readonly feePips: number | null;
    })
  | ReadableHeldSwap;

export interface ReadableCall {
  readonly op: "call";
  readonly target: Address;
  readonly selector: Hex;
  /**
   * Null when the function is not known. Arguments that `splices` replace show what stands there
   * before.
   */
  readonly function: string | null;
  readonly args: NamedCall["args"] | null;
  readonly data: Hex;
  /** Register with the native value; null: none. */
  readonly value: number | null;
  /** Return word and the register that it goes into; null: none. */
  readonly output: { readonly register: number; readonly word: number } | null;
  readonly approvals: readonly { readonly token: Address; readonly register: number }[];
  /** Who gets the approvals. */
  readonly spender: Address;
  /** Whether the spender is stated, rather than being the target. */
  readonly isSpenderStated: boolean;
  readonly splices: readonly {
    readonly register: number;
    /** Of the replaced word in `data`, in bytes. */
    readonly offset: number;
    /** Name of the argument that it replaces, where that is known. */
    readonly argument: string | null;
  }[];
}

/** A step as JSON. */
export function readableStep(step: Step, chain: ChainKnowledge | null): ReadableStep {
  switch (step.op) {
    case "set":
      return { op: step.op, register: step.out, amount: step.literal.toString() };
    case "take": {
      const { in: from, out: into, shareX64 } = step;
      const share = Number(shareX64) / 2 ** 64;
      return { op: step.op, from, into, share, shareX64: shareX64.toString() };
    }
    case "balance":
    case "gain":
      return { op: step.op, register: step.out, token: readableToken(step.token) };
    case "at-least":
      return { op: step.op, register: step.in, minimum: step.minimum.toString() };
    case "add":
      return { op: step.op, from: step.in, into: step.out };
    case "word":
      return { op: step.op, register: step.out, word: step.word };
    case "pull":
      return { op: step.op, register: step.in, to: step.to };
    case "send":
      return { op: step.op, register: step.in, token: readableToken(step.token), to: step.to };
    case "call":
      return readableCall(step);
    case "v2-swap":
    case "v2-swap-measured": {
      const from = step.op === "v2-swap" ? step.in : null;
      const tokenIn = step.op === "v2-swap" ? null : step.tokenIn;
      const place = readablePool(step.pair, step.zeroForOne, { chain, tokenIn });
      return { op: step.op, ...place, from, into: step.out, to: step.to, feePips: step.feePips };
    }
    case "v3-swap-pull":
    case "v3-swap-pay": {
      const { in: from, out: into, to } = step;
      const tokenIn = step.op === "v3-swap-pay" ? step.tokenIn : null;
      const place = readablePool(step.pool, step.zeroForOne, { chain, tokenIn });
      return { op: step.op, ...place, from, into, to, feePips: null };
    }
    case "v4-swap-pull":
    case "v4-swap-pay":
    case "infinity-swap-pull":
    case "infinity-swap-pay":
    case "infinity-bin-swap-pull":
    case "infinity-bin-swap-pay":
      return readableHeldSwap(step, chain);
  }
}

function readableCall(step: CallStep): ReadableCall {
  const { target, data, valueRegister, out, outWord, approvals, splices, spender } = step;
  const divisor = divisorOf(step);
  const known = divisor === null ? namedCall(data) : divisionOf(divisor);
  const argumentOf = (splice: Splice) =>
    divisor === null ? splicedArgument(data, splice) : DIVIDEND;
  return {
    op: "call",
    target,
    selector: data.length < 10 ? data : slice(data, 0, 4),
    function: known?.signature ?? null,
    args: known?.args ?? null,
    data,
    value: valueRegister === 0 ? null : valueRegister,
    output: out === 0 ? null : { register: out, word: outWord },
    approvals: approvals.map(({ token, register }) => ({ token, register })),
    spender: spender ?? target,
    isSpenderStated: spender !== undefined,
    splices: splices.map((splice) => ({ ...splice, argument: argumentOf(splice) })),
  };
}

const DIVIDEND = "dividend";

/** A division, which a precompiled contract makes of data without a selector. */
function divisionOf(divisor: bigint): NamedCall {
  const argument = (name: string, value: string) => ({ name, type: "uint256", value });
  return {
    signature: "divide(uint256,uint256)",
    args: [argument(DIVIDEND, "0"), argument("divisor", divisor.toString())],
  };
}

function readablePool(
  pool: Address,
  zeroForOne: boolean,
  { chain, tokenIn }: { readonly chain: ChainKnowledge | null; readonly tokenIn: Address | null },
): ReadablePool {
  const known = chain?.pool(pool) ?? null;
  const [token0, token1] = known?.tokens ?? [null, null];
  return {
    pool,
    zeroForOne,
    protocol: known?.slug ?? null,
    tokenIn: tokenIn ?? (zeroForOne ? token0 : token1),
    tokenOut: zeroForOne ? token1 : token0,
  };
}
