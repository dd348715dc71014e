import type { Protocol } from "../protocol.ts";
import { accountActions, deposit, functions } from "./actions.ts";
import { type ConvexContracts, deployments } from "./contracts.ts";
import { curve } from "./curve.ts";
import {
  apy,
  type ConvexPool,
  edges,
  holdings,
  maxIn,
  positions,
  quote,
  spotPrice,
} from "./pool.ts";
import { states } from "./states.ts";

/** Staking of liquidity tokens with Convex (Curve's) and Aura (Balancer's), one to one. */
export const convex: Protocol<ConvexPool, ConvexContracts> = {
  family: "convex",
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
