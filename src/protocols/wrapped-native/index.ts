import { linear } from "../../lib/curves/linear.ts";
import type { Protocol } from "../protocol.ts";
import { deposit, redeem } from "./actions.ts";
import { deployments, type WrappedNativeContracts } from "./contracts.ts";
import { load } from "./load.ts";
import { DEPOSIT_GAS, edges, maxIn, quote, spotPrice, type WrappedNative } from "./pool.ts";

/** The wrapped native token of each chain. */
export const wrappedNative: Protocol<WrappedNative, WrappedNativeContracts> = {
  family: "wrapped-native",
  deployments,
  load,
  edges,
  maxIn,
  quote,
  spotPrice,
  curve: () => linear({ rate: 1, capacity: Number.POSITIVE_INFINITY, gas: Number(DEPOSIT_GAS) }),
  actions: { deposit, redeem },
};
