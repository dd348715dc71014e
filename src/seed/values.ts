/** How a bigint is told from a text. */
const TAG = "bigint";

/** Rows as text, integers of any size among their values. */
export function textOfRows(rows: readonly Readonly<Record<string, unknown>>[]): string {
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === "bigint" ? { [TAG]: String(value) } : value,
  );
}

/** The rows of a text of `textOfRows`. */
export function rowsOfText(text: string): Record<string, unknown>[] {
  return JSON.parse(text, (_, value: unknown) => {
    const isTagged = typeof value === "object" && value !== null && TAG in value;
    return isTagged ? BigInt(String(value[TAG])) : value;
  }) as Record<string, unknown>[];
}
