import { ne } from "drizzle-orm";
import { storedStates } from "../states.ts";
import type { UniswapV3Pool } from "./pool.ts";
import { uniswapV3Pool, uniswapV3Tick } from "./schema.ts";
import { createTickTable } from "./tick-table.ts";
import { concentratedView } from "./view.ts";

/**
 * The initialised pools with their initialised ticks, which a pool keeps until one of them changes.
 */
export const states = storedStates({
  table: uniswapV3Pool,
  id: "address",
  where: ne(uniswapV3Pool.sqrtPriceX96, 0n),
  beside: {
    table: uniswapV3Tick,
    rows: "parts",
    columns: ["pool", "tick", "liquidityNet"],
    on: [["pool", "address"]],
    where: ne(uniswapV3Tick.liquidityGross, 0n),
  },
  takesOver: ({ ticksBlock }, previous: UniswapV3Pool) => previous.ticksBlock === ticksBlock,
  state: ({ chainId: _chainId, ...row }, ticks, previous): UniswapV3Pool => ({
    id: row.address,
    ...row,
    ticks: previous?.ticks ?? createTickTable(ticks),
  }),
  swapFeePercent: "fee_pips / 1e4",
  view: concentratedView,
});
