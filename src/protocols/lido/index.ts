import type { Protocol } from "../protocol.ts";
import { deposit, redeem } from "./actions.ts";
import { deployments, type LidoContracts } from "./contracts.ts";
import { curve } from "./curve.ts";
import { load } from "./load.ts";
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

/** Liquid staking with Lido: stETH and its wrapper. */
export const lido: Protocol<LidoState, LidoContracts> = {
  family: "lido",
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
