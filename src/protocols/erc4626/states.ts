import { storedStates } from "../states.ts";
import type { Erc4626Vault } from "./pool.ts";
import { erc4626Vault } from "./schema.ts";

/** The vaults, without what only indexing needs. */
export const states = storedStates({
  table: erc4626Vault,
  id: "address",
  state(row): Erc4626Vault {
    const {
      chainId: _chainId,
      holder: _holder,
      holderShares: _holderShares,
      latestPriceRay: _latestPriceRay,
      latestTimestamp: _latestTimestamp,
      ...state
    } = row;
    return { id: row.address, ...state };
  },
  view: {
    kind: "vault",
    share: "address",
    asset: "asset",
    assets: "div(total_supply * assets_term, nullif(shares_term, 0))",
    shares: "total_supply",
    depositsOpen: "usable and not deposit_paused",
    redemptionsOpen: "usable and redeemable and not redeem_paused",
  },
});
