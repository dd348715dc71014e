import { type Address, BaseError, decodeErrorResult, type Hex, parseAbi, size, slice } from "viem";
import { executorAbi } from "../../../abis/weir/Executor.ts";
import { routerAbi } from "../../../abis/weir/Router.ts";
import { sharedExecutorAbi } from "../../../abis/weir/SharedExecutor.ts";
import { lower } from "../../lib/address.ts";
import { plainErrorsAbi } from "./plain-errors.ts";
import { TEXT_CODES } from "./text-codes.ts";

/** Why a transaction failed. */
export interface RevertReason {
  /** Step of the program that failed, from 0; null when it was none, or the program is not ours. */
  readonly step: number | null;
  /** What that step called; null where it called nothing. */
  readonly target: Address | null;
  /**
   * The innermost reason, readable; a known error by its name and arguments, an unknown one by its
   * selector.
   */
  readonly reason: string;
}

/** Of a revert without data, or with an empty text: what such a revert can be. */
export const NO_REASON =
  "no reason given: out of gas, a failed assertion, or a function that is not there";

/** Wrappers below this depth are not opened: real ones are three deep. */
const MAX_DEPTH = 16;
/** Longest text taken from a contract. */
const MAX_TEXT = 200;

/** What `require` and the compiler's own checks revert with. */
const solidityAbi = parseAbi(["error Error(string message)", "error Panic(uint256 code)"]);

const errorsAbi = [
  ...solidityAbi,
  ...executorAbi.filter((item) => item.type === "error"),
  ...sharedExecutorAbi.filter((item) => item.type === "error"),
  ...routerAbi.filter((item) => item.type === "error"),
];

/** @see https://docs.soliditylang.org/en/v0.8.37/control-structures.html#panic-via-assert-and-error-via-require */
const PANICS: Readonly<Record<string, string>> = {
  "1": "assertion",
  "17": "arithmetic overflow",
  "18": "division by zero",
  "33": "invalid enum value",
  "34": "invalid storage encoding",
  "49": "pop of an empty array",
  "50": "index out of range",
  "65": "out of memory",
  "81": "call of an empty function",
};

/**
 * The readable reason of revert data: our own errors are unwrapped, however deep, until the
 * contract that failed first.
 *
 * Text that a contract chose is cut to 200 characters without control characters.
 */
export function decodeRevert(data: Hex): RevertReason {
  return decodeAt(data, 0);
}

function decodeAt(data: Hex, depth: number): RevertReason {
  const none = { step: null, target: null };
  const length = size(data);
  if (length === 0) return { ...none, reason: NO_REASON };
  if (length === 32 && BigInt(data) === 0n) return { ...none, reason: "returned false" };
  if (length < 4) return { ...none, reason: `unknown error ${data}` };
  const error = decodeKnown(data);
  if (error === null) return { ...none, reason: plainError(data) };
  const inner = (reason: Hex) =>
    depth < MAX_DEPTH ? located(decodeAt(reason, depth + 1)) : "nested too deep";

  switch (error.errorName) {
    case "Error":
      return { ...none, reason: readable(error.args[0]) };
    case "Panic":
      return { ...none, reason: `panic: ${PANICS[String(error.args[0])] ?? error.args[0]}` };
    case "StepFailed": {
      const [step, target, reason] = error.args;
      return { step: Number(step), target: lower(target), reason: inner(reason) };
    }
    case "PullFailed":
    case "PermitFailed":
      return { ...none, reason: `${error.errorName}: ${inner(error.args[0])}` };
    case "TokenCallFailed":
      return { ...none, reason: `token ${lower(error.args[0])}: ${inner(error.args[1])}` };
    case "CallbackMissing":
      return {
        step: Number(error.args[0]),
        target: lower(error.args[1]),
        reason: error.errorName,
      };
    case "InvalidOpcode":
    case "InvalidOperand":
    case "TruncatedProgram":
    case "AmountOutOfRange":
    case "BelowMinimum":
    case "PartialFill": {
      const [step, ...rest] = error.args;
      return { step: Number(step), target: null, reason: named(error, rest, 1) };
    }
    default:
      return { ...none, reason: named(error, error.args ?? [], 0) };
  }
}

/** A known error that says all by its name and arguments, or the selector of an unknown one. */
function plainError(data: Hex): string {
  try {
    const error = decodeErrorResult({ abi: plainErrorsAbi, data });
    const inputs = error.abiItem.type === "error" ? error.abiItem.inputs : [];
    return named({ ...error, abiItem: { inputs } }, (error.args ?? []).map(String), 0);
  } catch (error) {
    if (error instanceof BaseError) return `unknown error ${slice(data, 0, 4)}`;
    throw error;
  }
}

/** Null for an unknown selector, and for a known one with arguments that do not decode. */
function decodeKnown(data: Hex) {
  try {
    return decodeErrorResult({ abi: errorsAbi, data });
  } catch (error) {
    if (error instanceof BaseError) return null;
    throw error;
  }
}

/** `Name(argument value, …)`, leaving out the first `skipped` arguments. */
function named(
  error: {
    readonly errorName: string;
    readonly abiItem: { readonly inputs?: readonly { readonly name?: string | undefined }[] };
  },
  values: readonly (string | number | bigint)[],
  skipped: number,
): string {
  if (values.length === 0) return error.errorName;
  const shown = values.map((value, index) => {
    const name = error.abiItem.inputs?.[index + skipped]?.name ?? "";
    return `${name} ${typeof value === "string" ? value.toLowerCase() : value}`.trimStart();
  });
  return `${error.errorName}(${shown.join(", ")})`;
}

/** A nested program's failure with its place. */
function located({ step, target, reason }: RevertReason): string {
  if (step === null) return reason;
  return target === null ? `step ${step}: ${reason}` : `step ${step} at ${target}: ${reason}`;
}

function readable(text: string): string {
  const clean = text.replace(/[\p{Cc}\p{Cf}]/gu, " ").trim();
  if (clean === "") return NO_REASON;
  const meaning = Object.hasOwn(TEXT_CODES, clean) ? TEXT_CODES[clean] : undefined;
  if (meaning !== undefined) return `${clean}: ${meaning}`;
  return clean.length > MAX_TEXT ? `${clean.slice(0, MAX_TEXT)}…` : clean;
}
