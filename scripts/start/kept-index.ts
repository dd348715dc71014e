import type postgres from "postgres";

type Sql = postgres.Sql | postgres.TransactionSql;

/** Schemas of a kept index: of the tables, and of what Ponder has stored of the chains. */
const KEPT = { index: "weir_kept_index", chains: "weir_kept_chains" } as const;

/** An index to keep, or one that is to begin with what was kept. */
export interface KeptIndex {
  /** Schema of its tables. */
  readonly schema: string;
  /** What decides what the index of the chains as they were prepared holds. */
  readonly facts: string;
}

/** Where rows come from, and where copies of them are. */
function pairs(schema: string): readonly (readonly [source: string, copy: string])[] {
  return [
    [schema, KEPT.index],
    ["ponder_sync", KEPT.chains],
  ];
}

/** Tables of a schema, ascending. */
async function tablesOf(sql: Sql, schema: string): Promise<readonly string[]> {
  const rows = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = ${schema} and table_type = 'BASE TABLE' order by 1`;
  return rows.map(({ name }) => name);
}

/** Facts of the index that is kept; null: none is. */
async function keptFacts(sql: Sql): Promise<string | null> {
  const [row] = await sql<{ facts: string | null }[]>`
    select obj_description(oid, 'pg_namespace') as facts
    from pg_namespace where nspname = ${KEPT.index}`;
  return row?.facts ?? null;
}

/**
 * Keeps copies of an index and of what Ponder stored of its chains, as they are at one moment; does
 * nothing where those of the same facts are kept.
 *
 * To be called while the chains stand as they were prepared: Ponder goes on with a copy as after a
 * kill, at the last block that it holds for final.
 */
export async function keepIndex(sql: postgres.Sql, { schema, facts }: KeptIndex): Promise<void> {
  await sql.begin("isolation level repeatable read", async (transaction) => {
    if ((await keptFacts(transaction)) === facts) return;
    await forgetIndex(transaction);
    for (const [source, copy] of pairs(schema)) {
      await transaction`create schema ${transaction(copy)}`;
      for (const table of await tablesOf(transaction, source)) {
        await transaction.unsafe(
          `create table "${copy}"."${table}" as table "${source}"."${table}"`,
        );
      }
    }
    // A hash, so that nothing is to be quoted.
    await transaction.unsafe(`comment on schema "${KEPT.index}" is '${facts}'`);
  });
}

/**
 * Sets the tables of an index back to what was kept of it. Tables themselves are left, with what
 * depends on them.
 *
 * @returns Whether one of these facts was kept, of as many tables as there are.
 */
export async function restoreIndex(
  sql: postgres.Sql,
  { schema, facts }: KeptIndex,
): Promise<boolean> {
  return sql.begin(async (transaction) => {
    if ((await keptFacts(transaction)) !== facts) return false;
    for (const [source, copy] of pairs(schema)) {
      const [tables, copies] = [
        await tablesOf(transaction, source),
        await tablesOf(transaction, copy),
      ];
      if (tables.join() !== copies.join()) return false;
      await restoreTables(transaction, { source, copy, tables });
    }
    // The process that had it when it was kept is no more.
    await transaction.unsafe(
      `update "${schema}"._ponder_meta set value = jsonb_set(value, '{is_locked}', '0')`,
    );
    return true;
  });
}

/** Sets tables of `source` back to those of `copy`. Most are empty, before and after. */
async function restoreTables(
  sql: Sql,
  {
    source,
    copy,
    tables,
  }: { readonly source: string; readonly copy: string; readonly tables: readonly string[] },
): Promise<void> {
  const filled = tables.map(
    (table) =>
      `select '${table}' as name from (select) one
      where exists (table "${source}"."${table}") or exists (table "${copy}"."${table}")`,
  );
  const rows = await sql.unsafe<{ name: string }[]>(filled.join(" union all ") || "select limit 0");
  for (const { name } of rows) {
    // Ponder's triggers would note what is written as what is to be rolled back.
    await sql.unsafe(
      `alter table "${source}"."${name}" disable trigger user;
      delete from "${source}"."${name}";
      insert into "${source}"."${name}" overriding system value table "${copy}"."${name}";
      alter table "${source}"."${name}" enable trigger user`,
    );
  }
}

/** Drops what is kept. */
export async function forgetIndex(sql: Sql): Promise<void> {
  await sql.unsafe(`drop schema if exists "${KEPT.index}", "${KEPT.chains}" cascade`);
}
