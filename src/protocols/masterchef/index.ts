import type { Protocol } from "../protocol.ts";
import { accountActions, deposit } from "./actions.ts";
import { deployments, type MasterChefContracts } from "./contracts.ts";
import { curve } from "./curve.ts";
import { load } from "./load.ts";
import { apy, type ChefPool, edges, holdings, maxIn, positions, quote, spotPrice } from "./pool.ts";

/** Staking of liquidity shares with SushiSwap's chefs and their forks. */
export const masterChef: Protocol<ChefPool, MasterChefContracts> = {
  family: "masterchef",
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
