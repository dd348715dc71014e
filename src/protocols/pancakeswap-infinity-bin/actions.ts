import type { Operation } from "../operation.ts";
import type { Edge } from "../protocol.ts";
import { currencyOf } from "../uniswap-v4/actions.ts";
import type { InfinityBinPool } from "./pool.ts";

/** Swap by the pool's manager, whose vault is paid before and calls an adapter back. */
export function swap(state: InfinityBinPool, edge: Edge): Operation {
  const { manager, vault, tokenX, tokenY, keyFee, hooks, parameters } = state;
  return {
    kind: "infinity-swap",
    inBins: true,
    vault,
    key: {
      currency0: currencyOf(tokenX),
      currency1: currencyOf(tokenY),
      hooks,
      poolManager: manager,
      fee: keyFee,
      parameters,
    },
    zeroForOne: edge.tokenIn === tokenX,
  };
}
