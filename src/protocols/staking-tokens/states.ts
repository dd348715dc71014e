import { NATIVE } from "../../lib/address.ts";
import { storedStates } from "../states.ts";
import type { StakedToken } from "./pool.ts";
import { stakedToken } from "./schema.ts";

/** The tokens. */
export const states = storedStates({
  table: stakedToken,
  id: "token",
  state: ({
    chainId: _chainId,
    latestPrice: _latestPrice,
    latestTimestamp: _latestTimestamp,
    ...row
  }): StakedToken => ({ id: row.token, ...row }),
  view: {
    kind: "vault",
    share: "coalesce(wrapper, token)",
    asset: `'${NATIVE}'`,
    assets: "held",
    shares: "div(held * shares, greatest(assets, 1))",
    depositsOpen: "not is_paused",
    redemptionsOpen: "false",
  },
});
