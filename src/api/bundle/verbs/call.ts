import { z } from "@hono/zod-openapi";
import { type AbiFunction, type Address, isAddress } from "viem";
import { NATIVE } from "../../../lib/address.ts";
import { encodeTemplate } from "../../program/call-data.ts";
import type { Amount, CallValue, OutputReference, PlacedAction } from "../action.ts";
import { account, address, amountOrZero } from "../argument-schemas.ts";
import { readCallArguments } from "../call-arguments.ts";
import { readSignature, signatureOf } from "../call-signature.ts";
import {
  amountRegister,
  type CompiledAction,
  type Compiler,
  expectedAmount,
  outputKey,
  outputOf,
} from "../compiler.ts";
import { wordFault } from "../outputs.ts";
import { type Fault, type Reading, under, understood } from "../reading.ts";
import { sentAmount, sentValue } from "../sent-values.ts";
import { type Unplaced, type Verb, verb } from "../verb.ts";

const text = (missing: string) => z.string(missing);

/** Any contract call. */
export interface CallAction extends PlacedAction {
  readonly kind: "call";
  readonly address: Address;
  readonly function: AbiFunction;
  /** One for each input of `function`. */
  readonly args: readonly CallValue[];
  /** Wei; 0 when left out. */
  readonly value: Amount;
  /** A token that it gives, where neither its address nor its arguments name it. */
  readonly tokenOut: Address | null;
}

/** Calls any contract. Not in the list of standards: only `core` has it. */
export const call: Verb<CallAction> = verb({
  name: "call",
  offeredBy: ["core"],
  operation: null,
  isListed: false,
  isPlanned: false,
  args: z.strictObject({
    address: account.describe("Contract to call."),
    method: text("must be the name of the function").describe("Name of the function."),
    abi: text("must be a function signature").describe(
      "Signature of the function, e.g. `deposit(uint256 assets, address receiver) returns (uint256)`.",
    ),
    args: z
      .array(z.unknown(), "must be a list of the call's arguments")
      .describe("Arguments in order: literals, lists, objects for tuples, outputs for integers."),
    value: amountOrZero.optional().describe("Wei to send along; 0 when left out."),
    tokenIn: address.optional().describe("Ignored."),
    tokenOut: address
      .optional()
      .describe("Token that it gives, where neither `address` nor `args` name it."),
  }),
  action: (given): Reading<Unplaced<CallAction>> => {
    const { address: target, method, abi, args, value, tokenOut = null } = given;
    const signature = readSignature(abi);
    if (!signature.ok) return { ok: false, faults: under("abi", signature.faults) };
    const { name, inputs } = signature.value;
    const values = readCallArguments(inputs, args);
    const faults: Fault[] = values.ok ? [] : [...under("args", values.faults)];
    if (method !== name) {
      faults.push({ path: ["method"], message: `must be ${name}, the function that abi declares` });
    }
    if (!values.ok || faults.length > 0) return { ok: false, faults };
    return understood({
      kind: "call",
      address: target,
      function: signature.value,
      args: values.value,
      value: value ?? { kind: "literal", value: 0n },
      tokenOut,
    });
  },
  sent: (action) => ({
    address: action.address,
    method: action.function.name,
    abi: signatureOf(action.function),
    args: action.args.map(sentValue),
    value: sentAmount(action.value),
    ...(action.tokenOut !== null && { tokenOut: action.tokenOut }),
  }),
  amounts: ({ args, value }) => [...args, value],
  outputFault: (action, index) => wordFault(action.function.outputs, index),
  compile: compileCall,
});

/** Compiles an arbitrary call. Its outputs are the return words that later actions use. */
function compileCall(compiler: Compiler, action: CallAction): CompiledAction {
  const { builder } = compiler;
  const { index, address } = action;
  const references = action.args.flatMap(referencesIn);
  const template = encodeTemplate(action.function, references.length, (markers) => {
    const left = [...markers];
    return action.args.map((value) => encodable(value, left));
  });
  const isPaid = action.value.kind === "output" || action.value.value > 0n;
  const words = [...(compiler.used.get(index) ?? [])].sort((a, b) => a - b);
  const valueRegister = isPaid ? amountRegister(compiler, action.value) : 0;
  builder.add({
    op: "call",
    target: address,
    valueRegister,
    out: 0,
    outWord: 0,
    approvals: [],
    splices: references.flatMap((reference, hole) =>
      (template.offsets[hole] ?? []).map((offset) => ({
        register: outputOf(compiler, reference).register,
        offset,
      })),
    ),
    data: template.data,
  });
  const outputs = words.map((word) => {
    const out = builder.register();
    builder.add({ op: "word", out, word });
    const expected = compiler.estimates.get(outputKey(index, word)) ?? null;
    return { index: word, token: null, register: out, expected };
  });
  return {
    outputs,
    consumes:
      isPaid && expectedAmount(compiler, action.value) !== null
        ? [{ token: NATIVE, amount: action.value }]
        : [],
    named: namedTokens(compiler, action),
    step: {
      kind: "action",
      action: "call",
      protocol: action.protocol,
      tokenIn: [],
      tokenOut: [],
      primary: address,
    },
  };
}

/** Listed tokens among what a call names. */
function namedTokens({ snapshot }: Compiler, action: CallAction): readonly Address[] {
  const named = [action.address, ...action.args.flatMap(textsIn), action.tokenOut ?? []].flat();
  return named.filter((name): name is Address => isAddress(name) && snapshot.tokens.has(name));
}

/** Addresses, as other texts. */
function textsIn(value: CallValue): readonly string[] {
  if (value.kind === "list") return value.items.flatMap(textsIn);
  return value.kind === "literal" && typeof value.value === "string" ? [value.value] : [];
}

function referencesIn(value: CallValue): readonly OutputReference[] {
  switch (value.kind) {
    case "literal":
      return [];
    case "output":
      return [value];
    case "list":
      return value.items.flatMap(referencesIn);
  }
}

/** The value as viem encodes it, each output replaced by the next marker. */
function encodable(value: CallValue, markers: bigint[]): unknown {
  switch (value.kind) {
    case "literal":
      return value.value;
    case "output":
      return markers.shift();
    case "list":
      return value.items.map((item) => encodable(item, markers));
  }
}
