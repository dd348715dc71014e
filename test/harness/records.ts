import { fileURLToPath } from "node:url";
import { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";
import type { Records } from "../../src/api/records/open.ts";

/** Records in this process, and the database that holds them. */
export interface RecordsInMemory {
  readonly records: Records;
  readonly database: PGlite;
  close(): Promise<void>;
}

const MIGRATIONS = {
  migrationsFolder: fileURLToPath(new URL("../../src/api/records/migrations", import.meta.url)),
  migrationsSchema: "weir_app",
  migrationsTable: "migrations",
};

/**
 * Makes empty records for tests of what is written to them, which need no server: it takes a
 * second.
 */
export async function createRecords(): Promise<RecordsInMemory> {
  const database = new PGlite();
  const db = drizzle(database);
  await migrate(db, MIGRATIONS);
  const records: Records = {
    db,
    transaction: (work) => db.transaction(work),
    listen: (channel, onNotice) => database.listen(channel, onNotice),
    close: () => Promise.resolve(),
  };
  return { records, database, close: () => database.close() };
}
