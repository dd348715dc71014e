import { concat, type Hex, numberToHex } from "viem";
import { orderFault, registersFault, stepFault } from "./step-rules.ts";
import {
  type CallStep,
  type InfinitySwapStep,
  MAX_NARROW_LITERAL,
  ONE_FOR_ZERO,
  OPCODES,
  type Program,
  type Step,
  type V4SwapStep,
  ZERO_FOR_ONE,
} from "./steps.ts";

/** A program that has no bytes. `step` counts from 0; null: the program as a whole. */
export class ProgramEncodeError extends Error {
  override readonly name = "ProgramEncodeError";
  readonly code = "INVALID_PROGRAM";
  readonly step: number | null;

  constructor(step: number | null, fault: string) {
    super(step === null ? `Program: ${fault}` : `Step ${step}: ${fault}`);
    this.step = step;
  }
}

/**
 * The bytes of a program, for wallets; `encodeRouterProgram` for the router. contracts/README.md
 * draws them; `decodeProgram` is the exact inverse.
 *
 * Throws `ProgramEncodeError` for no steps, a register that the program does not have, an operand
 * out of its range, or a `word` step that does not follow what it reads.
 */
export function encodeProgram(program: Program): Hex {
  const fault = registersFault(program.registers);
  if (fault !== null) throw new ProgramEncodeError(null, fault);
  if (program.steps.length === 0) throw new ProgramEncodeError(null, "no steps; add one.");
  const steps = program.steps.map((step, index) => {
    const fault = stepFault(step, program.registers) ?? orderFault(step, program.steps[index - 1]);
    if (fault !== null) throw new ProgramEncodeError(index, fault);
    return encodeStep(step);
  });
  return lowerCase(concat([u8(program.registers), ...steps]));
}

function encodeStep(step: Step): Hex {
  switch (step.op) {
    case "set":
      return withLiteral("set", step.out, step.literal);
    case "take":
      return concat([u8(OPCODES.take), u8(step.out), u8(step.in), uint(step.shareX64, 8)]);
    case "balance":
      return concat([u8(OPCODES.balance), u8(step.out), step.token]);
    case "gain":
      return concat([u8(OPCODES.gain), u8(step.out), step.token]);
    case "at-least":
      return withLiteral("at-least", step.in, step.minimum);
    case "add":
      return concat([u8(OPCODES.add), u8(step.out), u8(step.in)]);
    case "word":
      return concat([u8(OPCODES.word), u8(step.out), u8(step.word)]);
    case "pull":
      return concat([u8(OPCODES.pull), u8(step.in), step.to]);
    case "send":
      return concat([u8(OPCODES.send), u8(step.in), step.token, step.to]);
    case "call":
      return encodeCall(step);
    case "v2-swap":
      return concat([
        u8(OPCODES["v2-swap"]),
        u8(step.in),
        u8(step.out),
        direction(step.zeroForOne),
        numberToHex(step.feePips, { size: 3 }),
        step.pair,
        step.to,
      ]);
    case "v2-swap-measured":
      return concat([
        u8(OPCODES["v2-swap-measured"]),
        u8(step.out),
        direction(step.zeroForOne),
        numberToHex(step.feePips, { size: 3 }),
        step.pair,
        step.to,
        step.tokenIn,
      ]);
    case "v3-swap-pull":
      return concat([u8(OPCODES["v3-swap-pull"]), ...v3Operands(step)]);
    case "v3-swap-pay":
      return concat([u8(OPCODES["v3-swap-pay"]), ...v3Operands(step), step.tokenIn]);
    case "v4-swap-pull":
    case "v4-swap-pay":
      return encodeV4(step);
    case "infinity-swap-pull":
    case "infinity-swap-pay":
    case "infinity-bin-swap-pull":
    case "infinity-bin-swap-pay":
      return encodeInfinity(step);
  }
}

/** In 16 bytes where they hold the literal, which is nearly always. */
function withLiteral(op: "set" | "at-least", register: number, literal: bigint): Hex {
  const [opcode, size] =
    literal > MAX_NARROW_LITERAL ? [OPCODES[`${op}-wide`], 32] : [OPCODES[op], 16];
  return concat([u8(opcode), u8(register), uint(literal, size)]);
}

function encodeCall(step: CallStep): Hex {
  const { spender, approvals, splices, data } = step;
  return concat([
    u8(OPCODES[spender === undefined ? "call" : "call-via"]),
    step.target,
    u8(step.valueRegister),
    u8(step.out),
    u8(step.outWord),
    u8(approvals.length),
    u8(splices.length),
    u16((data.length - 2) / 2),
    ...(spender === undefined ? [] : [spender]),
    ...approvals.flatMap((approval) => [u8(approval.register), approval.token]),
    ...splices.flatMap((splice) => [u8(splice.register), u16(splice.offset)]),
    data,
  ]);
}

function v3Operands(step: Extract<Step, { op: "v3-swap-pull" | "v3-swap-pay" }>): Hex[] {
  return [u8(step.in), u8(step.out), direction(step.zeroForOne), step.pool, step.to];
}

function encodeV4(step: V4SwapStep): Hex {
  const { currency0, currency1, fee, tickSpacing, hooks } = step.key;
  return concat([
    ...[u8(OPCODES[step.op]), u8(step.in), u8(step.out), direction(step.zeroForOne)],
    ...[step.manager, step.to, currency0, currency1],
    numberToHex(fee, { size: 3 }),
    numberToHex(tickSpacing, { size: 3, signed: true }),
    hooks,
  ]);
}

function encodeInfinity(step: InfinitySwapStep): Hex {
  const { currency0, currency1, hooks, poolManager, fee, parameters } = step.key;
  return concat([
    ...[u8(OPCODES[step.op]), u8(step.in), u8(step.out), direction(step.zeroForOne)],
    ...[step.vault, step.to, currency0, currency1, hooks, poolManager],
    numberToHex(fee, { size: 3 }),
    parameters,
  ]);
}

function u8(value: number): Hex {
  return numberToHex(value, { size: 1 });
}

function u16(value: number): Hex {
  return numberToHex(value, { size: 2 });
}

function uint(value: bigint, size: number): Hex {
  return numberToHex(value, { size });
}

function direction(zeroForOne: boolean): Hex {
  return u8(zeroForOne ? ZERO_FOR_ONE : ONE_FOR_ZERO);
}

function lowerCase(hex: Hex): Hex {
  return `0x${hex.slice(2).toLowerCase()}`;
}
