import { capacityOf } from "../../lib/curves/curve.ts";
import { linear } from "../../lib/curves/linear.ts";
import type { Protocol } from "../protocol.ts";
import { deposit, redeem } from "./actions.ts";
import { deployments, type WrappedNativeContracts } from "./contracts.ts";
import { load } from "./load.ts";
import {
  DEPOSIT_GAS,
  edges,
  holdings,
  maxIn,
  quote,
  spotPrice,
  type WrappedNative,
} from "./pool.ts";

/** The wrapped native token of each chain. */
export const wrappedNative: Protocol<WrappedNative, WrappedNativeContracts> = {
  family: "wrapped-native",
  deployments,
  load,
  edges,
  maxIn,
  quote,
  spotPrice,
  holdings,
  curve: (state, edge) =>
    linear({ rate: 1, capacity: capacityOf(maxIn(state, edge)), gas: Number(DEPOSIT_GAS) }),
  actions: { deposit, redeem },
};
