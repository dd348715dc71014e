import type { Protocol } from "../protocol.ts";
import { deposit, functions, redeem } from "./actions.ts";
import { deployments, type LidoContracts } from "./contracts.ts";
import { curve } from "./curve.ts";
import {
  apy,
  defiTokens,
  edges,
  holdings,
  type LidoState,
  maxIn,
  quote,
  spotPrice,
} from "./pool.ts";
import { states } from "./states.ts";

/** Liquid staking with Lido: stETH and its wrapper. */
export const lido: Protocol<LidoState, LidoContracts> = {
  family: "lido",
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
