import type { TableRows } from "./table-rows.ts";

/** Tables whose rows are read in live blocks alone, and the column that names a row. */
const LIVE: Readonly<Record<string, string>> = {
  chef_pool: "id",
  curve_gauge: "address",
  erc4626_vault: "address",
  price_feed: "feed",
  rocket_pool: "r_eth",
};

/** Since when two indexes have seen the same. */
export interface Restart {
  /** The first block that the indexer saw live after its last restart. */
  readonly first: number;
  /** A block from which on everything was read in the same blocks. */
  readonly settled: number;
}

type Row = Readonly<Record<string, unknown>>;

/**
 * The rows of an index that nothing happened to, without what a restarted one cannot have. A restart rolls back to the last final block, and
 * the blocks from there to the head are not live any more: they have no header in `head_block`, and what is read in live blocks was not read
 * in them. Its facts are those of the head again; when they came is not known, nor is that part of their past.
 */
export function restartedRows(
  rows: TableRows,
  own: TableRows,
  { first, settled }: Restart,
): TableRows {
  const keys = new Set(
    Object.entries(LIVE).flatMap(([table, column]) =>
      (rows.get(table) ?? []).map((row) => parse(row)[column]),
    ),
  );
  const isRead = (row: Row): boolean => Object.values(row).some((value) => keys.has(value));

  function kept(table: string, text: string): boolean {
    const row = parse(text);
    if (table === "head_block") {
      return Number(row.number) >= first || (own.get(table) ?? []).includes(text);
    }
    if (/_log$/.test(table)) return !isRead(row) || Number(row.updated_block) > settled;
    return true;
  }

  return new Map(
    [...rows].map(([table, texts]) => [
      table,
      texts.filter((text) => kept(table, text)).map((text) => (table in LIVE ? facts(text) : text)),
    ]),
  );
}

function parse(text: string): Row {
  return JSON.parse(text) as Row;
}

/** A row without the columns that tell when it was read. */
function facts(text: string): string {
  return text.replace(/"(updated_block|(since|latest)_\w+)": [^,}]+/g, "");
}
