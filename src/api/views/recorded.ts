import type { Table } from "drizzle-orm";
import { apy, prices, recordedHours, tvl } from "../records/schema.ts";
import type { TableName, View } from "./view.ts";

const CHAIN_ID = "Chain id as of EIP-155.";
const HOUR = "Start of the hour.";
const BLOCK =
  "Number of the block that the value is of: the first seen at or after the hour's start or, of an hour filled in later, the last up to it.";
const SPARSE = "A row only where the value is another than before";

const priceHourly: View = {
  name: "prices",
  comment: `Prices of tokens by hour. ${SPARSE}. Key: chain_id, token, hour.`,
  columns: {
    chain_id: CHAIN_ID,
    token: "Lower-case address of the token.",
    hour: HOUR,
    price_usd: "US dollars of a whole token; null where it is unknown from then on.",
    block: BLOCK,
  },
  query: (of) => series(of, { table: prices, id: "token", value: "usd" }),
};

const tvlHourly: View = {
  name: "tvl",
  comment: `Value of what pools, vaults, markets and staking contracts hold for their users, by hour. ${SPARSE}. Values of pool_id alone add up: a staking contract holds what a pool issued. Key: chain_id, id, hour.`,
  columns: {
    chain_id: CHAIN_ID,
    id: "A pool_id of pools; or a token that a pool issues or a position in it, with the value of the whole pool.",
    hour: HOUR,
    tvl_usd: "US dollars; null where it is unknown from then on.",
    block: BLOCK,
  },
  query: (of) => series(of, { table: tvl, id: "id", value: "usd" }),
};

const apyHourly: View = {
  name: "apy",
  comment: `Yields by hour. ${SPARSE}. Key: chain_id, id, hour.`,
  columns: {
    chain_id: CHAIN_ID,
    id: "Lower-case address of a token that a protocol issues, or key of a position without one.",
    hour: HOUR,
    apy_percent: "Percent per year without compounding; null where it is unknown from then on.",
    block: BLOCK,
  },
  query: (of) => series(of, { table: apy, id: "id", value: "percent" }),
};

/** What was recorded over time. */
export const RECORDED_VIEWS: readonly View[] = [priceHourly, tvlHourly, apyHourly];

function series(
  of: TableName,
  { table, id, value }: { readonly table: Table; readonly id: string; readonly value: string },
): string {
  return `
    select own.chain_id, own.${id}, to_timestamp(own.hour), own.${value}, hours.block_number
    from ${of(table)} own
    left join ${of(recordedHours)} hours on hours.chain_id = own.chain_id and hours.hour = own.hour`;
}
