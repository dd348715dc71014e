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
 * Where the largest is another one. Through V3 the caller's tokens are pulled by a second contract,
 * which a router that makes no calls of its own cannot save; with native input the Universal Router
 * pays no Permit2 besides. A first use deploys the caller's executor. A V4 swap is two calls from
 * it, to the manager and to the adapter that the manager calls back, and native input passes them
 * all.
 */
const OTHER_TARGETS_PERMILLE: Partial<Readonly<Record<CaseName, bigint>>> = {
  V3: 1020n,
  "native, V3": 1060n,
  "V3 then ERC-4626, first use": 1200n,
  V4: 1070n,
  "native, V4": 1200n,
};

/** Every target that a row misses, as a sentence; none: all are met. */
export function missedTargets(rows: readonly CaseRow[]): string[] {
  return rows.flatMap((row) => {
    const { name, universal, weir } = row;
    const target = OTHER_TARGETS_PERMILLE[name] ?? TARGET_PERMILLE;
    return weir.gas * 1000n > universal.gas * target
      ? [
          `${name}: ${grouped(weir.gas)} gas is ${ratio(weir.gas, universal.gas)} of the Universal Router's ${grouped(universal.gas)}; the target is ${decimal(target)}.`,
        ]
      : [];
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
      prototypeRatio(name),
      String(universal.bytes),
      String(weir.bytes),
    ]),
  );
}

function prototypeRatio(name: CaseName): string {
  const reference = PROTOTYPE[name];
  return reference === undefined ? "" : ratio(reference.weir, reference.universal);
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

function grouped(gas: bigint): string {
  return gas.toLocaleString("en-US");
}
