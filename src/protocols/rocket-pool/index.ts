import type { Protocol } from "../protocol.ts";
import { deposit, redeem } from "./actions.ts";
import { deployments, type RocketPoolContracts } from "./contracts.ts";
import { curve } from "./curve.ts";
import { load } from "./load.ts";
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

/** Liquid staking with Rocket Pool: rETH. */
export const rocketPool: Protocol<RocketPoolState, RocketPoolContracts> = {
  family: "rocket-pool",
  deployments,
  load,
  edges,
  maxIn,
  quote,
  spotPrice,
  holdings,
  curve,
  actions: { deposit, redeem },
  defiTokens,
  apy,
};
