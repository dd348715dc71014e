import { aaveV3Reserve } from "../../protocols/aave-v3/schema.ts";
import { balancerV2Pool } from "../../protocols/balancer-v2/schema.ts";
import { berachainRewardVault } from "../../protocols/berachain-reward-vault/schema.ts";
import { curveGauge } from "../../protocols/curve-gauge/schema.ts";
import { curvePool } from "../../protocols/curve-stableswap/schema.ts";
import { erc4626Vault } from "../../protocols/erc4626/schema.ts";
import { lido } from "../../protocols/lido/schema.ts";
import { chefPool } from "../../protocols/masterchef/schema.ts";
import { morphoBlueMarket } from "../../protocols/morpho-blue/schema.ts";
import { rocketPool } from "../../protocols/rocket-pool/schema.ts";
import { solidlyPool } from "../../protocols/solidly/schema.ts";
import { stakingRewards } from "../../protocols/synthetix-staking/schema.ts";
import { uniswapV2Pair } from "../../protocols/uniswap-v2/schema.ts";
import { uniswapV3Pool } from "../../protocols/uniswap-v3/schema.ts";
import type { TableName } from "./view.ts";

/** The state tables, with the column that holds the pool's id and the swap fee in percent where the state says it. */
const STATES = [
  { table: aaveV3Reserve, id: "a_token" },
  { table: balancerV2Pool, id: "pool_id", fee: "swap_fee_wad / 1e16" },
  { table: berachainRewardVault, id: "address" },
  { table: chefPool, id: "id" },
  { table: curveGauge, id: "address" },
  { table: curvePool, id: "address", fee: "fee_e_10 / 1e8" },
  { table: erc4626Vault, id: "address" },
  { table: lido, id: "st_eth" },
  { table: morphoBlueMarket, id: "id" },
  { table: rocketPool, id: "r_eth" },
  { table: solidlyPool, id: "address", fee: "custom_fee_bps / 1e2" },
  { table: stakingRewards, id: "address" },
  { table: uniswapV2Pair, id: "address", fee: "fee_pips / 1e4" },
  { table: uniswapV3Pool, id: "address", fee: "fee_pips / 1e4" },
] as const;

/** Query of chain_id, pool_id, updated_block and swap_fee_percent of every state. */
export function changes(of: TableName): string {
  return STATES.map((state) => {
    const fee = "fee" in state ? state.fee : "null";
    return `select chain_id, ${state.id} as pool_id, updated_block,
      (${fee})::double precision as swap_fee_percent from ${of(state.table)}`;
  }).join(" union all ");
}
