import type { Table } from "drizzle-orm";
import { poolToken, token } from "../../catalog/schema.ts";
import { logOf } from "../chain/past/tables.ts";
import { idColumn, statesOf } from "./states.ts";
import type { TableName, View } from "./view.ts";

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
  query: (of) => balances(of, (table) => table),
};

const poolBalanceLog: View = {
  name: "pool_balance_log",
  comment:
    "Reserves of exchange pools at the end of every block that changed the pool; the state at a block is the row of the highest block up to it. Empty without HISTORY. Key: chain_id, pool_id, token, block.",
  columns: { ...COLUMNS, block: "Number of the block." },
  query: (of) => balances(of, logOf),
};

/** What pools have to trade with. */
export const BALANCE_VIEWS: readonly View[] = [poolBalances, poolBalanceLog];

/** @param tableOf The table of the rows, given the state table: itself or its log. */
function balances(of: TableName, tableOf: (table: Table) => Table | undefined): string {
  const queries = statesOf("balances").flatMap(({ states, view }) => {
    const table = tableOf(states.table);
    if (table === undefined) return [];
    const id = `state.${idColumn(states)}`;
    const place = `join ${of(poolToken)} coin
      on coin.chain_id = state.chain_id and coin.pool_id = ${id} and coin.position = held.place`;
    return `
    select state.chain_id, ${id} as pool_id, ${view.by === "place" ? "coin" : "held"}.token,
      held.amount, ${view.isVirtual} as is_virtual, state.updated_block as block
    from ${of(table)} state
    cross join lateral (${view.held}) as held (${view.by}, amount)
    ${view.by === "place" ? place : ""}
    ${view.where === undefined ? "" : `where ${view.where}`}`;
  });
  return `
    select held.chain_id, held.pool_id, held.token, held.amount, token.decimals, held.is_virtual,
      held.block
    from (${queries.join(" union all ")}) held
    left join ${of(token)} token on token.chain_id = held.chain_id and token.address = held.token`;
}
