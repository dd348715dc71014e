import {
  type AbiFunction,
  type AbiParameter,
  type Address,
  encodeAbiParameters,
  type Hex,
  toFunctionSelector,
} from "viem";
import type { CallArgument, CallOperation } from "../../protocols/operation.ts";

/**
 * Calldata with holes, and where they are: byte offsets of 32-byte words that the program fills
 * with an amount.
 */
export interface CallTemplate {
  readonly data: Hex;
  readonly amountOffsets: readonly number[];
}

/** Calldata with holes of several kinds: byte offsets by hole number. */
export interface MultiTemplate {
  readonly data: Hex;
  readonly offsets: readonly (readonly number[])[];
}

/**
 * First markers of the two encodings of a call: any values that differ by more than a call has
 * words, and are positive as signed integers too.
 */
const [FIRST_MARKER, OTHER_MARKER] = [1n << 160n, 1n << 192n];
const SELECTOR_BYTES = 4;
const WORD_BYTES = 32;

/** Who the arguments of a planned call can name. */
export interface Accounts {
  readonly recipient: Address;
  readonly caller: Address;
}

/** Encodes a planned call with its one amount, known only while the program runs, as holes. */
export function encodeCallTemplate(operation: CallOperation, accounts: Accounts): CallTemplate {
  if (operation.function === null) return { data: "0x", amountOffsets: [] };
  return encodeFunctionTemplate(operation.function, (amountIn) =>
    operation.args.map((argument) => argumentValue(argument, { amounts: [amountIn], ...accounts })),
  );
}

/** Encodes the call of a sequence, whose arguments name any of `amounts` numbered amounts. */
export function encodeArguments(
  abiFunction: AbiFunction,
  args: readonly CallArgument[],
  on: Accounts & { readonly amounts: number },
): MultiTemplate {
  return encodeTemplate(abiFunction, on.amounts, (amounts) =>
    args.map((argument) => argumentValue(argument, { ...on, amounts })),
  );
}

/**
 * Encodes a call whose arguments are made from the marker of the one amount that is known only
 * while the program runs.
 */
export function encodeFunctionTemplate(
  abiFunction: AbiFunction | undefined,
  argsOf: (amount: bigint) => readonly unknown[],
): CallTemplate {
  const { data, offsets } = encodeTemplate(abiFunction, 1, ([amount = 0n]) => argsOf(amount));
  return { data, amountOffsets: offsets[0] ?? [] };
}

/**
 * Encodes a call with `holes` amounts that are known only while the program runs, which become zero
 * words. They are found where two encodings differ, each with other markers for the amounts: nested
 * tuples and arrays need no special case, and no literal, whatever it says, is taken for an amount.
 */
export function encodeTemplate(
  abiFunction: AbiFunction | undefined,
  holes: number,
  argsOf: (markers: readonly bigint[]) => readonly unknown[],
): MultiTemplate {
  if (abiFunction === undefined) throw new Error("the ABI lacks the function to call");
  const { selector, inputs } = prepared(abiFunction);
  const wordsWith = (marker: bigint): readonly string[] => {
    const markers = Array.from({ length: holes }, (_, n) => marker + BigInt(n));
    return encodeAbiParameters(inputs, argsOf(markers)).slice(2).match(/.{64}/g) ?? [];
  };
  const offsets: number[][] = Array.from({ length: holes }, () => []);
  const other = wordsWith(OTHER_MARKER);
  const filled = wordsWith(FIRST_MARKER).map((word, at) => {
    if (word === other[at]) return word;
    const hole = offsets[Number(BigInt(`0x${word}`) - FIRST_MARKER)];
    if (hole === undefined) throw new Error(`word ${at} of the call is more than an amount`);
    hole.push(SELECTOR_BYTES + at * WORD_BYTES);
    return "00".repeat(WORD_BYTES);
  });
  return { data: `${selector}${filled.join("")}`, offsets };
}

interface PreparedFunction {
  readonly selector: Hex;
  readonly inputs: readonly AbiParameter[];
}

const functions = new WeakMap<AbiFunction, PreparedFunction>();

/**
 * What encodings of a function have in common; hashing its signature takes longer than the rest of
 * one.
 */
function prepared(abiFunction: AbiFunction): PreparedFunction {
  const known = functions.get(abiFunction);
  if (known !== undefined) return known;
  const made = {
    selector: toFunctionSelector(abiFunction),
    inputs: abiFunction.inputs.map(widened),
  };
  functions.set(abiFunction, made);
  return made;
}

/**
 * The parameter with every integer type at its full width, which encodes to the same words but
 * takes any marker.
 */
function widened(parameter: AbiParameter): AbiParameter {
  const type = parameter.type.replace(/^(u?int)\d+/, "$1256");
  if (!("components" in parameter)) return { ...parameter, type };
  return { ...parameter, type, components: parameter.components.map(widened) };
}

/** The value to encode; `amountIn` is amount 0. */
function argumentValue(
  argument: CallArgument,
  known: Accounts & { readonly amounts: readonly bigint[] },
): unknown {
  const value = (inner: CallArgument) => argumentValue(inner, known);
  switch (argument.kind) {
    case "literal":
      return argument.value;
    case "amountIn":
    case "amount": {
      const of = argument.kind === "amount" ? argument.of : 0;
      const amount = known.amounts[of];
      if (amount === undefined) throw new Error(`the call has no amount ${of}`);
      return amount;
    }
    case "recipient":
      return known.recipient;
    case "caller":
      return known.caller;
    case "list":
      return argument.items.map(value);
    case "tuple":
      return Object.fromEntries(
        Object.entries(argument.fields).map(([name, field]) => [name, value(field)]),
      );
    case "encoded":
      return encodeAbiParameters(argument.parameters.map(widened), argument.values.map(value));
  }
}
