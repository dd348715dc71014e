import { and, count, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { Address } from "viem";
import type { ReadDatabase } from "../../catalog/database.ts";
import { pool, poolToken } from "../../catalog/schema.ts";
import type { Protocol } from "../../protocols/protocol.ts";
import type { States, StoredStates } from "../../protocols/states.ts";
import { columnOf } from "./load-states.ts";

/** Dollars of a smallest unit by token, of tokens that nobody can make up. */
export type UnitPrices = ReadonlyMap<Address, number>;

/** Dormant pools that a request brings in with each of its tokens at most. */
const POOLS_PER_TOKEN = 64;
/** Of so many that are looked at. */
const MOST_LOOKED_AT = 5_000;

/** Stored states of pools that anybody may make. */
type OpenStates = StoredStates & {
  readonly view: Extract<StoredStates["view"], { readonly kind: "balances" }>;
};

/** Whether a graph that does not have all pools has only some states of a family. */
export function isSelective(states: States): states is OpenStates {
  return states.kind === "stored" && states.view.kind === "balances";
}

/** Pools that the tables have. */
export async function countPools(db: ReadDatabase, chainId: number): Promise<number> {
  const [row] = await db.select({ pools: count() }).from(pool).where(eq(pool.chainId, chainId));
  return row?.pools ?? 0;
}

/** Pools that trade two of some tokens, by id: what prices of these come from. */
export async function poolsAmong(
  db: ReadDatabase,
  { chainId, tokens }: { readonly chainId: number; readonly tokens: readonly Address[] },
): Promise<readonly string[]> {
  const rows = await db
    .select({ id: poolToken.poolId })
    .from(poolToken)
    .where(and(eq(poolToken.chainId, chainId), inArray(poolToken.token, [...tokens])))
    .groupBy(poolToken.poolId)
    .having(gt(count(), 1));
  return rows.map(({ id }) => id);
}

/** Pools of some tokens that are not known, by id, a few of each token. */
export async function dormantPools(
  db: ReadDatabase,
  on: {
    readonly chainId: number;
    readonly tokens: readonly Address[];
    readonly isKnown: (id: string) => boolean;
  },
): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const token of on.tokens) {
    const isOfToken = and(eq(poolToken.chainId, on.chainId), eq(poolToken.token, token));
    const rows = await db
      .select({ id: poolToken.poolId })
      .from(poolToken)
      .where(isOfToken)
      .limit(MOST_LOOKED_AT);
    const dormant = rows.map(({ id }) => String(id)).filter((id) => !on.isKnown(id));
    for (const id of dormant.sort().slice(0, POOLS_PER_TOKEN)) found.add(id);
    // The token may be a pool's own share.
    if (!on.isKnown(token)) found.add(token);
  }
  return [...found];
}

/**
 * The pools of selective families that matter, by id, the deepest first: those that hold enough of
 * priced tokens, and those that changed lately.
 *
 * @param on.leastUsd Dollars that a pool has to hold.
 * @param on.changedAfter Pools that changed in later blocks count whatever they hold.
 */
export async function eligiblePools(
  db: ReadDatabase,
  on: {
    readonly chainId: number;
    readonly protocols: readonly Protocol[];
    readonly prices: UnitPrices;
    readonly leastUsd: number;
    readonly changedAfter: number;
  },
): Promise<readonly string[]> {
  const found = new Map<string, number>();
  for (const { states } of on.protocols) {
    if (!isSelective(states)) continue;
    const id = columnOf(states.table, states.id);
    const isLate = and(
      eq(columnOf(states.table, "chainId"), on.chainId),
      gt(columnOf(states.table, "updatedBlock"), on.changedAfter),
    );
    for (const row of await db.select({ id }).from(states.table).where(isLate)) {
      found.set(String(row.id), 0);
    }
    if (on.prices.size === 0) continue;
    const held = sql`(${heldUsd(states, on)}) as held`;
    const columns = { id: sql<string>`held.id`, usd: sql<number>`held.usd` };
    const isDeep = sql`held.usd >= ${on.leastUsd}`;
    for (const { id, usd } of await db.select(columns).from(held).where(isDeep)) found.set(id, usd);
  }
  return [...found].sort(([, a], [, b]) => b - a).map(([id]) => id);
}

/** Query of what the pools of a family hold of priced tokens, in dollars. */
function heldUsd(
  states: OpenStates,
  { chainId, prices }: { readonly chainId: number; readonly prices: UnitPrices },
): SQL {
  const { table, view } = states;
  const id = sql.raw(`state."${columnOf(table, states.id).name}"`);
  const place = sql`join ${poolToken} as coin on coin.chain_id = ${chainId}
    and coin.pool_id = ${id} and coin.position = held.place`;
  const rows = [...prices].map(([token, usd]) => sql`(${token}, ${usd}::double precision)`);
  return sql`
    select ${id} as id, sum(held.amount::double precision * price.usd) as usd
    from ${table} as state
    cross join lateral (${sql.raw(view.held)}) as held (${sql.raw(view.by)}, amount)
    ${view.by === "place" ? place : sql``}
    join (values ${sql.join(rows, sql`, `)}) as price (token, usd)
      on price.token = ${sql.raw(view.by === "place" ? "coin" : "held")}.token
    where state.chain_id = ${chainId} and ${sql.raw(view.where ?? "true")}
    group by 1`;
}
