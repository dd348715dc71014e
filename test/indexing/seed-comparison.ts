import { getTableName } from "drizzle-orm";
import type { Sql } from "postgres";
import { INDEXED } from "../../src/protocols/indexed.ts";

/** Columns that tell when something was seen: what came before the seed is not known. */
const MOMENTS =
  /^(created_block|updated_block|ticks_block|bins_block|read_block|since_.*|latest_.*|fee_index_wad|hour)$/;
/** Of tables without a row to compare: what is being read, and what counts from the start on. */
const LEFT_OUT = /^(unread_tokens|pool_hour|head_block|_.*|.*_log)$/;

/**
 * Of vaults: who holds most is learnt from deposits, and what the vault pays at once is asked for
 * that account.
 */
const OF_HOLDERS = /^(holder|holder_shares|redeem_limit)$/;

/** Of Aave's markets: what newer code gives to the treasury whatever was announced. */
const OF_FEES = /^flash_loan_fee_bps$/;

/**
 * Of Algebra's pools: when they last traded, and how much since the last second in which they did.
 */
const OF_PAST_TRADES = /^(volume_per_liquidity|timepoint_timestamp)$/;

/**
 * Of Balancer's pools: what the transaction under way minted, and what is kept from those in
 * recovery mode. The first version forgets the rates of the last join or exit.
 */
const OF_TRANSACTION = /^last_shares$/;
const OF_RECOVERY = /^(protocol|yield)_fee_wad$/;
/** How an amplification that has arrived came there. */
const OF_COURSE = /^amp_(start_value|start_time|end_time)$/;

/**
 * Rows that no log fills: the replay has them from its first live block on, the seed from its own.
 */
const READ_LIVE = /^(balancer_v3_pool|curve_lending_pool|erc4626_vault|fluid_pool|pendle_pool)$/;

/**
 * anvil answers a call on its newest block with the state of the next one while that is being
 * mined, so that a reader may see a change a block before it is made.
 */
const EARLY_BLOCKS = 1;

/** Tables of families that begin with a state, and of those that are read in live blocks. */
const [HAVE_SEEDS, HAVE_READERS] = [tablesOfFamiliesWith("seed"), tablesOfFamiliesWith("live")];

function tablesOfFamiliesWith(part: "seed" | "live"): ReadonlySet<string> {
  return new Set(
    INDEXED.flatMap(({ schema, ...family }) => {
      return part in family ? Object.values(schema).map((table) => getTableName(table)) : [];
    }),
  );
}

/**
 * Columns of a row that do not follow from the state of a block, and that nothing is quoted from.
 */
function isUnknown(
  { table, timestamp }: { readonly table: string; readonly timestamp: number },
  row: Readonly<Record<string, unknown>>,
  column: string,
): boolean {
  if (table === "balancer_v2_pool") {
    if (row.in_recovery === true && OF_RECOVERY.test(column)) return true;
    if (row.pays_tokens === true && column === "old_rates") return true;
    const hasArrived = Number(row.amp_end_time) <= timestamp;
    return (hasArrived && OF_COURSE.test(column)) || OF_TRANSACTION.test(column);
  }
  if (table === "erc4626_vault") return OF_HOLDERS.test(column);
  if (table === "algebra_pool") return OF_PAST_TRADES.test(column);
  if (table === "aave_v3_market") return OF_FEES.test(column);
  // A market without interest notes the time of a change, which no log tells.
  return table === "morpho_blue_market" && column === "last_update" && row.model === "none";
}

/** Of Balancer's pools, weighted ones and Gyroscope's are with rate providers. */
function isReadLive(table: string, { text }: Comparable): boolean {
  if (table === "balancer_v2_pool") {
    return !/ath_rate_product=0 /.test(text) || /kind=(eclp|2clp) .*rate_providers=0x/.test(text);
  }
  return READ_LIVE.test(table);
}

/** A row without its moments, and the block of its last change. */
interface Comparable {
  readonly text: string;
  readonly updatedBlock: number | null;
}

type Tables = ReadonlyMap<string, ReadonlyMap<string, Comparable>>;

/**
 * Where an index that began with the state of a block differs from one of all logs, a line each, in
 * tables of families that do.
 */
export async function seedDifferences(
  sql: Sql,
  { replayed, seeded, chainId, block, timestamp }: SeedComparison,
): Promise<{ readonly lines: readonly string[]; readonly rows: ReadonlyMap<string, number> }> {
  const [all, begun] = await Promise.all([
    readAll(sql, replayed, { chainId, timestamp }),
    readAll(sql, seeded, { chainId, timestamp }),
  ]);
  const lines: string[] = [];
  const reserves = [...(all.get("aave_v3_reserve")?.values() ?? [])].map(({ text }) => text).join();
  for (const [table, rows] of all) {
    if (!HAVE_SEEDS.has(table)) continue;
    const others = begun.get(table) ?? new Map<string, Comparable>();
    for (const [key, row] of rows) {
      const other = others.get(key);
      // A tick that was given up before the seed is not on the chain, nor are debt tokens that a
      // reserve has no longer. Pools of unknown factories, and weighted ones with rates, are never
      // loaded.
      const isGone =
        (/^(uniswap_v[34]|slipstream|algebra|pancakeswap_infinity)_tick$/.test(table) &&
          /liquidity_gross=0 /.test(row.text)) ||
        (/^(liquidity_book|pancakeswap_infinity)_bin$/.test(table) &&
          /reserve_x=0 reserve_y=0 /.test(row.text)) ||
        (table === "balancer_v2_pool" && /kind=null /.test(row.text)) ||
        (table === "aave_v3_token" && !reserves.includes(key.split(":")[1] ?? key));
      if (other === undefined) {
        if (!isGone) lines.push(`${table} ${key}: missing; replayed ${row.text}`);
      } else if (other.text !== row.text) {
        lines.push(`${table} ${key}: ${other.text}; replayed ${row.text}`);
      } else if (
        !isReadLive(table, row) &&
        Math.abs(Math.max(row.updatedBlock ?? block, block) - (other.updatedBlock ?? block)) >
          (HAVE_READERS.has(table) ? EARLY_BLOCKS : 0)
      ) {
        lines.push(`${table} ${key}: updated ${other.updatedBlock}; replayed ${row.updatedBlock}`);
      }
    }
    for (const [key, row] of others) {
      if (!rows.has(key)) lines.push(`${table} ${key}: not replayed; ${row.text}`);
    }
  }
  return { lines, rows: new Map([...begun].map(([table, rows]) => [table, rows.size])) };
}

export interface SeedComparison {
  /** Schema of the index of all logs. */
  readonly replayed: string;
  /** Schema of the index that began with a state. */
  readonly seeded: string;
  readonly chainId: number;
  /** Whose state that was, and when, seconds since the epoch. */
  readonly block: number;
  readonly timestamp: number;
}

async function readAll(
  sql: Sql,
  schema: string,
  { chainId, timestamp }: { readonly chainId: number; readonly timestamp: number },
): Promise<Tables> {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = ${schema} and table_type = 'BASE TABLE' order by 1`;
  const found = new Map<string, ReadonlyMap<string, Comparable>>();
  for (const { name } of tables) {
    if (LEFT_OUT.test(name) || /^_reorg/.test(name)) continue;
    const keys = await sql<{ column: string }[]>`
      select a.attname as column from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indrelid = ${`"${schema}".${name}`}::regclass and i.indisprimary`;
    const rows = await sql.unsafe(`select * from "${schema}"."${name}" where chain_id = $1`, [
      chainId,
    ]);
    found.set(
      name,
      new Map(
        rows.map((row) => [
          keys.map(({ column }) => String(row[column])).join(":"),
          comparable({ table: name, timestamp }, row),
        ]),
      ),
    );
  }
  return found;
}

function comparable(
  of: { readonly table: string; readonly timestamp: number },
  row: Readonly<Record<string, unknown>>,
): Comparable {
  const columns = Object.entries(row)
    .filter(([column]) => !isUnknown(of, row, column))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const compared = columns.filter(([column]) => !MOMENTS.test(column));
  return {
    text: compared.map(([column, value]) => `${column}=${String(value)} `).join(""),
    updatedBlock: row.updated_block === undefined ? null : Number(row.updated_block),
  };
}
