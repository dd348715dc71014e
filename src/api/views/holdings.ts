import { token } from "../../catalog/schema.ts";
import { NATIVE } from "../../lib/address.ts";
import { aaveV3Reserve } from "../../protocols/aave-v3/schema.ts";
import { berachainRewardVault } from "../../protocols/berachain-reward-vault/schema.ts";
import { curveGauge } from "../../protocols/curve-gauge/schema.ts";
import { erc4626Vault } from "../../protocols/erc4626/schema.ts";
import { lido } from "../../protocols/lido/schema.ts";
import { chefPool } from "../../protocols/masterchef/schema.ts";
import { morphoBlueMarket } from "../../protocols/morpho-blue/schema.ts";
import { rocketPool } from "../../protocols/rocket-pool/schema.ts";
import { stakingRewards } from "../../protocols/synthetix-staking/schema.ts";
import { literal, type TableName, type View } from "./view.ts";

const RAY = "1e27::numeric";

const IDENTITY = {
  chain_id: "Chain id as of EIP-155.",
  pool_id: "As in pools.",
  protocol: "Slug of the deployment, as in protocols.",
};
const UPDATED = "Number of the block that changed the state last.";

const vaults: View = {
  name: "vaults",
  comment: "ERC-4626 vaults and liquid staking. Key: chain_id, pool_id.",
  columns: {
    ...IDENTITY,
    share: "Lower-case address of the token that the vault issues.",
    asset: `Lower-case address of the token that it holds; ${NATIVE} is the native currency.`,
    asset_decimals: "Decimals of the asset; null when it states none.",
    assets:
      "Assets that all shares are worth, smallest unit of the asset, rounded down, without interest since updated_block.",
    shares: "All shares, smallest unit of the share.",
    deposits_open: "Whether the vault takes deposits.",
    redemptions_open: "Whether the vault gives assets back.",
    updated_block: UPDATED,
  },
  query: (of) => `
    select vault.chain_id, vault.address, vault.slug, vault.address, vault.asset, token.decimals,
      div(vault.total_supply * vault.assets_term, nullif(vault.shares_term, 0)), vault.total_supply,
      vault.usable and not vault.deposit_paused,
      vault.usable and vault.redeemable and not vault.redeem_paused, vault.updated_block
    from ${of(erc4626Vault)} vault
    ${tokenOf(of, "vault.asset", "vault.chain_id")}
    union all
    select chain_id, st_eth, slug, st_eth, ${literal(NATIVE)}, 18, internal_ether, internal_shares,
      not is_stopped, false, updated_block
    from ${of(lido)}
    union all
    select chain_id, r_eth, slug, r_eth, ${literal(NATIVE)}, 18, total_eth, r_eth_supply,
      is_deposit_enabled, r_eth_balance + pool_balance > 0, updated_block
    from ${of(rocketPool)}`,
};

const lendingMarkets: View = {
  name: "lending_markets",
  comment: "Reserves and isolated markets that lend one token. Key: chain_id, pool_id.",
  columns: {
    ...IDENTITY,
    loan_token: "Lower-case address of the token that is supplied and lent.",
    decimals: "Decimals of the loan token; null when it states none.",
    collateral_token:
      "Lower-case address of the only collateral; null where every reserve of the protocol can be one.",
    supplied:
      "What suppliers have, smallest unit of the loan token, rounded down, without interest since updated_block.",
    borrowed: "What borrowers owe, in the same unit, without interest since updated_block.",
    utilisation_percent:
      "Percent of the supplied that is borrowed; null while nothing is supplied.",
    updated_block: UPDATED,
  },
  query: (of) => `
    select market.chain_id, market.pool_id, market.slug, market.loan_token, token.decimals,
      market.collateral_token, market.supplied, market.borrowed,
      (100 * market.borrowed / nullif(market.supplied, 0))::double precision, market.updated_block
    from (
      select chain_id, a_token as pool_id, slug, underlying as loan_token, null as collateral_token,
        div(scaled_supply * liquidity_index_ray, ${RAY}) as supplied,
        div(scaled_variable_debt * variable_borrow_index_ray, ${RAY}) + stable_debt as borrowed,
        updated_block
      from ${of(aaveV3Reserve)}
      union all
      select chain_id, id, slug, loan_token, collateral_token, total_supply_assets,
        total_borrow_assets, updated_block
      from ${of(morphoBlueMarket)}
    ) market
    ${tokenOf(of, "market.loan_token", "market.chain_id")}`,
};

const stakes: View = {
  name: "positions",
  comment: "Staking contracts, farms and gauges. Key: chain_id, pool_id.",
  columns: {
    ...IDENTITY,
    staked_token: "Lower-case address of the token that is staked.",
    decimals: "Decimals of the staked token; null when it states none.",
    staked: "All stakes, smallest unit of the staked token.",
    reward_tokens:
      "Lower-case addresses of the tokens that stakers earn, ended rewards among them.",
    updated_block: UPDATED,
  },
  query: (of) => `
    select stake.chain_id, stake.pool_id, stake.slug, stake.staked_token, token.decimals,
      stake.staked, stake.reward_tokens, stake.updated_block
    from (
      select chain_id, address as pool_id, slug, stake_token as staked_token,
        total_supply as staked, array[reward_token] as reward_tokens, updated_block
      from ${of(berachainRewardVault)}
      union all
      select chain_id, address, slug, staking_token, total_supply, array[rewards_token], updated_block
      from ${of(stakingRewards)}
      union all
      select chain_id, id, slug, lp_token, staked, array_remove(array[reward_token], null),
        updated_block
      from ${of(chefPool)}
      union all
      select chain_id, address, slug, lp_token, supply, reward_tokens, updated_block
      from ${of(curveGauge)}
    ) stake
    ${tokenOf(of, "stake.staked_token", "stake.chain_id")}`,
};

/** What vaults, lending markets and staking contracts hold. */
export const HOLDING_VIEWS: readonly View[] = [vaults, lendingMarkets, stakes];

function tokenOf(of: TableName, address: string, chainId: string): string {
  return `left join ${of(token)} token on token.chain_id = ${chainId} and token.address = ${address}`;
}
