import { z } from "@hono/zod-openapi";
import { readCallArguments } from "../../bundle/call-arguments.ts";
import { readSignature } from "../../bundle/call-signature.ts";
import { type Fault, type Reading, under, understood } from "../../bundle/reading.ts";
import { account, address, amountOrZero } from "./arguments.ts";
import { standard, type UnplacedAction } from "./standard.ts";

const text = (missing: string) => z.string(missing);

/** Calls any contract. Not in the list of standards: only `core` has it. */
export const call = standard({
  name: "call",
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
    tokenOut: address.optional().describe("Ignored."),
  }),
  action: ({ address: target, method, abi, args, value }): Reading<UnplacedAction> => {
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
    });
  },
});
