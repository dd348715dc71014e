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

/** Staking of Curve's liquidity tokens with Convex, one to one. */
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
