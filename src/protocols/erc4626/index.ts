import type { Protocol } from "../protocol.ts";
import { accountActions, deposit, functions, redeem } from "./actions.ts";
import { apy, defiTokens } from "./apy.ts";
import { deployments, type Erc4626Contracts } from "./contracts.ts";
import { curve } from "./curve.ts";
import { type Erc4626Vault, edges, holdings, maxIn, quote, spotPrice } from "./pool.ts";
import { states } from "./states.ts";

/** ERC-4626 vaults of all brands. */
export const erc4626: Protocol<Erc4626Vault, Erc4626Contracts> = {
  family: "erc4626",
  deployments,
  states,
  edges,
  maxIn,
  quote,
  spotPrice,
  holdings,
  curve,
  actions: { deposit, redeem },
  functions,
  defiTokens,
  accountActions,
  apy,
};
