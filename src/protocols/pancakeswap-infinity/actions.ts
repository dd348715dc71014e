import { currencyOf } from "../../lib/address.ts";
import type { InfinitySwapOperation } from "../operation.ts";
import type { Edge } from "../protocol.ts";
import type { InfinityPool } from "./pool.ts";

/** Swap by the pool's manager, whose vault is paid before and calls back who locks it. */
export function swap(
  state: Pick<
    InfinityPool,
    "manager" | "vault" | "token0" | "token1" | "keyFee" | "hooks" | "parameters"
  >,
  edge: Edge,
): InfinitySwapOperation {
  const { manager, vault, token0, token1, keyFee, hooks, parameters } = state;
  return {
    kind: "infinity-swap",
    inBins: false,
    vault,
    key: {
      currency0: currencyOf(token0),
      currency1: currencyOf(token1),
      hooks,
      poolManager: manager,
      fee: keyFee,
      parameters,
    },
    zeroForOne: edge.tokenIn === token0,
  };
}
