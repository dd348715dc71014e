import { NATIVE } from "../../lib/address.ts";
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

/** Compiles an arbitrary call. Its outputs are the return words that later actions use. */
export function compileCall(compiler: Compiler, action: CallAction): CompiledAction {
  const { builder } = compiler;
  const { index, address } = action;
  const references = action.args.flatMap(referencesIn);
  const template = encodeTemplate(action.function, references.length, (markers) => {
    const left = [...markers];
    return action.args.map((value) => encodable(value, left));
  });
  const isPaid = action.value.kind === "output" || action.value.value > 0n;
  const words = [...(compiler.used.get(index) ?? [])].sort((a, b) => a - b);
  const valueRegister = isPaid ? amountRegister(compiler, action.value, `${index}.args.value`) : 0;
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
