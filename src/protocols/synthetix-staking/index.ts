import type { Protocol } from "../protocol.ts";
import { accountActions, deposit, functions } from "./actions.ts";
import { deployments, type SynthetixStakingContracts } from "./contracts.ts";
import { curve } from "./curve.ts";
import {
  apy,
  edges,
  holdings,
  maxIn,
  positions,
  quote,
  type StakingPool,
  spotPrice,
} from "./pool.ts";
import { states } from "./states.ts";

/** Staking for rewards in contracts of Synthetix and its forks. */
export const synthetixStaking: Protocol<StakingPool, SynthetixStakingContracts> = {
  family: "synthetix-staking",
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
