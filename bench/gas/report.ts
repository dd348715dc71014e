import type { Frame } from "./frames.ts";
import { type CaseName, PROTOTYPE } from "./prototype.ts";

/** A case measured with both routers. */
export interface CaseRow {
  readonly name: CaseName;
  readonly universal: { readonly gas: bigint; readonly bytes: number };
  readonly weir: { readonly gas: bigint; readonly bytes: number };
}

/** A swap by an account that holds its tokens, measured. */
export interface AccountRow {
  readonly name: string;
  /** Case of the table whose swap it is. */
  readonly family: "V2" | "V3";
  readonly gas: bigint;
  readonly bytes: number;
  readonly frames: readonly Frame[];
  /**
   * The same row of the prototype, measured with the numbers of `PROTOTYPE`; null: none of its
   * contracts runs.
   */
  readonly prototypeGas: bigint | null;
}

/** Largest ratio to the Universal Router, in thousandths. */
const TARGET_PERMILLE = 1000n;
/**
 * Native input through V3: the Universal Router pays no Permit2 there, and a router that makes no
 * calls of its own cannot save the second contract.
 */
const NATIVE_V3_TARGET_PERMILLE = 1050n;

/** Every target that a row misses, as a sentence; none: all are met. */
export function missedTargets(rows: readonly CaseRow[]): string[] {
  return rows.flatMap((row) => {
    const { name, universal, weir } = row;
    const target = name === "native, V3" ? NATIVE_V3_TARGET_PERMILLE : TARGET_PERMILLE;
    const prototype = PROTOTYPE[name];
    const missed: string[] = [];
    if (weir.gas * 1000n > universal.gas * target) {
      missed.push(
        `${name}: ${grouped(weir.gas)} gas is ${ratio(weir.gas, universal.gas)} of the Universal Router's ${grouped(universal.gas)}; the target is ${decimal(target)}.`,
      );
    }
    const distance = weir.gas - universal.gas;
    const reference = prototype.weir - prototype.universal;
    if (distance > reference) {
      missed.push(
        `${name}: ${signed(distance)} gas against the Universal Router; the prototype had ${signed(reference)}.`,
      );
    }
    return missed;
  });
}

/** Markdown table of the cases. */
export function caseTable(rows: readonly CaseRow[]): string {
  return table(
    ["swap", "Universal Router", "Weir", "ratio", "prototype", "bytes UR", "bytes Weir"],
    rows.map(({ name, universal, weir }) => [
      name,
      grouped(universal.gas),
      grouped(weir.gas),
      ratio(weir.gas, universal.gas),
      ratio(PROTOTYPE[name].weir, PROTOTYPE[name].universal),
      String(universal.bytes),
      String(weir.bytes),
    ]),
  );
}

/**
 * Markdown table of the accounts; ratios to what the same swap takes a plain account with the
 * Universal Router.
 */
export function accountTable(rows: readonly AccountRow[], cases: readonly CaseRow[]): string {
  return table(
    ["account", "gas", "ratio", "prototype", "bytes"],
    rows.map(({ name, family, gas, prototypeGas, bytes }) => {
      const universal = cases.find((row) => row.name === family)?.universal.gas;
      if (universal === undefined) throw new Error(`no case ${family} was measured`);
      return [
        name,
        grouped(gas),
        ratio(gas, universal),
        prototypeGas === null ? "" : ratio(prototypeGas, PROTOTYPE[family].universal),
        String(bytes),
      ];
    }),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const rule = head.map((_, column) => (column === 0 ? "---" : "--:"));
  return [line(head), line(rule), ...rows.map(line)].join("\n");
}

/** Rounded up, so that a number above a target never looks equal to it. */
function ratio(gas: bigint, base: bigint): string {
  return decimal((gas * 1000n + base - 1n) / base);
}

function decimal(permille: bigint): string {
  return `${permille / 1000n}.${String(permille % 1000n).padStart(3, "0")}`;
}

function signed(gas: bigint): string {
  return gas > 0n ? `+${grouped(gas)}` : grouped(gas);
}

function grouped(gas: bigint): string {
  return gas.toLocaleString("en-US");
}
