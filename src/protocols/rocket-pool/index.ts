import type { Protocol } from "../protocol.ts";
import { deposit, functions, redeem } from "./actions.ts";
import { deployments, type RocketPoolContracts } from "./contracts.ts";
import { curve } from "./curve.ts";
import {
  apy,
  defiTokens,
  edges,
  holdings,
  maxIn,
  quote,
  type RocketPoolState,
  spotPrice,
} from "./pool.ts";
import { states } from "./states.ts";

/** Liquid staking with Rocket Pool: rETH. */
export const rocketPool: Protocol<RocketPoolState, RocketPoolContracts> = {
  family: "rocket-pool",
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
