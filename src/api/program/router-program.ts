import { concat, type Hex } from "viem";
import { ZERO_ADDRESS } from "../../lib/address.ts";
import { decodeProgram, ProgramDecodeError } from "./decode.ts";
import { encodeProgram, ProgramEncodeError } from "./encode.ts";
import type { Program, Step } from "./steps.ts";

/** A program that the router runs. */
export interface RouterProgram extends Program {
  /**
   * Where it runs: in the executor that all callers share, which makes no calls and sends no coin,
   * or in the caller's own.
   */
  readonly executor: "shared" | "own";
}

/** First byte of a program that runs in its caller's own executor. */
const OWN = "0x00";

/**
 * The bytes of a program for the router; `decodeRouterProgram` is the exact inverse.
 *
 * Throws `ProgramEncodeError` as `encodeProgram`, and for a step that the shared executor has not.
 */
export function encodeRouterProgram(program: RouterProgram): Hex {
  const bytes = encodeProgram(program);
  if (program.executor === "own") return concat([OWN, bytes]);
  const step = program.steps.findIndex(isOwnOnly);
  if (step === -1) return bytes;
  throw new ProgramEncodeError(step, "the shared executor has no such step; take the own one.");
}

/**
 * The program that these bytes are for the router.
 *
 * Throws `ProgramDecodeError` for bytes that `encodeRouterProgram` never gives.
 */
export function decodeRouterProgram(bytes: Hex): RouterProgram {
  if (bytes.startsWith(OWN)) return { ...decodeOwn(bytes), executor: "own" };
  const program = decodeProgram(bytes);
  const step = program.steps.findIndex(isOwnOnly);
  if (step === -1) return { ...program, executor: "shared" };
  throw new ProgramDecodeError(0, `step ${step} needs the caller's own executor: byte 00 first.`);
}

function decodeOwn(bytes: Hex): Program {
  try {
    return decodeProgram(`0x${bytes.slice(OWN.length)}`);
  } catch (error) {
    if (!(error instanceof ProgramDecodeError)) throw error;
    throw new ProgramDecodeError(error.offset + 1, error.message.replace(/^Byte \d+: /, ""));
  }
}

/** Calls, and coin sent to anybody: the shared executor pays it to managers of pools alone. */
function isOwnOnly(step: Step): boolean {
  return step.op === "call" || (step.op === "send" && step.token === ZERO_ADDRESS);
}
