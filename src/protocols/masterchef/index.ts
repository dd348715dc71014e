import type { Protocol } from "../protocol.ts";
import { accountActions, deposit, functions } from "./actions.ts";
import { deployments, type MasterChefContracts } from "./contracts.ts";
import { curve } from "./curve.ts";
import { apy, type ChefPool, edges, holdings, maxIn, positions, quote, spotPrice } from "./pool.ts";
import { states } from "./states.ts";

/** Staking of liquidity shares with SushiSwap's chefs and their forks. */
export const masterChef: Protocol<ChefPool, MasterChefContracts> = {
  family: "masterchef",
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
