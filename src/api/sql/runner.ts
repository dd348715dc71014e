import postgres from "postgres";
import { ServiceError } from "../../lib/errors.ts";
import { ENABLE_NESTLOOP } from "../views/reader-role.ts";
import { VIEWS_SCHEMA } from "../views/view.ts";
import { explain } from "./failure.ts";

/** Most rows of an answer. */
export const MAX_ROWS = 10_000;
/** Most bytes of an answer, as JSON and by and large. */
export const MAX_BYTES = 8 * 1024 * 1024;
/** Most bytes of a row, as text. */
export const MAX_ROW_BYTES = 64 * 1024;
/** Milliseconds that a query may run. */
export const TIMEOUT_MS = 5_000;
/** Queries at once; those beyond are refused. */
const MAX_RUNNING = 4;
const ROWS_AT_A_TIME = 200;
/**
 * The protocol that takes but one statement; without parameters postgres.js would use the other.
 * Its types lack the option.
 */
const EXTENDED: postgres.UnsafeQueryOptions & { readonly simple: boolean } = { simple: false };

/** A value for `$1` and so on. */
export type SqlParameter = string | number | boolean | null;

/**
 * What a query answered. Integers beyond 32 bits and `numeric` are decimal strings, times ISO 8601.
 */
export interface SqlAnswer {
  readonly columns: readonly string[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Whether there are more rows than were answered. */
  readonly truncated: boolean;
}

/** Runs queries of callers. @throws {ServiceError} What the query or the load does not allow. */
export type SqlRunner = (query: string, parameters: readonly SqlParameter[]) => Promise<SqlAnswer>;

/**
 * Runs queries as the user of a connection string, whose rights are what keeps a caller from
 * anything but the views.
 *
 * Each has a connection of its own, so that none finds what another left: settings, locks,
 * temporary tables.
 *
 * @param urlOf Asked for each query; null: there is none yet.
 */
export function createSqlRunner(urlOf: () => Promise<string | null>): SqlRunner {
  let running = 0;
  return async (query, parameters) => {
    if (running >= MAX_RUNNING) {
      const message = `${MAX_RUNNING} SQL queries run already; try again in 1 s.`;
      throw new ServiceError("OVERLOADED", message, { retryAfterSeconds: 1 });
    }
    running += 1;
    let sql: postgres.Sql | null = null;
    try {
      const url = await urlOf();
      if (url === null) throw noReader();
      sql = connect(url);
      await requireReader(sql);
      // Never committed: before PostgreSQL 16 large objects could be made even by reading.
      await sql.unsafe("begin read only");
      return await answer(sql, query, parameters);
    } catch (error) {
      throw explain(error);
    } finally {
      running -= 1;
      await sql?.end({ timeout: 0 });
    }
  };
}

function noReader(): ServiceError {
  const message =
    "There is nothing to query yet: the first chain is being indexed, or the role of the queries could not be made, which the indexer's log tells then; try again in 5 s.";
  return new ServiceError("UPSTREAM_UNAVAILABLE", message, { retryAfterSeconds: 5 });
}

function connect(url: string): postgres.Sql {
  return postgres(url, {
    max: 1,
    prepare: false,
    connect_timeout: 5,
    // Prints notices to stdout otherwise.
    onnotice: () => undefined,
    connection: {
      application_name: "weir_sql",
      default_transaction_read_only: true,
      search_path: VIEWS_SCHEMA,
      statement_timeout: TIMEOUT_MS,
      lock_timeout: 1_000,
      enable_nestloop: ENABLE_NESTLOOP,
    },
  });
}

/** A URL of the wrong user would give callers everything. */
async function requireReader(sql: postgres.Sql): Promise<void> {
  const [user] = await sql<{ name: string; mayMore: boolean }[]>`
    select rolname as name,
      rolsuper or rolcreaterole or has_schema_privilege(oid, 'weir_app', 'usage') as "mayMore"
    from pg_roles where rolname = session_user`;
  if (user?.mayMore === false) return;
  throw new Error(
    `The user ${user?.name} may do more than read the views; set DATABASE_READER_URL to the URL of weir_reader.`,
  );
}

async function answer(
  sql: postgres.Sql,
  query: string,
  parameters: readonly SqlParameter[],
): Promise<SqlAnswer> {
  const text = query.replace(/[;\s]+$/, "");
  // Parsed by itself first: text that is no statement could break out of the parentheses.
  const { columns } = await sql.unsafe(text, [...parameters], EXTENDED).describe();
  const names = columns.map(({ name }) => name);
  requireDistinct(names);
  const rows: Readonly<Record<string, unknown>>[] = [];
  let bytes = 0;
  const batches = sql.unsafe(bounded(text), [...parameters], EXTENDED).cursor(ROWS_AT_A_TIME);
  for await (const batch of batches) {
    for (const row of batch) {
      bytes += JSON.stringify(row).length;
      if (rows.length >= MAX_ROWS || bytes > MAX_BYTES) {
        return { columns: names, rows, truncated: true };
      }
      rows.push({ ...row });
    }
  }
  return { columns: names, rows, truncated: false };
}

/**
 * As a subquery, a statement can only read. A row that is too large fails in the database, before
 * it fills this process.
 */
function bounded(query: string): string {
  const size = "octet_length((result.*)::text)";
  return `select result.* from (${query}\n) as result
    where case when ${size} > ${MAX_ROW_BYTES}
      then ('a row of ' || ${size} || ' bytes, which is more than ${MAX_ROW_BYTES}')::int is null
      else true end
    limit ${MAX_ROWS + 1}`;
}

function requireDistinct(names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return;
  const message = `has two columns named ${twice}; name them apart`;
  throw new ServiceError("INVALID_ARGUMENT", `The query ${message}.`, {
    details: [{ path: "query", message }],
  });
}
