import type { Protocol } from "../protocol.ts";
import { functions, swap } from "./actions.ts";
import { deployments, type EkuboContracts } from "./contracts.ts";
import { curve } from "./curve.ts";
import { type EkuboPool, edges, holdings, maxIn, quote, spotPrice } from "./pool.ts";
import { states } from "./states.ts";

/** Pools of Ekubo's Core in whose swaps no extension takes part. */
export const ekubo: Protocol<EkuboPool, EkuboContracts> = {
  family: "ekubo",
  deployments,
  states,
  edges,
  maxIn,
  quote,
  spotPrice,
  holdings,
  curve,
  actions: { swap },
  functions,
  swapExecuters(slug, chainId) {
    const contracts = deployments.find((each) => each.slug === slug)?.chains[chainId]?.contracts;
    return contracts === undefined ? [] : [contracts.core, contracts.router];
  },
};
