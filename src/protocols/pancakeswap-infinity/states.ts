import { ne } from "drizzle-orm";
import { storedStates } from "../states.ts";
import { createTickTable } from "../uniswap-v3/tick-table.ts";
import { concentratedView } from "../uniswap-v3/view.ts";
import { swapFeesPips } from "../uniswap-v4/fees.ts";
import { swapFeePercent } from "../uniswap-v4/states.ts";
import { vaultOf } from "./contracts.ts";
import type { InfinityPool } from "./pool.ts";
import { pancakeswapInfinityPool, pancakeswapInfinityTick } from "./schema.ts";

/** The pools with their initialised ticks, which a pool keeps until one of them changes. */
export const states = storedStates({
  table: pancakeswapInfinityPool,
  id: "poolId",
  beside: {
    table: pancakeswapInfinityTick,
    rows: "parts",
    columns: ["poolId", "tick", "liquidityNet"],
    on: [["poolId", "poolId"]],
    where: ne(pancakeswapInfinityTick.liquidityGross, 0n),
  },
  takesOver: ({ ticksBlock }, previous: InfinityPool) => previous.ticksBlock === ticksBlock,
  state: ({ chainId, poolId, protocolFee, ...row }, ticks, previous): InfinityPool => ({
    id: poolId,
    ...row,
    vault: vaultOf(chainId, row.manager),
    feePips: swapFeesPips(row.lpFeePips, protocolFee),
    ticks: previous?.ticks ?? createTickTable(ticks),
  }),
  swapFeePercent,
  view: concentratedView,
});
