import { ne } from "drizzle-orm";
import { storedStates } from "../states.ts";
import { createTickTable } from "../uniswap-v3/tick-table.ts";
import { concentratedView } from "../uniswap-v3/view.ts";
import { swapFeesPips } from "./fees.ts";
import type { UniswapV4Pool } from "./pool.ts";
import { uniswapV4Pool, uniswapV4Tick } from "./schema.ts";

/** What swaps of token0 pay, as `swapFeesPips` computes it. */
const PROTOCOL_FEE = "(protocol_fee & 4095)";

/** That fee in percent, of tables with the columns of a managed pool. */
export const swapFeePercent = `(lp_fee_pips + ${PROTOCOL_FEE} - div(lp_fee_pips * ${PROTOCOL_FEE}::numeric, 1e6)) / 1e4`;

/** The pools with their initialised ticks, which a pool keeps until one of them changes. */
export const states = storedStates({
  table: uniswapV4Pool,
  id: "poolId",
  beside: {
    table: uniswapV4Tick,
    rows: "parts",
    columns: ["poolId", "tick", "liquidityNet"],
    on: [["poolId", "poolId"]],
    where: ne(uniswapV4Tick.liquidityGross, 0n),
  },
  takesOver: ({ ticksBlock }, previous: UniswapV4Pool) => previous.ticksBlock === ticksBlock,
  state: ({ chainId: _chainId, poolId, protocolFee, ...row }, ticks, previous): UniswapV4Pool => ({
    id: poolId,
    ...row,
    feePips: swapFeesPips(row.lpFeePips, protocolFee),
    ticks: previous?.ticks ?? createTickTable(ticks),
  }),
  swapFeePercent,
  view: concentratedView,
});
