import { and, isNotNull, ne } from "drizzle-orm";
import { storedStates } from "../states.ts";
import { createTickTable } from "../uniswap-v3/tick-table.ts";
import { concentratedView } from "../uniswap-v3/view.ts";
import { deployments, placeTicksOf } from "./contracts.ts";
import { dynamicFeeOf } from "./fee-columns.ts";
import type { AlgebraPool } from "./pool.ts";
import { algebraPool, algebraTick } from "./schema.ts";

const GENERATIONS = new Map(
  deployments.flatMap(({ slug, chains }) =>
    Object.entries(chains).map(([chainId, { contracts }]) => [
      `${chainId}:${slug}`,
      contracts.generation,
    ]),
  ),
);

/**
 * The pools whose fees were read, with their initialised ticks, which one keeps until one changes.
 * An adaptive fee of V1 is known once it is known what was traded since the last timepoint.
 */
export const states = storedStates({
  table: algebraPool,
  id: "address",
  where: and(ne(algebraPool.sqrtPriceX96, 0n), isNotNull(algebraPool.feePips)),
  beside: {
    table: algebraTick,
    rows: "parts",
    columns: ["pool", "tick", "liquidityNet"],
    on: [["pool", "address"]],
    where: ne(algebraTick.liquidityGross, 0n),
  },
  takesOver: ({ ticksBlock }, previous: AlgebraPool) => previous.ticksBlock === ticksBlock,
  state(row, ticks, previous): AlgebraPool | null {
    const { address, slug, token0, token1, tickSpacing, feePips, volumePerLiquidity } = row;
    const { sqrtPriceX96, tick, liquidity, ticksBlock, updatedBlock } = row;
    const generation = GENERATIONS.get(`${row.chainId}:${slug}`);
    const [ofToken0, ofToken1] = feePips ?? [];
    if (generation === undefined || ofToken0 === undefined || ofToken1 === undefined) return null;
    const oracle = generation === "integral" ? "integral" : "v1";
    if (oracle === "v1" && row.feeKind !== null && volumePerLiquidity === null) return null;
    return {
      ...{ id: address, address, slug, token0, token1, tickSpacing },
      ...{ sqrtPriceX96, tick, liquidity, ticksBlock, updatedBlock },
      placeTicks: placeTicksOf(generation),
      feePips: [ofToken0, ofToken1],
      dynamicFee: dynamicFeeOf(row, oracle, oracle === "v1" ? (volumePerLiquidity ?? 0n) : 0n),
      ticks: previous?.ticks ?? createTickTable(ticks),
    };
  },
  swapFeePercent: "fee_pips[1] / 1e4",
  view: concentratedView,
});
