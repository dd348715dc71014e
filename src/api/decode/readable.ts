import { type Address, type Hex, toFunctionSelector } from "viem";
import { NATIVE, ZERO_ADDRESS } from "../../lib/address.ts";
import { ROUTER_ADDRESS } from "../program/contracts.ts";
import type { Strategy } from "../program/execution.ts";
import type { Program } from "../program/steps.ts";
import {
  type DecodedCall,
  type DecodedTransaction,
  decodeTransaction,
  type EncodedTransaction,
  type Permit,
} from "./decode-transaction.ts";
import { heldTokens } from "./held-swap.ts";
import type { ChainKnowledge } from "./pools.ts";
import { type ReadableStep, readableStep } from "./readable-step.ts";
import { readableToken } from "./readable-token.ts";
import { warningsOf } from "./warnings.ts";

/**
 * A transaction as JSON that says all that its calldata says. Amounts are decimal strings, smallest
 * unit.
 */
export interface ReadableTransaction {
  readonly strategy: Strategy;
  readonly function: DecodedCall["function"];
  /** Token that is spent; null when no step says it, and for several inputs. */
  readonly tokenIn: Address | null;
  /** Fee included; null for a bundle, and for several inputs. */
  readonly amountIn: string | null;
  /** Wrapped token that the router makes of native tokenIn first; null: none. */
  readonly wrapsInto: Address | null;
  /** Who is paid amountIn before the first step; null: nobody. */
  readonly payTo: Address | null;
  /**
   * The inputs of a function that takes several, in the order of their registers; null for the
   * others. `token` as `tokenIn`; `payTo` as above.
   */
  readonly inputs:
    | readonly {
        readonly token: Address | null;
        readonly amount: string;
        readonly payTo: Address | null;
      }[]
    | null;
  /**
   * Token whose balance is compared at the end; null for a bundle, and where the output is a
   * position that is no token.
   */
  readonly tokenOut: Address | null;
  /**
   * This and the receiver: null for a bundle. Amount 0 goes with a position: steps of the program
   * state its minimum.
   */
  readonly minAmountOut: string | null;
  readonly receiver: Address | null;
  /** Seconds since the epoch. */
  readonly deadline: string;
  /**
   * Where the router runs the program: in the executor that all callers share, or in the caller's
   * own; null for wallets.
   */
  readonly executor: "shared" | "own" | null;
  /**
   * What the caller signed instead of an allowance; null: nothing. `nonce` null for `eip2612`;
   * `signature` null: not appended yet.
   */
  readonly permit: {
    readonly kind: Permit["kind"];
    readonly nonce: string | null;
    readonly signature: Hex | null;
  } | null;
  /** How many registers the program has; the first hold the inputs at the start. */
  readonly registers: number;
  readonly steps: readonly ReadableStep[];
  /** What a reader should know before sending it. */
  readonly warnings: readonly string[];
}

/** Functions of a token that spend it without an approval of somebody else, by selector. */
const SPENDS_TARGET: ReadonlySet<string> = new Set(
  [
    "transfer(address,uint256)",
    "transferFrom(address,address,uint256)",
    "withdraw(uint256)",
    "redeem(uint256,address,address)",
  ].map(toFunctionSelector),
);

/**
 * Reads a transaction of this service.
 *
 * @param chain What is known of its chain; null: nothing, then pools have no names.
 * @throws {TransactionDecodeError} For any other transaction.
 */
export function readTransaction(
  tx: EncodedTransaction,
  chain: ChainKnowledge | null,
): ReadableTransaction {
  const decoded = decodeTransaction(tx);
  const { strategy, call } = decoded;
  const { program } = call;
  const readable = {
    strategy,
    function: call.function,
    ...paymentOf(decoded, tx),
    ...outcomeOf(call),
    executor: "executor" in program ? program.executor : null,
    permit: permitOf(call),
    registers: program.registers,
    steps: program.steps.map((step) => readableStep(step, chain)),
  };
  return { ...readable, warnings: warningsOf(readable, { tx, chain }) };
}

function paymentOf({ call }: DecodedTransaction, tx: EncodedTransaction) {
  const none = { tokenIn: null, amountIn: null, wrapsInto: null, payTo: null, inputs: null };
  switch (call.function) {
    case "run":
      return none;
    case "execute": {
      const amountIn = call.order.amountIn.toString();
      return { ...none, tokenIn: inputToken(call.program, 1), amountIn };
    }
    case "executeMulti":
      return {
        ...none,
        inputs: call.order.amountsIn.map((amount, index) => ({
          token: inputToken(call.program, index + 1),
          amount: amount.toString(),
          payTo: null,
        })),
      };
    case "routeMulti":
    case "routeWithPermit2":
      return {
        ...none,
        inputs: call.order.inputs.map(({ token, amount, payTo }) => ({
          token: readableToken(token),
          amount: amount.toString(),
          payTo: payTo === ZERO_ADDRESS ? null : payTo,
        })),
      };
    case "route":
    case "routeWithPermit": {
      const { tokenIn, amountIn, payTo } = call.order;
      const wraps = tokenIn !== ZERO_ADDRESS && tx.value !== null && tx.value > 0n;
      return {
        tokenIn: wraps ? NATIVE : readableToken(tokenIn),
        amountIn: amountIn.toString(),
        wrapsInto: wraps ? tokenIn : null,
        payTo: payTo === ZERO_ADDRESS ? null : payTo,
        inputs: null,
      };
    }
  }
}

function outcomeOf(call: DecodedCall) {
  if (call.function === "run") {
    const deadline = call.deadline.toString();
    return { tokenOut: null, minAmountOut: null, receiver: null, deadline };
  }
  const { tokenOut, minAmountOut, receiver, deadline } = call.order;
  return {
    tokenOut: isPosition(call) ? null : readableToken(tokenOut),
    minAmountOut: minAmountOut.toString(),
    receiver,
    deadline: deadline.toString(),
  };
}

/**
 * Whether the router is told that the output is no token: by its own address. Wallets know no such
 * output.
 */
function isPosition(call: Exclude<DecodedCall, { readonly function: "run" }>): boolean {
  return "permit" in call && call.order.tokenOut === ROUTER_ADDRESS;
}

function permitOf(call: DecodedCall): ReadableTransaction["permit"] {
  if (!("permit" in call) || call.permit === null) return null;
  const { permit } = call;
  const nonce = permit.kind === "permit2" ? permit.nonce.toString() : null;
  return { kind: permit.kind, nonce, signature: permit.signature };
}

/** Token of a register, which the first step that spends it, or a part of it, names. */
function inputToken({ steps }: Program, register: number): Address | null {
  const input = new Set([register]);
  for (const step of steps) {
    switch (step.op) {
      case "take":
      case "add":
        if (input.has(step.in)) input.add(step.out);
        break;
      case "send":
        if (input.has(step.in)) return readableToken(step.token);
        break;
      case "v3-swap-pay":
        if (input.has(step.in)) return step.tokenIn;
        break;
      case "v4-swap-pay":
      case "infinity-swap-pay":
      case "infinity-bin-swap-pay":
        if (input.has(step.in)) return heldTokens(step)[0];
        break;
      case "call": {
        if (input.has(step.valueRegister)) return NATIVE;
        const approved = step.approvals.find(({ register }) => input.has(register));
        if (approved !== undefined) return approved.token;
        const isSpent = SPENDS_TARGET.has(step.data.slice(0, 10));
        if (isSpent && step.splices.some(({ register }) => input.has(register))) return step.target;
        break;
      }
      default:
        break;
    }
  }
  return null;
}
