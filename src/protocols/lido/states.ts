import { NATIVE } from "../../lib/address.ts";
import { storedStates } from "../states.ts";
import type { LidoState } from "./pool.ts";
import { lido } from "./schema.ts";

/** Lido. */
export const states = storedStates({
  table: lido,
  id: "stEth",
  state: ({ chainId: _chainId, ...row }): LidoState => ({ id: row.stEth, ...row }),
  view: {
    kind: "vault",
    share: "st_eth",
    asset: `'${NATIVE}'`,
    assets: "internal_ether",
    shares: "internal_shares",
    depositsOpen: "not is_stopped",
    redemptionsOpen: "false",
  },
});
