import { and, eq, getTableColumns, gt, inArray, or, type SQL } from "drizzle-orm";
import { getTableConfig, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import type { ReadDatabase } from "../../catalog/database.ts";
import { chunk } from "../../lib/chunk.ts";
import type { PoolState } from "../../protocols/protocol.ts";
import type { BesideTable, Row, States, StoredStates } from "../../protocols/states.ts";

/**
 * Which states to read: all, or those that changed after a block, and some that must be read again.
 */
export interface LoadRequest {
  readonly chainId: number;
  /** Exclusive lower bound of `updatedBlock`; -1 reads all, null none but those of `ids`. */
  readonly sinceBlock: number | null;
  /** Ids to read whatever their block is: after a reorg, states of orphaned blocks. */
  readonly ids: readonly string[];
}

/** Most ids in one statement; Postgres takes 65,535 parameters. */
const IDS_PER_QUERY = 10_000;

/** A row that is no state: not usable yet, or not any longer. */
export interface GoneState {
  readonly id: string;
  readonly updatedBlock: number;
}

/** What rows of a family are at the moment. */
export interface ReadStates<S extends PoolState> {
  readonly states: readonly S[];
  readonly gone: readonly GoneState[];
}

/** The states that `readStates` gives. */
export async function loadStates<S extends PoolState>(
  ...asked: Parameters<typeof readStates<S>>
): Promise<readonly S[]> {
  return (await readStates(...asked)).states;
}

/**
 * Reads the states of a family, each once. What is shared is read first, as its changes change
 * states; what is beside a row, after it.
 *
 * @param previousOf The family's state of an id in the current snapshot, from which unchanged parts
 *   may be taken over; null: none.
 */
export async function readStates<S extends PoolState>(
  db: ReadDatabase,
  states: States<S>,
  request: LoadRequest,
  previousOf: (id: string) => S | null = () => null,
): Promise<ReadStates<S>> {
  const { chainId, sinceBlock, ids } = request;
  const isWhole = sinceBlock !== null && sinceBlock < 0;
  if (states.kind === "fixed") {
    return { states: states.on(chainId).filter(({ id }) => isWhole || ids.includes(id)), gone: [] };
  }
  const { beside } = states;
  const shared = beside?.rows === "shared" ? await readBeside(db, beside, { chainId }) : [];
  const rows = await readRows(db, states, request, shared);
  const asked = new Set(ids);
  const kept = new Map<Row, S>();
  for (const row of rows) {
    const id = String(row[states.id]);
    const previous = asked.has(id) ? null : previousOf(id);
    if (previous !== null && states.takesOver?.(row, previous)) kept.set(row, previous);
  }
  const anew = rows.filter((row) => !kept.has(row));
  const isNeeded = beside !== undefined && beside.rows !== "shared" && anew.length > 0;
  // A load of everything needs nearly every part of the chain: one scan, no list of states.
  const of = beside?.rows === "parts" && !isWhole ? anew : undefined;
  const own = isNeeded ? await readBeside(db, beside, { chainId, of }) : shared;
  const besideOf = grouped(beside?.on ?? [], own);
  const found: S[] = [];
  const gone: GoneState[] = [];
  for (const row of rows) {
    const previous = kept.get(row) ?? null;
    const state = states.state(row, previous === null ? besideOf(row) : [], previous);
    if (state !== null) found.push(state);
    else gone.push({ id: String(row[states.id]), updatedBlock: Number(row.updatedBlock) });
  }
  return { states: found, gone };
}

/**
 * States of rows that no table has, by the names of the family's tables.
 *
 * @param on.schema The family's tables by name.
 */
export async function statesOfRows<S extends PoolState>(
  db: ReadDatabase,
  states: States<S>,
  on: {
    readonly chainId: number;
    readonly schema: Readonly<Record<string, unknown>>;
    readonly rows: Readonly<Record<string, readonly Row[]>>;
  },
): Promise<readonly S[]> {
  if (states.kind === "fixed") return [];
  const { chainId, schema, rows } = on;
  const nameOf = (table: PgTable) => Object.keys(schema).find((name) => schema[name] === table);
  const columns = Object.keys(getTableColumns(states.table));
  const { beside } = states;
  const partsOf = grouped(
    beside?.on ?? [],
    beside?.rows === "parts" ? (rows[nameOf(beside.table) ?? ""] ?? []) : [],
  );
  const made: S[] = [];
  for (const given of rows[nameOf(states.table) ?? ""] ?? []) {
    const row = Object.fromEntries(columns.map((column) => [column, given[column] ?? null]));
    const own =
      beside?.rows === "parts" ? partsOf(row) : await readBesideRows(db, states, { chainId, row });
    const state = states.state(row, own, null);
    if (state !== null) made.push(state);
  }
  return made;
}

/** Rows that changed, or whose shared row did, then those that are asked for and not among them. */
async function readRows(
  db: ReadDatabase,
  { table, id, where, beside }: StoredStates,
  { chainId, sinceBlock, ids }: LoadRequest,
  shared: readonly Row[],
): Promise<readonly Row[]> {
  const usable = and(eq(columnOf(table, "chainId"), chainId), where);
  let rows: Row[] = [];
  if (sinceBlock !== null) {
    const changed = shared.filter((one) => Number(one.updatedBlock) > sinceBlock);
    const isChanged = or(
      gt(columnOf(table, "updatedBlock"), sinceBlock),
      ...changed.map((one) => belongsTo(table, beside, one)),
    );
    rows = await db.select().from(table).where(and(usable, isChanged));
  }
  const found = new Set(rows.map((row) => row[id]));
  const missing = ids.filter((one) => !found.has(one));
  for (const some of chunk(missing, IDS_PER_QUERY)) {
    const isAsked = inArray(columnOf(table, id), some);
    rows.push(...(await db.select().from(table).where(and(usable, isAsked))));
  }
  return rows;
}

/** Whether a row of the state table is one that a shared row belongs to. */
function belongsTo(table: PgTable, beside: BesideTable | undefined, row: Row): SQL | undefined {
  return and(...(beside?.on ?? []).map(([own, column]) => eq(columnOf(table, column), row[own])));
}

/**
 * Rows of a table beside the state table, in the order of their key.
 *
 * @param of Rows of the states that they are parts of; absent: all of the chain.
 */
async function readBeside(
  db: ReadDatabase,
  { table, columns, on, where, rows: kind }: BesideTable,
  { chainId, of }: { readonly chainId: number; readonly of?: readonly Row[] | undefined },
): Promise<readonly Row[]> {
  const usable = and(eq(columnOf(table, "chainId"), chainId), where);
  const [[own, column]] = on;
  const selections =
    of === undefined
      ? [usable]
      : chunk(of, IDS_PER_QUERY).map((some) => {
          const values = some.map((row) => row[column]);
          return and(usable, inArray(columnOf(table, own), values));
        });
  const names = kind === "shared" ? [...columns, "updatedBlock"] : columns;
  const fields = Object.fromEntries(names.map((name) => [name, columnOf(table, name)]));
  const key = getTableConfig(table).primaryKeys[0]?.columns ?? [];
  const rows: Row[] = [];
  for (const selection of selections) {
    const some = await db
      .select(fields)
      .from(table)
      .where(selection)
      .orderBy(...key);
    for (const row of some) rows.push(row);
  }
  return rows;
}

/** Rows beside one row of the state table, parts excepted, of which there may be many. */
export async function readBesideRows(
  db: ReadDatabase,
  { beside }: StoredStates,
  { chainId, row }: { readonly chainId: number; readonly row: Row },
): Promise<readonly Row[]> {
  if (beside === undefined || beside.rows === "parts") return [];
  return grouped(beside.on, await readBeside(db, beside, { chainId, of: [row] }))(row);
}

/** The rows that belong to a row of the state table. */
function grouped(
  on: readonly (readonly [own: string, ofState: string])[],
  rows: readonly Row[],
): (row: Row) => readonly Row[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = on.map(([own]) => row[own]).join(" ");
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return (row) => groups.get(on.map(([, column]) => row[column]).join(" ")) ?? [];
}

/**
 * The column of a table that rows have under a name.
 *
 * @throws Error when there is none.
 */
export function columnOf(table: PgTable, name: string): PgColumn {
  const found = getTableColumns(table)[name];
  if (found === undefined) throw new Error(`${getTableConfig(table).name} has no column ${name}.`);
  return found;
}
