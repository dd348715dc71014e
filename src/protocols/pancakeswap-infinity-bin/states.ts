import { and, eq, ne, or } from "drizzle-orm";
import { createListedTable } from "../liquidity-book/bins.ts";
import { storedStates } from "../states.ts";
import { swapFeesPips } from "../uniswap-v4/fees.ts";
import { swapFeePercent } from "../uniswap-v4/states.ts";
import { vaultOf } from "./contracts.ts";
import type { InfinityBinPool } from "./pool.ts";
import { pancakeswapInfinityBin, pancakeswapInfinityBinPool } from "./schema.ts";

/**
 * The pools with the bins that hold something and that trades come to, which one keeps until
 * another than the active one changes.
 */
export const states = storedStates({
  table: pancakeswapInfinityBinPool,
  id: "poolId",
  beside: {
    table: pancakeswapInfinityBin,
    rows: "parts",
    columns: ["poolId", "bin", "reserveX", "reserveY"],
    on: [["poolId", "poolId"]],
    where: and(
      eq(pancakeswapInfinityBin.isListed, true),
      or(ne(pancakeswapInfinityBin.reserveX, 0n), ne(pancakeswapInfinityBin.reserveY, 0n)),
    ),
  },
  takesOver: ({ binsBlock }, previous: InfinityBinPool) => previous.binsBlock === binsBlock,
  state(row, bins, previous): InfinityBinPool {
    const { chainId, poolId, lpFeePips, reserveX, reserveY, activeId, ...rest } = row;
    const { slug, manager, tokenX, tokenY, hooks, keyFee, parameters, binStep } = rest;
    const { protocolFee, binsBlock, updatedBlock } = rest;
    const fees = swapFeesPips(lpFeePips, protocolFee);
    return {
      ...{ id: poolId, slug, manager, vault: vaultOf(chainId, manager), tokenX, tokenY, hooks },
      ...{ keyFee, parameters, binStep, protocolFee, activeId, binsBlock, updatedBlock },
      feesPips: typeof fees === "number" ? [fees, fees] : fees,
      bins: previous?.bins ?? createListedTable(bins, activeId),
      changed: new Map([[activeId, { reserveX, reserveY }]]),
    };
  },
  swapFeePercent,
  view: {
    kind: "balances",
    held: "values (0, state.total_x), (1, state.total_y)",
    by: "place",
    isVirtual: false,
  },
});
