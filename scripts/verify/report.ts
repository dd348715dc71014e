import type { Compared, Finding } from "../../src/api/verify/verify.ts";

/** What a run found, for people. */
export function textReport(all: readonly Compared[], seed: number): string {
  const head = ["", "samples", "equal", "rounded", "different", "reverts", "not tried"];
  const rows = all.map(({ subject, samples, counts }) => [
    ...[subject, samples, counts.equal, counts.rounded, counts.different],
    ...[counts.reverted, counts.untried],
  ]);
  const lines = table([head, ...rows.map((row) => row.map(String))]);
  const findings = all.flatMap(({ findings: found }) => found.map(lineOf));
  const verdict =
    findings.length === 0
      ? "Every quote that was tried is what the chain does."
      : `${findings.length} ${findings.length === 1 ? "quote is" : "quotes are"} not what the chain does:`;
  return [...lines, "", verdict, ...findings, "", `The same samples again: --seed ${seed}`].join(
    "\n",
  );
}

/** The same for programs; amounts are decimal strings. */
export function jsonReport(all: readonly Compared[], seed: number): string {
  const asText = (_key: string, value: unknown) =>
    typeof value === "bigint" ? value.toString() : value;
  return JSON.stringify({ seed, compared: all }, asText, 2);
}

function lineOf({ block, states, action, tokenIn, tokenOut, amountIn, outcome }: Finding): string {
  const what = `${action} of ${amountIn} ${tokenIn} to ${tokenOut} by ${states.join(", ")}`;
  const told =
    outcome.kind === "different"
      ? `gives ${outcome.simulated}, quoted ${outcome.quoted}`
      : `reverts (${outcome.reason}), quoted ${outcome.quoted}`;
  return `- block ${block}: ${what} ${told}`;
}

/** Columns of one width; all but the first to the right. */
function table(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  "),
  );
}
