import { NATIVE } from "../../lib/address.ts";
import { ServiceError } from "../../lib/errors.ts";
import { encodeTemplate } from "../program/call-data.ts";
import type { CallAction, CallValue, OutputReference } from "./action.ts";
import {
  amountRegister,
  type CompiledAction,
  type Compiler,
  expectedAmount,
  outputKey,
  outputOf,
} from "./compiler.ts";

/** Compiles an arbitrary call. Its output is the return word that later actions use; a program keeps one of them. */
export function compileCall(compiler: Compiler, action: CallAction): CompiledAction {
  const { builder } = compiler;
  const { index, address } = action;
  const references = action.args.flatMap(referencesIn);
  const template = encodeTemplate(action.function, references.length, (markers) => {
    const left = [...markers];
    return action.args.map((value) => encodable(value, left));
  });
  const isPaid = action.value.kind === "output" || action.value.value > 0n;
  const used = [...(compiler.used.get(index) ?? [])];
  const [word] = used;
  if (used.length > 1) {
    throw new ServiceError(
      "INVALID_ARGUMENT",
      `action ${index}: outputs ${used.join(", ")} of one call are used; a program keeps one return word of a call, so use one.`,
      { data: { index } },
    );
  }
  const valueRegister = isPaid ? amountRegister(compiler, action.value, `${index}.args.value`) : 0;
  const out = word === undefined ? 0 : builder.register();
  builder.add({
    op: "call",
    target: address,
    valueRegister,
    out,
    outWord: word ?? 0,
    approvals: [],
    splices: references.flatMap((reference, hole) =>
      (template.offsets[hole] ?? []).map((offset) => ({
        register: outputOf(compiler, reference).register,
        offset,
      })),
    ),
    data: template.data,
  });
  const expected =
    word === undefined ? null : (compiler.estimates.get(outputKey(index, word)) ?? null);
  return {
    outputs: word === undefined ? [] : [{ token: null, register: out, expected }],
    consumes:
      isPaid && expectedAmount(compiler, action.value) !== null
        ? [{ token: NATIVE, amount: action.value }]
        : [],
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
