import type { Protocol } from "../protocol.ts";
import { accountActions, deposit } from "./actions.ts";
import { deployments, type RewardVaultContracts } from "./contracts.ts";
import { curve } from "./curve.ts";
import { load } from "./load.ts";
import {
  apy,
  edges,
  holdings,
  maxIn,
  positions,
  quote,
  type RewardVault,
  spotPrice,
} from "./pool.ts";

/** Berachain's reward vaults, which pay BGT for stakes and issue no token. */
export const berachainRewardVault: Protocol<RewardVault, RewardVaultContracts> = {
  family: "berachain-reward-vault",
  deployments,
  load,
  edges,
  maxIn,
  quote,
  spotPrice,
  holdings,
  curve,
  actions: { deposit },
  positions,
  accountActions,
  apy,
};
