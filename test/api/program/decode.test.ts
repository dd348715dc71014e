import fc from "fast-check";
import type { Hex } from "viem";
import { describe, expect, test } from "vitest";
import { decodeProgram, ProgramDecodeError } from "../../../src/api/program/decode.ts";
import { encodeProgram } from "../../../src/api/program/encode.ts";
import { programs } from "./arbitrary-program.ts";

const account = "11".repeat(20);

/** Encodes again what decodes; null for bytes that are no program. Any other failure is thrown. */
function roundTrip(bytes: Hex): Hex | null {
  try {
    return encodeProgram(decodeProgram(bytes));
  } catch (error) {
    if (error instanceof ProgramDecodeError) return null;
    throw error;
  }
}

describe("decodeProgram", () => {
  test("default", () => {
    expect(decodeProgram(`0x02060201${`1001${account}`}`)).toEqual({
      registers: 2,
      steps: [
        { op: "add", out: 2, in: 1 },
        { op: "pull", in: 1, to: `0x${account}` },
      ],
    });
  });

  test("behavior: upper-case digits decode to lower-case addresses", () => {
    const program = decodeProgram(`0x011001${"AB".repeat(20)}`);
    expect(program.steps).toEqual([{ op: "pull", in: 1, to: `0x${"ab".repeat(20)}` }]);
  });

  test("behavior: bytes that decode encode to themselves", () => {
    const anyBytes = fc
      .uint8Array({ maxLength: 120 })
      .map((bytes): Hex => `0x${Buffer.from(bytes).toString("hex")}`);
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        expect([bytes, null]).toContain(roundTrip(bytes));
      }),
      { numRuns: 5_000 },
    );
  });

  test("behavior: a changed byte gives another program or none", () => {
    let decoded = 0;
    fc.assert(
      fc.property(programs, fc.nat(), fc.integer({ min: 1, max: 255 }), (program, at, by) => {
        const bytes = Buffer.from(encodeProgram(program).slice(2), "hex");
        const index = at % bytes.length;
        bytes[index] = (bytes[index] ?? 0) ^ by;
        const changed: Hex = `0x${bytes.toString("hex")}`;
        const again = roundTrip(changed);
        expect([changed, null]).toContain(again);
        if (again !== null) decoded += 1;
      }),
      { numRuns: 2_000 },
    );
    expect(decoded).toBeGreaterThan(100);
  });

  test("behavior: no cut of a program decodes to more steps than were whole", () => {
    fc.assert(
      fc.property(programs, fc.nat(), (program, at) => {
        const bytes = encodeProgram(program);
        const length = at % ((bytes.length - 2) / 2);
        const cut: Hex = `0x${bytes.slice(2, 2 + 2 * length)}`;
        const decoded = roundTrip(cut);
        if (decoded === null) return;
        const { steps } = decodeProgram(cut);
        expect(steps).toEqual(program.steps.slice(0, steps.length));
        expect(steps.length).toBeLessThan(program.steps.length);
      }),
      { numRuns: 1_000 },
    );
  });

  const malformed: readonly (readonly [string, Hex, number])[] = [
    ["nothing", "0x", 0],
    ["half a byte", "0x1", 0],
    ["no registers", "0x00060201", 0],
    ["no steps", "0x01", 1],
    ["opcode 00", "0x0100", 1],
    ["an opcode that does not exist", "0x02060201ff", 4],
    ["direction 00", `0x01220101${"00"}${account}${account}`, 4],
    ["direction 03", `0x01220101${"03"}${account}${account}`, 4],
    ["a step cut short", `0x0206020110${"01"}${account.slice(2)}`, 25],
    ["a register that is not declared", "0x02060201060301", 4],
    ["a literal in 32 bytes that 16 hold", `0x010801${"00".repeat(16)}${"ff".repeat(16)}`, 3],
    ["a word that reads no call", "0x02060201070100", 4],
    ["call data cut short", `0x0112${account}00000000000002aa`, 30],
  ];
  test.each(malformed)("error: MALFORMED_PROGRAM, %s", (_, bytes, offset) => {
    expect(() => decodeProgram(bytes)).toThrow(ProgramDecodeError);
    expect(() => decodeProgram(bytes)).toThrow(
      expect.objectContaining({ code: "MALFORMED_PROGRAM", offset }),
    );
  });
});
