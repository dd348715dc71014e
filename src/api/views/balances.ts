import type { Table } from "drizzle-orm";
import { poolToken, token } from "../../catalog/schema.ts";
import { balancerV2Pool, balancerV2PoolLog } from "../../protocols/balancer-v2/schema.ts";
import { curvePool, curvePoolLog } from "../../protocols/curve-stableswap/schema.ts";
import { solidlyPool, solidlyPoolLog } from "../../protocols/solidly/schema.ts";
import { uniswapV2Pair, uniswapV2PairLog } from "../../protocols/uniswap-v2/schema.ts";
import { uniswapV3Pool, uniswapV3PoolLog } from "../../protocols/uniswap-v3/schema.ts";
import type { TableName, View } from "./view.ts";

/** State tables of exchange pools, or their logs. */
interface PoolTables {
  readonly balancer: Table;
  readonly curve: Table;
  readonly solidly: Table;
  readonly uniswapV2: Table;
  readonly uniswapV3: Table;
}

const CURRENT: PoolTables = {
  balancer: balancerV2Pool,
  curve: curvePool,
  solidly: solidlyPool,
  uniswapV2: uniswapV2Pair,
  uniswapV3: uniswapV3Pool,
};

const LOGS: PoolTables = {
  balancer: balancerV2PoolLog,
  curve: curvePoolLog,
  solidly: solidlyPoolLog,
  uniswapV2: uniswapV2PairLog,
  uniswapV3: uniswapV3PoolLog,
};

const Q96 = 2n ** 96n;

const COLUMNS = {
  chain_id: "Chain id as of EIP-155.",
  pool_id: "As in pools.",
  token: "Lower-case address of the token.",
  amount: "Reserve of the pool, smallest unit of the token.",
  decimals: "Decimals of the token; null when it states none.",
  is_virtual:
    "False: what the pool holds. True, for concentrated liquidity: the reserves of a constant-product pool that trades alike around the current price, rounded down.",
};

const poolBalances: View = {
  name: "pool_balances",
  comment: "Reserves of exchange pools now. Key: chain_id, pool_id, token.",
  columns: { ...COLUMNS, updated_block: "Number of the block that changed the pool last." },
  query: (of) => balances(of, CURRENT),
};

const poolBalanceLog: View = {
  name: "pool_balance_log",
  comment:
    "Reserves of exchange pools at the end of every block that changed the pool; the state at a block is the row of the highest block up to it. Empty without HISTORY. Key: chain_id, pool_id, token, block.",
  columns: { ...COLUMNS, block: "Number of the block." },
  query: (of) => balances(of, LOGS),
};

/** What pools have to trade with. */
export const BALANCE_VIEWS: readonly View[] = [poolBalances, poolBalanceLog];

function balances(of: TableName, tables: PoolTables): string {
  const tokens = `join ${of(poolToken)} coin
    on coin.chain_id = pool.chain_id and coin.pool_id = pool.address and coin.position = held.place`;
  const pairs = (table: Table) => `
    select pool.chain_id, pool.address as pool_id, coin.token, held.amount, false as is_virtual,
      pool.updated_block as block
    from ${of(table)} pool
    cross join lateral (values (0, reserve0), (1, reserve1)) as held (place, amount)
    ${tokens}`;
  const concentrated = `
    select pool.chain_id, pool.address, coin.token, held.amount, true, pool.updated_block
    from ${of(tables.uniswapV3)} pool
    cross join lateral (values
      (0, div(liquidity * ${Q96}, sqrt_price_x_96)),
      (1, div(liquidity * sqrt_price_x_96, ${Q96}))
    ) as held (place, amount)
    ${tokens}
    where sqrt_price_x_96 > 0`;
  const curve = `
    select pool.chain_id, pool.address, coin.token, held.amount, false, pool.updated_block
    from ${of(tables.curve)} pool
    cross join lateral (
      select amount, ordinality - 1 from unnest(pool.balances) with ordinality as each (amount, ordinality)
    ) as held (amount, place)
    ${tokens}`;
  const balancer = `
    select pool.chain_id, pool.pool_id, held.token, held.amount, false, pool.updated_block
    from ${of(tables.balancer)} pool
    cross join lateral unnest(pool.tokens, pool.balances) as held (token, amount)
    where pool.kind is not null and held.token <> pool.address`;
  const all = [pairs(tables.uniswapV2), pairs(tables.solidly), ...[concentrated, curve, balancer]];
  return `
    select state.chain_id, state.pool_id, state.token, state.amount, token.decimals, state.is_virtual,
      state.block
    from (${all.join(" union all ")}) state
    left join ${of(token)} token on token.chain_id = state.chain_id and token.address = state.token`;
}
