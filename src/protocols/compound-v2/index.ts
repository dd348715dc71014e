import type { Protocol } from "../protocol.ts";
import { accountActions, deposit, fixedFunctions, functions, redeem } from "./actions.ts";
import { type CompoundV2Contracts, deployments } from "./contracts.ts";
import {
  apy,
  type CompoundV2Market,
  curve,
  defiTokens,
  edges,
  holdings,
  maxIn,
  quote,
  spotPrice,
} from "./pool.ts";
import { states } from "./states.ts";

/** Markets of Compound V2 and its forks. */
export const compoundV2: Protocol<CompoundV2Market, CompoundV2Contracts> = {
  family: "compound-v2",
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
  fixedFunctions,
  defiTokens,
  accountActions,
  apy,
};
