import type { EarnRow } from "./rows";

const HEAD = ["chainId", "kind", "id", "symbol", "protocol", "assets", "apyPercent", "tvlUsd"];

/**
 * A cell as RFC 4180 has it; what a spreadsheet would take for a formula starts with an apostrophe.
 */
function cell(value: string): string {
  const plain = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** The rows as CSV with a header. */
export function csvOf(rows: readonly EarnRow[]): string {
  const lines = rows.map(({ chainId, kind, id, symbol, protocol, assets, apy, tvl }) =>
    [
      ...[String(chainId), kind, id, symbol, protocol],
      assets.map((asset) => asset.symbol).join(" "),
      ...[String(apy), tvl === null ? "" : String(tvl)],
    ]
      .map(cell)
      .join(","),
  );
  return `${[HEAD.join(","), ...lines].join("\r\n")}\r\n`;
}

/** Has the browser save a text as a file. */
export function save(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
