import { NATIVE } from "../../lib/address.ts";
import { storedStates } from "../states.ts";
import type { RocketPoolState } from "./pool.ts";
import { rocketPool } from "./schema.ts";

/** Rocket Pool. */
export const states = storedStates({
  table: rocketPool,
  id: "rEth",
  state: ({
    chainId: _chainId,
    latestPrice: _latestPrice,
    latestTimestamp: _latestTimestamp,
    ...row
  }): RocketPoolState => ({ id: row.rEth, ...row }),
  view: {
    kind: "vault",
    share: "r_eth",
    asset: `'${NATIVE}'`,
    assets: "total_eth",
    shares: "r_eth_supply",
    depositsOpen: "is_deposit_enabled",
    redemptionsOpen: "r_eth_balance + pool_balance > 0",
  },
});
