import { type Address, bytesToBigInt, bytesToHex, type Hex, hexToBytes, hexToNumber } from "viem";
import { orderFault, stepFault } from "./step-rules.ts";
import {
  type Approval,
  MAX_NARROW_LITERAL,
  ONE_FOR_ZERO,
  OPCODES,
  type Program,
  type Splice,
  type Step,
  ZERO_FOR_ONE,
} from "./steps.ts";

/**
 * Bytes that are no program. `offset` of the byte that is wrong or missing, or of the step that is
 * out of place or has an operand out of range.
 */
export class ProgramDecodeError extends Error {
  override readonly name = "ProgramDecodeError";
  readonly code = "MALFORMED_PROGRAM";
  readonly offset: number;

  constructor(offset: number, fault: string) {
    super(`Byte ${offset}: ${fault}`);
    this.offset = offset;
  }
}

/**
 * The program that these bytes are, with lower-case addresses; the exact inverse of
 * `encodeProgram`.
 *
 * Throws `ProgramDecodeError` for bytes that `encodeProgram` never gives.
 */
export function decodeProgram(program: Hex): Program {
  if (!/^0x([0-9a-fA-F]{2})*$/.test(program))
    throw new ProgramDecodeError(0, "not hex of whole bytes.");
  const reader = readerOf(hexToBytes(program));
  const registers = reader.number(1);
  if (registers === 0) throw new ProgramDecodeError(0, "no registers.");
  if (reader.ended()) throw new ProgramDecodeError(1, "no steps.");
  const steps: Step[] = [];
  while (!reader.ended()) {
    const start = reader.offset();
    const step = decodeStep(reader);
    const fault = stepFault(step, registers) ?? orderFault(step, steps.at(-1));
    if (fault !== null) throw new ProgramDecodeError(start, fault);
    steps.push(step);
  }
  return { registers, steps };
}

function decodeStep(reader: Reader): Step {
  const start = reader.offset();
  const opcode = reader.number(1);
  switch (opcode) {
    case OPCODES.set:
    case OPCODES["set-wide"]:
      return { op: "set", out: reader.number(1), literal: decodeLiteral(reader, opcode) };
    case OPCODES.take:
      return {
        op: "take",
        out: reader.number(1),
        in: reader.number(1),
        shareX64: reader.bigint(8),
      };
    case OPCODES.balance:
      return { op: "balance", out: reader.number(1), token: reader.address() };
    case OPCODES.gain:
      return { op: "gain", out: reader.number(1), token: reader.address() };
    case OPCODES["at-least"]:
    case OPCODES["at-least-wide"]:
      return { op: "at-least", in: reader.number(1), minimum: decodeLiteral(reader, opcode) };
    case OPCODES.add:
      return { op: "add", out: reader.number(1), in: reader.number(1) };
    case OPCODES.word:
      return { op: "word", out: reader.number(1), word: reader.number(1) };
    case OPCODES.pull:
      return { op: "pull", in: reader.number(1), to: reader.address() };
    case OPCODES.send:
      return { op: "send", in: reader.number(1), token: reader.address(), to: reader.address() };
    case OPCODES.call:
    case OPCODES["call-via"]:
      return decodeCall(reader, opcode === OPCODES["call-via"]);
    case OPCODES["v2-swap"]:
      return { op: "v2-swap", in: reader.number(1), ...decodeV2(reader) };
    case OPCODES["v2-swap-measured"]:
      return { op: "v2-swap-measured", ...decodeV2(reader), tokenIn: reader.address() };
    case OPCODES["v3-swap-pull"]:
      return { op: "v3-swap-pull", ...decodeV3(reader) };
    case OPCODES["v3-swap-pay"]:
      return { op: "v3-swap-pay", ...decodeV3(reader), tokenIn: reader.address() };
    case OPCODES["v4-swap-pull"]:
      return { op: "v4-swap-pull", ...decodeV4(reader) };
    case OPCODES["v4-swap-pay"]:
      return { op: "v4-swap-pay", ...decodeV4(reader) };
    case OPCODES["infinity-swap-pull"]:
      return { op: "infinity-swap-pull", ...decodeInfinity(reader) };
    case OPCODES["infinity-swap-pay"]:
      return { op: "infinity-swap-pay", ...decodeInfinity(reader) };
    case OPCODES["infinity-bin-swap-pull"]:
      return { op: "infinity-bin-swap-pull", ...decodeInfinity(reader) };
    case OPCODES["infinity-bin-swap-pay"]:
      return { op: "infinity-bin-swap-pay", ...decodeInfinity(reader) };
    default:
      throw new ProgramDecodeError(start, `opcode ${opcode} does not exist.`);
  }
}

function decodeLiteral(reader: Reader, opcode: number): bigint {
  if (opcode === OPCODES.set || opcode === OPCODES["at-least"]) return reader.bigint(16);
  const offset = reader.offset();
  const literal = reader.bigint(32);
  if (literal > MAX_NARROW_LITERAL) return literal;
  throw new ProgramDecodeError(offset, `literal ${literal} has 32 bytes; 16 hold it.`);
}

function decodeCall(reader: Reader, via: boolean): Step {
  const target = reader.address();
  const valueRegister = reader.number(1);
  const out = reader.number(1);
  const outWord = reader.number(1);
  const approvalCount = reader.number(1);
  const spliceCount = reader.number(1);
  const size = reader.number(2);
  const spender = via ? { spender: reader.address() } : {};
  const approvals = Array.from(
    { length: approvalCount },
    (): Approval => ({ register: reader.number(1), token: reader.address() }),
  );
  const splices = Array.from(
    { length: spliceCount },
    (): Splice => ({ register: reader.number(1), offset: reader.number(2) }),
  );
  const data = reader.hex(size);
  return {
    op: "call",
    target,
    valueRegister,
    out,
    outWord,
    approvals,
    splices,
    data,
    ...spender,
  };
}

function decodeV2(reader: Reader) {
  return {
    out: reader.number(1),
    zeroForOne: decodeDirection(reader),
    feePips: reader.number(3),
    pair: reader.address(),
    to: reader.address(),
  };
}

function decodeV3(reader: Reader) {
  return {
    in: reader.number(1),
    out: reader.number(1),
    zeroForOne: decodeDirection(reader),
    pool: reader.address(),
    to: reader.address(),
  };
}

function decodeV4(reader: Reader) {
  return {
    in: reader.number(1),
    out: reader.number(1),
    zeroForOne: decodeDirection(reader),
    manager: reader.address(),
    to: reader.address(),
    key: {
      currency0: reader.address(),
      currency1: reader.address(),
      fee: reader.number(3),
      tickSpacing: hexToNumber(reader.hex(3), { size: 3, signed: true }),
      hooks: reader.address(),
    },
  };
}

function decodeInfinity(reader: Reader) {
  return {
    in: reader.number(1),
    out: reader.number(1),
    zeroForOne: decodeDirection(reader),
    vault: reader.address(),
    to: reader.address(),
    key: {
      currency0: reader.address(),
      currency1: reader.address(),
      hooks: reader.address(),
      poolManager: reader.address(),
      fee: reader.number(3),
      parameters: reader.hex(32),
    },
  };
}

function decodeDirection(reader: Reader): boolean {
  const offset = reader.offset();
  const direction = reader.number(1);
  if (direction !== ZERO_FOR_ONE && direction !== ONE_FOR_ZERO) {
    throw new ProgramDecodeError(offset, `direction ${direction} is neither 1 nor 2.`);
  }
  return direction === ZERO_FOR_ONE;
}

/** Reads big-endian fields one after the other. */
interface Reader {
  offset(): number;
  ended(): boolean;
  /** At most 6 bytes, so that it is exact. */
  number(size: number): number;
  bigint(size: number): bigint;
  address(): Address;
  hex(size: number): Hex;
}

function readerOf(bytes: Uint8Array): Reader {
  let next = 0;
  const take = (size: number): Uint8Array => {
    const end = next + size;
    if (end > bytes.length) {
      throw new ProgramDecodeError(
        bytes.length,
        `the program ends ${end - bytes.length} bytes early.`,
      );
    }
    const field = bytes.subarray(next, end);
    next = end;
    return field;
  };
  return {
    offset: () => next,
    ended: () => next === bytes.length,
    number: (size) => take(size).reduce((value, byte) => value * 256 + byte, 0),
    bigint: (size) => bytesToBigInt(take(size)),
    address: () => bytesToHex(take(20)),
    hex: (size) => bytesToHex(take(size)),
  };
}
