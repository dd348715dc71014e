import * as schema from "ponder:schema";
import type { Table } from "drizzle-orm";
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
  insert(table: Table): {
    values(rows: Row[]): Promise<unknown> & { onConflictDoNothing(): Promise<unknown> };
  };
}

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
  const store = await openSeedStore(databaseUrl ?? "");
  try {
    for await (const { table: name, rows } of store.rows(chain.id, part)) {
      const table = tableOf(name);
      const insertion = into.insert(table).values(rows);
      await (table === schema.token ? insertion.onConflictDoNothing() : insertion);
      const twin = twins.get(table);
      if (!history || twin === undefined) continue;
      const logged = rows.map((row): Row => {
        const kept = twin.columns.filter((column) => column in row);
        return { ...Object.fromEntries(kept.map((column) => [column, row[column]])), hour };
      });
      await into.insert(twin.log).values(logged);
    }
  } finally {
    await store.close();
  }
}
