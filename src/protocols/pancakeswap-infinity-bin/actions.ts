import type { InfinitySwapOperation } from "../operation.ts";
import { swap as swapInTicks } from "../pancakeswap-infinity/actions.ts";
import type { Edge } from "../protocol.ts";
import type { InfinityBinPool } from "./pool.ts";

/** As in a pool of concentrated liquidity; the manager is told otherwise. */
export function swap(
  { tokenX: token0, tokenY: token1, ...pool }: InfinityBinPool,
  edge: Edge,
): InfinitySwapOperation {
  return { ...swapInTicks({ ...pool, token0, token1 }, edge), inBins: true };
}
