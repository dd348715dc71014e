import type { Operation } from "../operation.ts";
import type { Edge } from "../protocol.ts";
import type { UniswapV3Pool } from "./pool.ts";

/** Swap directly on the pool, which calls back for the input. */
export function swap(state: Pick<UniswapV3Pool, "address" | "token0">, edge: Edge): Operation {
  return {
    kind: "v3-swap",
    pool: state.address,
    zeroForOne: edge.tokenIn === state.token0,
  };
}
