import { describe, expect, test } from "vitest";
import { CASE_NAMES, PROTOTYPE } from "../../../bench/gas/prototype.ts";
import { accountTable, type CaseRow, caseTable, missedTargets } from "../../../bench/gas/report.ts";

/** Every case exactly as the prototype took it; those it had not, as the Universal Router does. */
const rows: readonly CaseRow[] = CASE_NAMES.map((name) => {
  const { universal, weir } = PROTOTYPE[name] ?? { universal: 1_000n, weir: 1_000n };
  return { name, universal: { gas: universal, bytes: 516 }, weir: { gas: weir, bytes: 356 } };
});

function withCase(name: CaseRow["name"], universal: bigint, weir: bigint): readonly CaseRow[] {
  return [{ name, universal: { gas: universal, bytes: 1 }, weir: { gas: weir, bytes: 1 } }];
}

describe("missedTargets", () => {
  test("default: the prototype's own numbers meet every target", () => {
    expect(missedTargets(rows)).toEqual([]);
  });

  test("behavior: a ratio just above 1 is a miss and is not shown as 1.000", () => {
    for (const name of ["V2", "V3 then V2", "V3 60 %, V2 40 %", "native, V2"] as const) {
      expect(missedTargets(withCase(name, 100_000n, 100_000n))).toEqual([]);
      const [ratio, ...rest] = missedTargets(withCase(name, 100_000n, 100_001n));
      expect(ratio).toContain("is 1.001 of the Universal Router's 100,000; the target is 1.000");
      expect(rest).toEqual([]);
    }
  });

  test.each([
    ["V3", 102_000n, "1.020"],
    ["native, V3", 106_000n, "1.060"],
    ["V3 then ERC-4626, first use", 120_000n, "1.200"],
    ["V3 then ERC-4626", 100_000n, "1.000"],
  ] as const)("behavior: %s may cost %i of 100,000, and no more", (name, most, target) => {
    expect(missedTargets(withCase(name, 100_000n, most))).toEqual([]);
    const misses = missedTargets(withCase(name, 100_000n, most + 1n));
    expect(misses).toHaveLength(1);
    expect(misses[0]).toContain(`the target is ${target}`);
  });
});

describe("caseTable", () => {
  test("default: a row per case with both routers' gas, both ratios and both sizes", () => {
    const lines = caseTable(withCase("V2", 200_000n, 150_000n)).split("\n");
    expect(lines).toHaveLength(3);
    expect(lines[2]).toBe("| V2 | 200,000 | 150,000 | 0.750 | 0.956 | 1 | 1 |");
  });
});

describe("accountTable", () => {
  const account = { name: "Safe", family: "V2", gas: 150_000n, bytes: 9, frames: [] } as const;

  test("default: relates an account to the case of its swap", () => {
    const cases = withCase("V2", 100_000n, 90_000n);
    const [, , known, unknown] = accountTable(
      [
        { ...account, prototypeGas: PROTOTYPE.V2.universal },
        { ...account, prototypeGas: null },
      ],
      cases,
    ).split("\n");
    expect(known).toBe("| Safe | 150,000 | 1.500 | 1.000 | 9 |");
    expect(unknown).toBe("| Safe | 150,000 | 1.500 |  | 9 |");
  });

  test("error: the case of the swap was not measured", () => {
    expect(() => accountTable([{ ...account, prototypeGas: null }], [])).toThrow("no case V2");
  });
});
