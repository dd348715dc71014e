import type { Protocol } from "../protocol.ts";
import { accountActions, deposit, functions } from "./actions.ts";
import { deployments, type RewardVaultContracts } from "./contracts.ts";
import { curve } from "./curve.ts";
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
import { states } from "./states.ts";

/** Berachain's reward vaults, which pay BGT for stakes and issue no token. */
export const berachainRewardVault: Protocol<RewardVault, RewardVaultContracts> = {
  family: "berachain-reward-vault",
  deployments,
  states,
  edges,
  maxIn,
  quote,
  spotPrice,
  holdings,
  curve,
  actions: { deposit },
  functions,
  fixedFunctions: functions,
  positions,
  accountActions,
  apy,
  paysRewards: true,
};
