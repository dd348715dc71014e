import { capacityOf } from "../../lib/curves/curve.ts";
import { linear } from "../../lib/curves/linear.ts";
import type { Protocol } from "../protocol.ts";
import { functions, swap } from "./actions.ts";
import { deployments, type SkyContracts } from "./contracts.ts";
import { edges, GAS, holdings, maxIn, quote, type SkyConverter, spotPrice } from "./pool.ts";
import { states } from "./states.ts";

/** The converter between DAI and USDS. */
export const sky: Protocol<SkyConverter, SkyContracts> = {
  family: "sky",
  deployments,
  states,
  edges,
  maxIn,
  quote,
  spotPrice,
  holdings,
  curve: (state, edge) =>
    linear({ rate: 1, capacity: capacityOf(maxIn(state, edge)), gas: Number(GAS) }),
  actions: { swap },
  functions,
  fixedFunctions: functions,
};
