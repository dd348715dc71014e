import { CHAIN_ID, type FollowedChain } from "../harness/followed-chain.ts";
import { SCHEMA } from "../harness/indexed-cluster.ts";

/** What is falsified of a family: a pool of it, in its table. */
export interface Falsehood {
  readonly family: string;
  readonly table: string;
  /** The column with the pool's id. */
  readonly by: string;
  readonly set: string;
  /** What the log names. */
  readonly column: string;
}

/** One of each shape of table. */
export const FALSEHOODS: readonly Falsehood[] = [
  ["uniswap-v2", "uniswap_v2_pair", "address", "reserve0 = reserve0 * 2", "reserve0"],
  ["uniswap-v3", "uniswap_v3_pool", "address", "liquidity = liquidity * 2", "liquidity"],
  ["uniswap-v3", "uniswap_v3_tick", "pool", "liquidity_net = -liquidity_net", "liquidityNet"],
  ["uniswap-v4", "uniswap_v4_tick", "pool_id", "liquidity_gross = 1", "liquidityGross"],
  ["curve-stableswap", "curve_pool", "address", "balances[1] = balances[1] * 3", "balances"],
  ["balancer-v3-buffer", "balancer_v3_buffer", "id", "asset_balance = 1", "assetBalance"],
  ["aave-v3", "aave_v3_reserve", "a_token", "is_paused = not is_paused", "isPaused"],
  ["lido", "lido", "st_eth", "internal_ether = internal_ether * 2", "internalEther"],
  ["morpho-blue", "morpho_blue_market", "id", "fee_wad = fee_wad + 7", "feeWad"],
  ["masterchef", "chef_pool", "id", "staked = staked + 1", "staked"],
].map(([family = "", table = "", by = "", set = "", column = ""]) => {
  return { family, table, by, set, column };
});

/** The pool of a family that has most rows in its table. */
export async function anyPool(
  { sql }: FollowedChain,
  { family, table, by }: Falsehood,
): Promise<string> {
  const [row] = await sql.unsafe(
    `select pool.id, count(*) from "${SCHEMA}".${table} as own join "${SCHEMA}".pool as pool
       on pool.id = own.${by} and pool.chain_id = ${CHAIN_ID} and pool.family = $1
     where own.chain_id = $2 group by 1 order by 2 desc, 1 limit 1`,
    [family, CHAIN_ID],
  );
  if (row === undefined) throw new Error(`${family} has no pool`);
  return String(row.id);
}

/** The rows of a pool, but for when they were written. */
export async function rowsOf(
  { sql }: FollowedChain,
  { table, by, id }: Falsehood & { readonly id: string },
): Promise<string> {
  const rows = await sql.unsafe(
    `select to_jsonb(t) - 'updated_block' - 'ticks_block' - 'read_block' as row
     from "${SCHEMA}".${table} as t where chain_id = $1 and ${by} = $2 order by 1`,
    [CHAIN_ID, id],
  );
  return JSON.stringify(rows);
}

/**
 * Changes rows of a pool behind Ponder's back, as a fault of a handler would.
 *
 * @param ahead Blocks after the newest in which they changed: the graph reads what did after its
 *   own.
 */
export async function falsify(
  { sql, head }: FollowedChain,
  { table, by, set, id }: Falsehood & { readonly id: string },
  ahead = 1,
): Promise<void> {
  const number = (await head()).number + ahead;
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx.unsafe(
      `update "${SCHEMA}".${table} set ${set}, updated_block = $1 where chain_id = $2 and ${by} = $3`,
      [number, CHAIN_ID, id],
    );
    if (!table.endsWith("_tick")) return;
    await tx.unsafe(
      `update "${SCHEMA}".${table.replace("_tick", "_pool")} set ticks_block = $1, updated_block = $1
       where chain_id = $2 and ${by === "pool" ? "address" : by} = $3`,
      [number, CHAIN_ID, id],
    );
  });
}
