import type { Operation } from "../operation.ts";
import type { Edge } from "../protocol.ts";
import type { UniswapV2Pool } from "./pool.ts";

/** Swap directly on the pair: the program moves the input there and computes the output from the live reserves. */
export function swap(state: UniswapV2Pool, edge: Edge): Operation {
  return {
    kind: "v2-swap",
    pair: state.address,
    zeroForOne: edge.tokenIn === state.token0,
    feePips: state.feePips,
  };
}
