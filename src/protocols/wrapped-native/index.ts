import { capacityOf } from "../../lib/curves/curve.ts";
import { linear } from "../../lib/curves/linear.ts";
import type { Protocol } from "../protocol.ts";
import { deposit, functions, redeem } from "./actions.ts";
import { deployments, type WrappedNativeContracts } from "./contracts.ts";
import { edges, gasOf, holdings, maxIn, quote, spotPrice, type WrappedNative } from "./pool.ts";
import { states } from "./states.ts";

/** The wrapped native token of each chain. */
export const wrappedNative: Protocol<WrappedNative, WrappedNativeContracts> = {
  family: "wrapped-native",
  deployments,
  states,
  edges,
  maxIn,
  quote,
  spotPrice,
  holdings,
  curve: (state, edge) =>
    linear({ rate: 1, capacity: capacityOf(maxIn(state, edge)), gas: Number(gasOf(edge)) }),
  actions: { deposit, redeem },
  functions,
  fixedFunctions: functions,
};
