import * as schema from "ponder:schema";
import { eq, sql, type Table } from "drizzle-orm";
import type { CatalogContext } from "../catalog/discovery.ts";
import { hourOf } from "../catalog/hours.ts";
import { twinsOf } from "../catalog/twins.ts";
import { processEnvironment } from "../lib/env.ts";
import { openSeedStore } from "../seed/store.ts";
import { tableOf } from "./named-tables.ts";
import type { ChainSeed } from "./seeds.ts";

type Row = Record<string, unknown>;

/** What is used of Ponder's store, whatever the table. */
interface RowStore {
  insert(table: Table): { values(rows: Row[]): Promise<unknown> };
}

/**
 * Rows after which Ponder is made to write. It keeps all that one handler inserts, and what it has
 * written while that fits into its cache: the states of thousands of pools took gigabytes.
 */
const MOST_KEPT = 20_000;

const { databaseUrl, history } = processEnvironment();
const twins = twinsOf(schema);

/**
 * Writes the rows of a family that a chain's index begins with, and where the past is kept to their
 * logs, as those of the seed's block. A token comes with several pools.
 *
 * @param seed Undefined where the chain is replayed.
 */
export async function writeSeed(
  { db, chain }: Pick<CatalogContext, "db" | "chain">,
  family: string,
  seed: ChainSeed | undefined,
): Promise<void> {
  const part = seed?.families.find((one) => one.part.family === family)?.part;
  if (seed === undefined || part === undefined) return;
  const into = db as RowStore;
  const hour = hourOf(BigInt(seed.timestamp));
  const known = await knownTokens(db, chain.id);
  let kept = 0;
  const insert = async (table: Table, rows: Row[]): Promise<void> => {
    if (rows.length > 0) await into.insert(table).values(rows);
    kept += rows.length;
  };
  const store = await openSeedStore(databaseUrl ?? "");
  try {
    for await (const { table: name, rows } of store.rows(chain.id, part)) {
      const table = tableOf(name);
      await insert(table, table === schema.token ? rows.filter((row) => isNew(known, row)) : rows);
      const twin = twins.get(table);
      if (history && twin !== undefined) {
        const logged = rows.map((row): Row => {
          const own = twin.columns.filter((column) => column in row);
          return { ...Object.fromEntries(own.map((column) => [column, row[column]])), hour };
        });
        await insert(twin.log, logged);
      }
      if (kept < MOST_KEPT) continue;
      kept = 0;
      // Before any statement of ours that is no query, Ponder writes all and forgets it.
      await db.sql.delete(schema.token).where(sql`false`);
    }
  } finally {
    await store.close();
  }
}

/** Tokens that have a row, of families before. */
async function knownTokens(db: CatalogContext["db"], chainId: number): Promise<Set<unknown>> {
  const { address, chainId: ofChain } = schema.token;
  const rows = await db.sql.select({ address }).from(schema.token).where(eq(ofChain, chainId));
  return new Set(rows.map((row) => row.address));
}

/** Whether a token is met for the first time; noted as known. */
function isNew(known: Set<unknown>, { address }: Row): boolean {
  if (known.has(address)) return false;
  known.add(address);
  return true;
}
