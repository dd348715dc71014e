import { currencyOf } from "../../lib/address.ts";
import type { Operation } from "../operation.ts";
import type { Edge } from "../protocol.ts";
import type { UniswapV4Pool } from "./pool.ts";

/** Swap by the pool's manager, which is paid before and calls back who unlocks it. */
export function swap(state: UniswapV4Pool, edge: Edge): Operation {
  const { manager, token0, token1, lpFeePips, tickSpacing, hooks } = state;
  return {
    kind: "v4-swap",
    manager,
    key: {
      currency0: currencyOf(token0),
      currency1: currencyOf(token1),
      fee: lpFeePips,
      tickSpacing,
      hooks,
    },
    zeroForOne: edge.tokenIn === token0,
  };
}
