import type { Protocol } from "../protocol.ts";
import { accountActions, deposit, fixedFunctions, functions, redeem } from "./actions.ts";
import { type CompoundV3Contracts, deployments } from "./contracts.ts";
import {
  apy,
  type CompoundV3Market,
  curve,
  defiTokens,
  edges,
  holdings,
  maxIn,
  quote,
  spotPrice,
} from "./pool.ts";
import { states } from "./states.ts";

/** Markets of Compound V3. */
export const compoundV3: Protocol<CompoundV3Market, CompoundV3Contracts> = {
  family: "compound-v3",
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
