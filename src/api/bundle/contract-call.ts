import type { AbiFunction } from "viem";
import { encodeTemplate } from "../program/call-data.ts";
import type { Amount } from "./action.ts";
import { amountRegister, type Compiler } from "./compiler.ts";

/**
 * Adds a call without value; `argsOf` gets a literal or, for an output, its marker, in the order of
 * `amounts`.
 */
export function addCall(
  compiler: Compiler,
  call: {
    readonly target: `0x${string}`;
    readonly function: AbiFunction;
    readonly amounts: readonly Amount[];
  },
  argsOf: (values: readonly bigint[]) => readonly unknown[],
): void {
  const holes = call.amounts.filter((amount) => amount.kind === "output");
  const template = encodeTemplate(call.function, holes.length, (markers) => {
    const left = [...markers];
    const values = call.amounts.map((amount) =>
      amount.kind === "literal" ? amount.value : (left.shift() ?? 0n),
    );
    return argsOf(values);
  });
  compiler.builder.add({
    op: "call",
    target: call.target,
    valueRegister: 0,
    out: 0,
    outWord: 0,
    approvals: [],
    splices: holes.flatMap((amount, hole) =>
      (template.offsets[hole] ?? []).map((offset) => ({
        register: amountRegister(compiler, amount),
        offset,
      })),
    ),
    data: template.data,
  });
}
