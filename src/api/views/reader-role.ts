import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { RecordsDatabase } from "../records/open.ts";
import { VIEWS_SCHEMA } from "./view.ts";

/** Role that may read the views and nothing else. */
export const READER = "weir_reader";

/** Most sessions of the role at once. */
const CONNECTIONS = 16;
/** What a session of the role starts with. */
const SETTINGS = {
  default_transaction_read_only: "on",
  search_path: VIEWS_SCHEMA,
  statement_timeout: "30s",
  lock_timeout: "5s",
  idle_in_transaction_session_timeout: "60s",
  idle_session_timeout: "1h",
  work_mem: "32MB",
  max_parallel_workers_per_gather: "1",
};

/** Statements that make the role. It has no password: nobody can log in with one before the operator sets it. */
export const READER_STATEMENTS: readonly string[] = [
  `create role ${READER} login nosuperuser nocreatedb nocreaterole noreplication connection limit ${CONNECTIONS}`,
  ...Object.entries(SETTINGS).map(
    ([name, value]) => `alter role ${READER} set ${name} = '${value}'`,
  ),
];

/** PL/pgSQL that lets the role, if there is one, read the views; to be run again whenever they are made anew. */
export const READER_GRANT = `if exists (select from pg_roles where rolname = '${READER}') then
  grant usage on schema ${VIEWS_SCHEMA} to ${READER};
  grant select on all tables in schema ${VIEWS_SCHEMA} to ${READER};
end if`;

/** Makes the role if it is not there and the database's user may. One that is there keeps its settings. */
export async function makeReader(db: RecordsDatabase, log: Logger): Promise<void> {
  const [found] = await db
    .select({
      exists: sql<boolean>`exists (select from pg_roles where rolname = ${READER})`,
      mayCreate: sql<boolean>`exists (
        select from pg_roles where rolname = current_user and (rolsuper or rolcreaterole))`,
    })
    .from(sql`(select) one`);
  if (found === undefined || found.exists) return;
  if (found.mayCreate) {
    await db.execute(sql.raw(`do $role$ begin ${READER_STATEMENTS.join("; ")}; end $role$`));
  } else {
    log.warn(
      `the role ${READER} is not there, and the user of DATABASE_URL may not create it; docs/sql.md has the statements for one who may`,
    );
  }
}
