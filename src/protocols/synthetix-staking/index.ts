import type { Protocol } from "../protocol.ts";
import { accountActions, deposit } from "./actions.ts";
import { deployments, type SynthetixStakingContracts } from "./contracts.ts";
import { curve } from "./curve.ts";
import { load } from "./load.ts";
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

/** Staking for rewards in contracts of Synthetix and its forks. */
export const synthetixStaking: Protocol<StakingPool, SynthetixStakingContracts> = {
  family: "synthetix-staking",
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
