import { pool, poolHour, token } from "../../catalog/schema.ts";
import type { View } from "./view.ts";

const poolHourly: View = {
  name: "pool_hourly",
  comment:
    "Swaps of a pool by hour and direction; a row only where there was one. Empty without HISTORY. Key: chain_id, pool_id, token_in, token_out, hour.",
  columns: {
    chain_id: "Chain id as of EIP-155.",
    pool_id: "As in pools.",
    protocol: "Slug of the deployment, as in protocols.",
    hour: "Start of the hour.",
    token_in: "Lower-case address of the token that traders gave.",
    decimals_in: "Decimals of that token; null when it states none.",
    token_out: "Lower-case address of the token that traders received.",
    decimals_out: "Decimals of that token; null when it states none.",
    swaps: "Number of swaps.",
    volume_in: "What traders gave, smallest unit of token_in, fees included.",
    volume_out: "What traders received, smallest unit of token_out.",
    fees_in:
      "What liquidity providers and protocol took, valued in token_in, smallest unit of token_in.",
  },
  query: (of) => `
    select swaps.chain_id, swaps.pool_id, pool.slug, to_timestamp(swaps.hour), swaps.token_in,
      given.decimals, swaps.token_out, received.decimals, swaps.swaps, swaps.volume_in,
      swaps.volume_out, swaps.fees_in
    from ${of(poolHour)} swaps
    join ${of(pool)} pool on pool.chain_id = swaps.chain_id and pool.id = swaps.pool_id
    left join ${of(token)} given
      on given.chain_id = swaps.chain_id and given.address = swaps.token_in
    left join ${of(token)} received
      on received.chain_id = swaps.chain_id and received.address = swaps.token_out`,
};

/** What pools traded. */
export const VOLUME_VIEWS: readonly View[] = [poolHourly];
