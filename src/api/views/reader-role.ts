import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { RecordsDatabase } from "../records/open.ts";
import { secrets } from "../records/schema.ts";
import { literal, VIEWS_SCHEMA } from "./view.ts";

/** Role that may read the views and nothing else, for analysts. */
export const READER = "weir_reader";
/** Role that the API runs callers' queries as. It may do what `weir_reader` may. */
const SQL_USER = "weir_sql";

/** Most sessions of each role at once. */
const CONNECTIONS = 16;
/**
 * Whether a query of the views may go through one of them for each row of another. The views are
 * unions, of which Postgres expects one row where there are thousands: two of them joined in that
 * way take a second for the devnet's 800 pools, and over a minute before the tables are analysed;
 * by hashing a tenth of a second. Where nothing else is possible it is still done.
 *
 * @see https://www.postgresql.org/docs/current/runtime-config-query.html#GUC-ENABLE-NESTLOOP
 */
export const ENABLE_NESTLOOP = "off";
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
  enable_nestloop: ENABLE_NESTLOOP,
};
const RIGHTS = `login nosuperuser nocreatedb nocreaterole noreplication connection limit ${CONNECTIONS}`;

/**
 * Statements that make the role. It has no password: nobody can log in with one before the operator
 * sets it.
 */
export const READER_STATEMENTS: readonly string[] = [
  `create role ${READER} ${RIGHTS}`,
  ...Object.entries(SETTINGS).map(
    ([name, value]) => `alter role ${READER} set ${name} = '${value}'`,
  ),
];

/**
 * PL/pgSQL that lets the role, if there is one, read the views; to be run again whenever they are
 * made anew.
 */
export const READER_GRANT = `if exists (select from pg_roles where rolname = '${READER}') then
  grant usage on schema ${VIEWS_SCHEMA} to ${READER};
  grant select on all tables in schema ${VIEWS_SCHEMA} to ${READER};
end if`;

/**
 * Makes the role for analysts, and that of the API with a password that only the database knows,
 * where they are not there and the database's user may. Those that are there keep their settings.
 */
export async function makeReaders(db: RecordsDatabase, log: Logger): Promise<void> {
  const exists = (role: string) =>
    sql<boolean>`exists (select from pg_roles where rolname = ${role})`;
  const [found] = await db
    .select({
      reader: exists(READER),
      sqlUser: exists(SQL_USER),
      mayCreate: sql<boolean>`exists (
        select from pg_roles where rolname = current_user and (rolsuper or rolcreaterole))`,
    })
    .from(sql`(select) one`);
  const [known] = await db.select().from(secrets).where(eq(secrets.name, SQL_USER));
  if (found === undefined || (found.reader && found.sqlUser && known !== undefined)) return;
  if (!found.mayCreate) {
    log.warn(
      `the roles ${READER} and ${SQL_USER} are not there, and the user of DATABASE_URL may not create them: POST /api/v1/sql answers nothing; docs/sql.md has the statements for one who may`,
    );
    return;
  }
  const password = known?.secret ?? randomBytes(24).toString("base64url");
  const statements = [
    ...(found.reader ? [] : READER_STATEMENTS),
    ...(found.sqlUser ? [] : [`create role ${SQL_USER} ${RIGHTS} in role ${READER}`]),
    `alter role ${SQL_USER} password ${literal(password)}`,
  ];
  await db.execute(sql.raw(`do $role$ begin ${statements.join("; ")}; end $role$`));
  await db.insert(secrets).values({ name: SQL_USER, secret: password }).onConflictDoNothing();
}

/**
 * Connection string of the API's reading role.
 *
 * @param databaseUrl That of the database's owner.
 * @returns null before the first index is backfilled, or where the role could not be made.
 */
export async function readerUrl(db: RecordsDatabase, databaseUrl: string): Promise<string | null> {
  const [known] = await db.select().from(secrets).where(eq(secrets.name, SQL_USER));
  if (known === undefined) return null;
  const url = new URL(databaseUrl);
  url.username = SQL_USER;
  url.password = known.secret;
  return url.href;
}
