import fc from "fast-check";
import type { Address } from "viem";
import { describe, expect, test } from "vitest";
import { decodeProgram } from "../../../src/api/program/decode.ts";
import { encodeProgram, ProgramEncodeError } from "../../../src/api/program/encode.ts";
import type { CallStep, Program, Step } from "../../../src/api/program/steps.ts";
import { ZERO_ADDRESS } from "../../../src/lib/address.ts";
import { programs } from "./arbitrary-program.ts";

const PAIR: Address = "0x1111111111111111111111111111111111111111";
const POOL: Address = "0x2222222222222222222222222222222222222222";
const TOKEN: Address = "0xAbCdEf3333333333333333333333333333333333";
const RECEIVER: Address = "0x4444444444444444444444444444444444444444";
const token = TOKEN.slice(2).toLowerCase();
const [pair, pool, receiver] = ["11", "22", "44"].map((byte) => byte.repeat(20));

const call: CallStep = {
  op: "call",
  target: POOL,
  valueRegister: 1,
  out: 2,
  outWord: 3,
  approvals: [{ register: 1, token: TOKEN }],
  splices: [{ register: 2, offset: 4 }],
  data: `0x12345678${"00".repeat(32)}`,
};
const v3 = { in: 1, out: 2, zeroForOne: false, pool: POOL, to: RECEIVER };
const currencies = { currency0: ZERO_ADDRESS, currency1: TOKEN, hooks: PAIR, fee: 3000 };
const held = { in: 1, out: 2, zeroForOne: false, to: RECEIVER };
const v4 = { ...held, manager: POOL, key: { ...currencies, tickSpacing: -60 } };
const v4Bytes = `${pool}${receiver}${"00".repeat(20)}${token}000bb8ffffc4${pair}`;
const parameters = `0x${"ab".repeat(32)}` as const;
const infinity = { ...held, vault: POOL, key: { ...currencies, poolManager: PAIR, parameters } };
const infinityBytes = `${pool}${receiver}${"00".repeat(20)}${token}${pair}${pair}000bb8${"ab".repeat(32)}`;

/** Bytes of one step, as the diagram of contracts/README.md has them. */
const layouts: readonly (readonly [Step, string])[] = [
  [{ op: "set", out: 2, literal: 5n }, `0102${"00".repeat(15)}05`],
  [{ op: "take", out: 2, in: 1, shareX64: 1n << 63n }, "0202018000000000000000"],
  [{ op: "balance", out: 2, token: TOKEN }, `0302${token}`],
  [{ op: "gain", out: 2, token: ZERO_ADDRESS }, `0402${"00".repeat(20)}`],
  [{ op: "at-least", in: 1, minimum: 256n }, `0501${"00".repeat(14)}0100`],
  [{ op: "set", out: 2, literal: 1n << 128n }, `0802${"00".repeat(15)}01${"00".repeat(16)}`],
  [{ op: "at-least", in: 1, minimum: (1n << 256n) - 1n }, `0901${"ff".repeat(32)}`],
  [{ op: "add", out: 2, in: 1 }, "060201"],
  [{ op: "pull", in: 1, to: PAIR }, `1001${pair}`],
  [{ op: "send", in: 1, token: TOKEN, to: RECEIVER }, `1101${token}${receiver}`],
  [call, `12${pool}01020301010024${`01${token}`}020004${"12345678"}${"00".repeat(32)}`],
  [
    { ...call, spender: PAIR },
    `13${pool}01020301010024${pair}${`01${token}`}020004${"12345678"}${"00".repeat(32)}`,
  ],
  [
    { op: "v2-swap", in: 1, out: 2, zeroForOne: true, feePips: 3000, pair: PAIR, to: RECEIVER },
    `20010201000bb8${pair}${receiver}`,
  ],
  [
    {
      op: "v2-swap-measured",
      out: 2,
      zeroForOne: false,
      feePips: 2500,
      pair: PAIR,
      to: RECEIVER,
      tokenIn: TOKEN,
    },
    `2102020009c4${pair}${receiver}${token}`,
  ],
  [{ op: "v3-swap-pull", ...v3 }, `22010202${pool}${receiver}`],
  [{ op: "v3-swap-pay", ...v3, tokenIn: TOKEN }, `23010202${pool}${receiver}${token}`],
  [{ op: "v4-swap-pull", ...v4 }, `24010202${v4Bytes}`],
  [{ op: "v4-swap-pay", ...v4 }, `25010202${v4Bytes}`],
  [{ op: "infinity-swap-pull", ...infinity }, `26010202${infinityBytes}`],
  [{ op: "infinity-swap-pay", ...infinity }, `27010202${infinityBytes}`],
  [{ op: "infinity-bin-swap-pull", ...infinity }, `28010202${infinityBytes}`],
  [{ op: "infinity-bin-swap-pay", ...infinity }, `29010202${infinityBytes}`],
];

/** Steps that the interpreter refuses, in a program of two registers. */
const invalid: readonly (readonly [string, Step])[] = [
  ["a register that is not declared", { op: "set", out: 3, literal: 1n }],
  ["register 0", { op: "pull", in: 0, to: PAIR }],
  ["a literal of 2^256", { op: "set", out: 1, literal: 1n << 256n }],
  ["a negative literal", { op: "set", out: 1, literal: -1n }],
  ["a share of 2^64", { op: "take", out: 1, in: 2, shareX64: 1n << 64n }],
  ["one register as source and target", { op: "add", out: 1, in: 1 }],
  ["a minimum of 0", { op: "at-least", in: 1, minimum: 0n }],
  ["a recipient of zero", { op: "send", in: 1, token: TOKEN, to: ZERO_ADDRESS }],
  ["an address that is cut short", { op: "balance", out: 1, token: "0x1234" }],
  [
    "a fee of 100 %",
    { op: "v2-swap", in: 1, out: 1, zeroForOne: true, feePips: 1_000_000, pair: PAIR, to: PAIR },
  ],
  ["a pool of zero", { op: "v3-swap-pull", ...v3, pool: ZERO_ADDRESS }],
  ["a manager of zero", { op: "v4-swap-pay", ...v4, manager: ZERO_ADDRESS }],
  ["a fee of 25 bits", { op: "v4-swap-pull", ...v4, key: { ...v4.key, fee: 1 << 24 } }],
  [
    "a tick spacing of 25 bits",
    { op: "v4-swap-pull", ...v4, key: { ...v4.key, tickSpacing: 1 << 23 } },
  ],
  ["a vault of zero", { op: "infinity-swap-pay", ...infinity, vault: ZERO_ADDRESS }],
  [
    "parameters that are cut short",
    { op: "infinity-swap-pay", ...infinity, key: { ...infinity.key, parameters: "0x00" } },
  ],
  ["a splice past the data", { ...call, splices: [{ register: 1, offset: 5 }] }],
  ["a return word without a register", { ...call, out: 0, outWord: 1 }],
  [
    "an approval of the native coin",
    { ...call, approvals: [{ register: 1, token: ZERO_ADDRESS }] },
  ],
  ["data that is no hex", { ...call, data: "0x123" }],
  ["64 KiB of data", { ...call, splices: [], data: `0x${"00".repeat(0x1_0000)}` }],
];

const word: Step = { op: "word", out: 2, word: 1 };
const answered: CallStep = { ...call, approvals: [] };

/** Programs whose word reads something else than the answer of a call; the number of that step. */
const misplaced: readonly (readonly [string, readonly Step[], number])[] = [
  ["nothing", [word], 0],
  ["a step that is no call", [{ op: "pull", in: 1, to: PAIR }, word], 1],
  ["a call with an approval", [answered, word, call, word], 3],
  ["a step after the call", [answered, { op: "set", out: 1, literal: 1n }, word], 2],
  ["a step after another word", [answered, word, { op: "add", out: 1, in: 2 }, word], 3],
];

describe("encodeProgram", () => {
  test.each(layouts)("default: $op", (step, bytes) => {
    expect(encodeProgram({ registers: 2, steps: [step] })).toBe(`0x02${bytes}`);
  });

  test("behavior: steps follow each other without gaps", () => {
    const steps = layouts.map(([step]) => step);
    const bytes = layouts.map(([, bytes]) => bytes).join("");
    expect(encodeProgram({ registers: 255, steps })).toBe(`0xff${bytes}`);
  });

  test("behavior: words follow the call that they read, one after the other", () => {
    const bytes = encodeProgram({ registers: 2, steps: [answered, word, { ...word, out: 1 }] });
    expect(bytes.endsWith(`${"00".repeat(32)}070201070101`)).toBe(true);
  });

  test.each(misplaced)("error: INVALID_PROGRAM, a word after %s", (_, steps, step) => {
    expect(() => encodeProgram({ registers: 2, steps })).toThrow(
      expect.objectContaining({ code: "INVALID_PROGRAM", step }),
    );
  });

  test("behavior: decodeProgram is its inverse", () => {
    fc.assert(
      fc.property(programs, (program) => {
        expect(decodeProgram(encodeProgram(program))).toEqual(program);
      }),
      { numRuns: 1_000 },
    );
  });

  test.each(invalid)("error: INVALID_PROGRAM, %s", (_, step) => {
    const first: Step = { op: "set", out: 1, literal: 1n };
    const program: Program = { registers: 2, steps: [first, step] };
    expect(() => encodeProgram(program)).toThrow(ProgramEncodeError);
    expect(() => encodeProgram(program)).toThrow(
      expect.objectContaining({ code: "INVALID_PROGRAM", step: 1 }),
    );
  });

  test.each([0, 256, 1.5])("error: INVALID_PROGRAM, %s registers", (registers) => {
    const steps: Step[] = [{ op: "set", out: 1, literal: 1n }];
    expect(() => encodeProgram({ registers, steps })).toThrow(
      expect.objectContaining({ code: "INVALID_PROGRAM", step: null }),
    );
  });

  test("error: INVALID_PROGRAM, no steps", () => {
    expect(() => encodeProgram({ registers: 1, steps: [] })).toThrow(ProgramEncodeError);
  });
});
