import { and, isNotNull, ne } from "drizzle-orm";
import { storedStates } from "../states.ts";
import { createTickTable } from "../uniswap-v3/tick-table.ts";
import { concentratedView } from "../uniswap-v3/view.ts";
import type { DynamicFee } from "./fees.ts";
import type { SlipstreamPool } from "./pool.ts";
import { slipstreamPool, slipstreamTick } from "./schema.ts";

/** The columns of a row that say its fee. */
export type FeeColumns = Pick<
  typeof slipstreamPool.$inferSelect,
  | "scalingFactor"
  | "feeCapPips"
  | "averageTicks"
  | "latestTimestamp"
  | "firstFeePips"
  | "sinceTimestamp"
>;

/**
 * The pools whose fee was read, with their initialised ticks, which one keeps until one changes.
 */
export const states = storedStates({
  table: slipstreamPool,
  id: "address",
  where: and(ne(slipstreamPool.sqrtPriceX96, 0n), isNotNull(slipstreamPool.feePips)),
  beside: {
    table: slipstreamTick,
    rows: "parts",
    columns: ["pool", "tick", "liquidityNet"],
    on: [["pool", "address"]],
    where: ne(slipstreamTick.liquidityGross, 0n),
  },
  takesOver: ({ ticksBlock }, previous: SlipstreamPool) => previous.ticksBlock === ticksBlock,
  state(row, ticks, previous): SlipstreamPool | null {
    const { address, slug, token0, token1, tickSpacing, feePips } = row;
    const { sqrtPriceX96, tick, liquidity, ticksBlock, updatedBlock } = row;
    if (feePips === null) return null;
    return {
      ...{ id: address, address, slug, token0, token1, tickSpacing, feePips },
      ...{ sqrtPriceX96, tick, liquidity, ticksBlock, updatedBlock },
      dynamicFee: dynamicFeeOf(row),
      ticks: previous?.ticks ?? createTickTable(ticks),
    };
  },
  swapFeePercent: "fee_pips / 1e4",
  view: concentratedView,
});

/** Null of a fixed fee. */
export function dynamicFeeOf(row: FeeColumns): DynamicFee | null {
  const { scalingFactor, feeCapPips, averageTicks, latestTimestamp } = row;
  if (scalingFactor === null || feeCapPips === null) return null;
  return {
    ...{ scalingFactor, capPips: feeCapPips, firstPips: row.firstFeePips },
    sinceTimestamp: row.sinceTimestamp ?? 0,
    ...{ averageTicks: averageTicks ?? [], latestTimestamp: latestTimestamp ?? 0 },
  };
}
