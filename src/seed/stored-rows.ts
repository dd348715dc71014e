import { createHash } from "node:crypto";
import type { Sql } from "postgres";
import type { Hex } from "viem";
import { chunk } from "../lib/chunk.ts";
import type { SeedRows } from "./family.ts";
import { rowsOfText, textOfRows } from "./values.ts";

/** A part of what was read. */
export interface StatePart {
  readonly family: string;
  /** Of the family's seed and its tables. */
  readonly version: string;
}

/** Rows that were read of the state, family by family. */
export interface StoredRows {
  /**
   * The last pool of a family that was read; null: none yet, undefined: nothing is left to read.
   */
  progress(chainId: number, part: StatePart): Promise<{ last: Hex | null; isDone: boolean } | null>;
  /** Adds rows that were read, and notes how far that is. */
  addRows(
    chainId: number,
    part: StatePart,
    read: { readonly rows: SeedRows; readonly last: Hex | null; readonly isDone: boolean },
  ): Promise<void>;
  /** Rows in their order, part by part, with the name of their table. */
  rows(
    chainId: number,
    part: StatePart,
  ): AsyncGenerator<{ readonly table: string; readonly rows: Record<string, unknown>[] }>;
  /** Digest of the rows of some parts. */
  digest(chainId: number, parts: readonly StatePart[]): Promise<string>;
}

/** Rows that are kept as one, and read back at once: pools have hundreds of thousands of ticks. */
const TOGETHER = 2_000;

/** What is kept of rows. */
export function storedRows(sql: Sql): StoredRows {
  return {
    async progress(chainId, { family, version }) {
      const [row] = await sql<{ last: Hex | null; isDone: boolean }[]>`
        select last, is_done as "isDone" from weir_seed.state
        where chain_id = ${chainId} and family = ${family} and version = ${version}`;
      return row ?? null;
    },
    async addRows(chainId, { family, version }, { rows, last, isDone }) {
      await sql.begin(async (tx) => {
        for (const [table, all] of Object.entries(rows)) {
          for (const own of chunk(all, TOGETHER)) {
            const text = textOfRows(own);
            const digest = createHash("sha256").update(text).digest("hex");
            await tx`insert into weir_seed.rows (chain_id, family, version, table_name, digest, rows)
              values (${chainId}, ${family}, ${version}, ${table}, ${digest}, ${text})`;
          }
        }
        await tx`insert into weir_seed.state values (${chainId}, ${family}, ${version}, ${last}, ${isDone})
          on conflict (chain_id, family, version) do update
            set last = excluded.last, is_done = excluded.is_done`;
      });
    },
    async *rows(chainId, { family, version }) {
      for (let after = "-1"; ; ) {
        const [row] = await sql<{ place: string; table: string; rows: string }[]>`
          select place, table_name as table, rows from weir_seed.rows
          where chain_id = ${chainId} and family = ${family} and version = ${version}
            and place > ${after} order by place limit 1`;
        if (row === undefined) return;
        after = row.place;
        yield { table: row.table, rows: rowsOfText(row.rows) };
      }
    },
    async digest(chainId, parts) {
      const hash = createHash("sha256");
      for (const { family, version } of parts) {
        const [row] = await sql<{ digests: string | null }[]>`
          select string_agg(table_name || digest, ',' order by place) as digests from weir_seed.rows
          where chain_id = ${chainId} and family = ${family} and version = ${version}`;
        hash.update(`${family} ${version} ${row?.digests ?? ""}\n`);
      }
      return hash.digest("hex").slice(0, 16);
    },
  };
}
