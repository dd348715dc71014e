import { headBlock, pool, poolToken, token } from "../../catalog/schema.ts";
import { CHAINS } from "../../lib/chains.ts";
import { PROTOCOLS } from "../../protocols/index.ts";
import { changes } from "./states.ts";
import { literal, type View } from "./view.ts";

const CHAIN_ID = "Chain id as of EIP-155.";
const POOL_ID =
  "Identifies the pool on its chain: lower-case contract address, or the id inside a singleton contract.";

const chains: View = {
  name: "chains",
  comment: "Indexed chains. Key: chain_id.",
  columns: {
    chain_id: CHAIN_ID,
    name: "Name of the chain.",
    native_symbol: "Symbol of the native currency, which has 18 decimals.",
    wrapped_native: "Lower-case address of the token that wraps the native currency.",
    block: "Number of the newest indexed block.",
    block_hash: "Hash of that block.",
    block_time: "Time of that block.",
    base_fee: "Base fee of that block, wei per gas; 0 where the chain has none.",
  },
  query: (of) => `
    select known.chain_id, known.name, known.native_symbol, known.wrapped_native,
      head.number, head.hash, to_timestamp(head.timestamp), head.base_fee_per_gas
    from (values ${chainRows()}) as known (chain_id, name, native_symbol, wrapped_native)
    cross join lateral (
      select * from ${of(headBlock)} where chain_id = known.chain_id order by number desc limit 1
    ) head`,
};

const blocks: View = {
  name: "blocks",
  comment:
    "Blocks that were indexed live; those of the first backfill are left out. Key: chain_id, number.",
  columns: {
    chain_id: CHAIN_ID,
    number: "Block number.",
    hash: "Block hash.",
    parent_hash: "Hash of the block before.",
    time: "Time of the block.",
    base_fee: "Wei per gas; 0 where the chain has none.",
  },
  query: (of) => `
    select chain_id, number, hash, parent_hash, to_timestamp(timestamp), base_fee_per_gas
    from ${of(headBlock)}`,
};

const tokens: View = {
  name: "tokens",
  comment:
    "Tokens that a known pool, vault, market or staking contract holds or issues. Key: chain_id, address.",
  columns: {
    chain_id: CHAIN_ID,
    address: "Lower-case contract address.",
    symbol: "As the contract states it: anybody may take any symbol; null when it states none.",
    name: "As the contract states it; null when it states none.",
    decimals: "Digits after the point of a whole token; null when the contract states none.",
    found_block: "Number of the block in which the token was first seen.",
  },
  query: (of) =>
    `select chain_id, address, symbol, name, decimals, updated_block from ${of(token)}`,
};

const protocols: View = {
  name: "protocols",
  comment: "Known deployments of protocols on indexed chains. Key: chain_id, protocol.",
  columns: {
    chain_id: CHAIN_ID,
    protocol: "Slug of the deployment.",
    name: "Name of the deployment.",
    family: "Code that the deployment shares with its forks.",
    project: "Brand of the deployment.",
    url: "Site of the protocol.",
  },
  query: (of) => `
    select known.*
    from (values ${protocolRows()}) as known (chain_id, protocol, name, family, project, url)
    where exists (select from ${of(headBlock)} head where head.chain_id = known.chain_id)`,
};

const pools: View = {
  name: "pools",
  comment:
    "Exchange pools, vaults, lending markets, staking contracts and liquid staking, one row each. Key: chain_id, pool_id.",
  columns: {
    chain_id: CHAIN_ID,
    pool_id: POOL_ID,
    address: "Lower-case address of the contract.",
    protocol: "Slug of the deployment, as in protocols.",
    family: "Code that the deployment shares with its forks.",
    created_block: "Number of the block in which the pool was found.",
    updated_block:
      "Number of the block that changed the pool's state last; null before the first state.",
    swap_fee_percent:
      "Percent that a swap pays of its input; null where the pool has none of its own or no swaps.",
  },
  query: (of) => `
    select pool.chain_id, pool.id, pool.address, pool.slug, pool.family, pool.created_block,
      state.updated_block, state.swap_fee_percent
    from ${of(pool)} pool
    left join (${changes(of)}) state on state.chain_id = pool.chain_id and state.pool_id = pool.id`,
};

const poolTokens: View = {
  name: "pool_tokens",
  comment:
    "Tokens of a pool, vault, market or staking contract in its own order; none for liquid staking. Key: chain_id, pool_id, position.",
  columns: {
    chain_id: CHAIN_ID,
    pool_id: "As in pools.",
    position: "Place of the token in the pool, from 0.",
    token: "Lower-case address of the token.",
    symbol: "Symbol of the token; null when it states none.",
    decimals: "Decimals of the token; null when it states none.",
  },
  query: (of) => `
    select held.chain_id, held.pool_id, held.position, held.token, token.symbol, token.decimals
    from ${of(poolToken)} held
    left join ${of(token)} token on token.chain_id = held.chain_id and token.address = held.token`,
};

/** What there is on the chains. */
export const CATALOG_VIEWS: readonly View[] = [
  chains,
  blocks,
  tokens,
  protocols,
  pools,
  poolTokens,
];

function chainRows(): string {
  return [...CHAINS.values()]
    .map(
      ({ chainId, name, native, wrappedNative }) =>
        `(${chainId}, ${[name, native.symbol, wrappedNative].map(literal).join(", ")})`,
    )
    .join(", ");
}

function protocolRows(): string {
  return PROTOCOLS.flatMap(({ family, deployments }) =>
    deployments.flatMap(({ slug, name, project, url, chains: byChain }) =>
      Object.keys(byChain).map(
        (chainId) => `(${chainId}, ${[slug, name, family, project, url].map(literal).join(", ")})`,
      ),
    ),
  ).join(", ");
}
