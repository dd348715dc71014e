import type { Protocol } from "../protocol.ts";
import { deposit, functions, redeem } from "./actions.ts";
import { deployments, type StakingContracts } from "./contracts.ts";
import { curve } from "./curve.ts";
import {
  apy,
  defiTokens,
  edges,
  holdings,
  maxIn,
  quote,
  type StakedToken,
  spotPrice,
} from "./pool.ts";
import { states } from "./states.ts";

/** Tokens of staked native currency that are issued at their protocol's own rate. */
export const stakingTokens: Protocol<StakedToken, StakingContracts> = {
  family: "staking-tokens",
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
  apy,
};
