import type { Protocol } from "../protocol.ts";
import { accountActions, deposit, fixedFunctions, functions } from "./actions.ts";
import { apy } from "./apy.ts";
import { deployments, type MorphoBlueContracts } from "./contracts.ts";
import { curve } from "./curve.ts";
import { edges, holdings, type MorphoMarket, maxIn, positions, quote, spotPrice } from "./pool.ts";
import { states } from "./states.ts";

/** Isolated lending markets of Morpho. */
export const morphoBlue: Protocol<MorphoMarket, MorphoBlueContracts> = {
  family: "morpho-blue",
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
  fixedFunctions,
  positions,
  accountActions,
  apy,
};
