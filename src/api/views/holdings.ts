import { token } from "../../catalog/schema.ts";
import { NATIVE } from "../../lib/address.ts";
import { unionOf } from "./states.ts";
import { literal, type TableName, type View } from "./view.ts";

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
    select vault.chain_id, vault.pool_id, vault.slug, vault.share, vault.asset,
      case vault.asset when ${literal(NATIVE)} then 18 else token.decimals end,
      vault.assets, vault.shares, vault.deposits_open, vault.redemptions_open, vault.updated_block
    from (${unionOf(of, "vault", (view) => ({
      share: view.share,
      asset: view.asset,
      assets: view.assets,
      shares: view.shares,
      deposits_open: view.depositsOpen,
      redemptions_open: view.redemptionsOpen,
    }))}) vault
    ${tokenOf(of, "vault.asset", "vault.chain_id")}`,
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
    from (${unionOf(of, "lending-market", (view) => ({
      loan_token: view.loanToken,
      collateral_token: view.collateralToken,
      supplied: view.supplied,
      borrowed: view.borrowed,
    }))}) market
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
    from (${unionOf(of, "stakes", (view) => ({
      staked_token: view.stakedToken,
      staked: view.staked,
      reward_tokens: view.rewardTokens,
    }))}) stake
    ${tokenOf(of, "stake.staked_token", "stake.chain_id")}`,
};

/** What vaults, lending markets and staking contracts hold. */
export const HOLDING_VIEWS: readonly View[] = [vaults, lendingMarkets, stakes];

function tokenOf(of: TableName, address: string, chainId: string): string {
  return `left join ${of(token)} token on token.chain_id = ${chainId} and token.address = ${address}`;
}
