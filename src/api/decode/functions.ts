import {
  type AbiFunction,
  BaseError,
  decodeFunctionData,
  erc20Abi,
  erc721Abi,
  erc1155Abi,
  erc4626Abi,
  type Hex,
  parseAbi,
  slice,
  toFunctionSelector,
  toFunctionSignature,
} from "viem";
import { prepaidInfinityAbi } from "../../../abis/weir/PrepaidInfinity.ts";
import { prepaidV3Abi } from "../../../abis/weir/PrepaidV3.ts";
import { prepaidV4Abi } from "../../../abis/weir/PrepaidV4.ts";
import { routerAbi } from "../../../abis/weir/Router.ts";
import { PROTOCOLS } from "../../protocols/index.ts";
import type { Splice } from "../program/steps.ts";

/**
 * An argument as JSON: integers are decimal strings, tuples objects by name where all parts have
 * one.
 */
export type ArgumentJson =
  | string
  | boolean
  | readonly ArgumentJson[]
  | { readonly [name: string]: ArgumentJson };

/** A call of a function that the service knows. */
export interface NamedCall {
  /** Canonical signature: `transfer(address,uint256)`. */
  readonly signature: string;
  readonly args: readonly {
    readonly name: string;
    readonly type: string;
    readonly value: ArgumentJson;
  }[];
}

/** @see https://github.com/Uniswap/permit2/blob/cc56ad0f3439c502c246fc5cfcc3db92bb8b7219/src/interfaces/ISignatureTransfer.sol */
const permit2Abi = parseAbi([
  "function permitTransferFrom(((address token, uint256 amount) permitted, uint256 nonce, uint256 deadline) permit, (address to, uint256 requestedAmount) transferDetails, address owner, bytes signature)",
]);

/** Functions by selector; where two share one, the later list names it. */
const FUNCTIONS: ReadonlyMap<Hex, AbiFunction> = new Map(
  [
    ...PROTOCOLS.flatMap(({ functions }) => functions),
    ...routerAbi,
    ...prepaidV3Abi,
    ...prepaidV4Abi,
    ...prepaidInfinityAbi,
    ...permit2Abi,
    ...erc1155Abi,
    ...erc721Abi,
    ...erc4626Abi,
    ...erc20Abi,
  ]
    .filter((item) => item.type === "function")
    .map((item): [Hex, AbiFunction] => [toFunctionSelector(item), item]),
);

/** Whether the service can read calls of a function. */
export function isKnownFunction(selector: Hex): boolean {
  return FUNCTIONS.has(selector);
}

/** Whether calls of a function are known to change nothing. */
export function isKnownView(selector: Hex): boolean {
  return FUNCTIONS.get(selector)?.stateMutability === "view";
}

/**
 * The function and arguments of calldata; null when the function is unknown or the data is not of
 * it.
 */
export function namedCall(data: Hex): NamedCall | null {
  if (data.length < 10) return null;
  const known = FUNCTIONS.get(slice(data, 0, 4));
  if (known === undefined) return null;
  const values = decodeArguments(known, data);
  if (values === null) return null;
  return {
    signature: toFunctionSignature(known),
    args: known.inputs.map(({ name = "", type }, index) => ({
      name,
      type,
      value: argumentJson(values[index]),
    })),
  };
}

/**
 * Name of the argument that a splice replaces: the one whose head word it is; null when the word is
 * part of a longer argument or the function is unknown.
 */
export function splicedArgument(data: Hex, { offset }: Splice): string | null {
  const known = data.length < 10 ? undefined : FUNCTIONS.get(slice(data, 0, 4));
  if (known === undefined || (offset - 4) % 32 !== 0) return null;
  const words = known.inputs.map(({ type }) => (/^u?int\d+$/.test(type) ? type : null));
  const isFlat = known.inputs.every(({ type }) => !/^tuple|\[\d+\]$/.test(type));
  const input = isFlat ? known.inputs[(offset - 4) / 32] : undefined;
  return input === undefined || !words.includes(input.type) ? null : (input.name ?? null);
}

function decodeArguments(known: AbiFunction, data: Hex): readonly unknown[] | null {
  try {
    return decodeFunctionData({ abi: [known], data }).args ?? [];
  } catch (error) {
    if (error instanceof BaseError) return null;
    throw error;
  }
}

function argumentJson(value: unknown): ArgumentJson {
  if (typeof value === "bigint" || typeof value === "number") return value.toString();
  if (typeof value === "boolean") return value;
  if (Array.isArray(value)) return value.map(argumentJson);
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, argumentJson(part)]),
    );
  }
  const text = String(value);
  return /^0x[0-9a-f]{40}$/i.test(text) ? text.toLowerCase() : text;
}
