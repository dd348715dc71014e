import { ne, or } from "drizzle-orm";
import { storedStates } from "../states.ts";
import { createBinTable } from "./bins.ts";
import type { LiquidityBookPool } from "./pool.ts";
import { liquidityBookBin, liquidityBookPool } from "./schema.ts";

/**
 * The pairs with the bins that hold something, which one keeps until another than the active one
 * changes. Those without a filter period are left out: whether the references moved between two
 * trades of a block is in no log then.
 */
export const states = storedStates({
  table: liquidityBookPool,
  id: "address",
  where: ne(liquidityBookPool.filterPeriod, 0),
  beside: {
    table: liquidityBookBin,
    rows: "parts",
    columns: ["pool", "bin", "reserveX", "reserveY"],
    on: [["pool", "address"]],
    where: or(ne(liquidityBookBin.reserveX, 0n), ne(liquidityBookBin.reserveY, 0n)),
  },
  takesOver: ({ binsBlock }, previous: LiquidityBookPool) => previous.binsBlock === binsBlock,
  state(row, bins, previous): LiquidityBookPool {
    const { address, slug, tokenX, tokenY, binStep, activeId, reserveX, reserveY } = row;
    const { baseFactor, filterPeriod, decayPeriod, reductionFactor, variableFeeControl } = row;
    const { protocolShare, maxVolatilityAccumulator, binsBlock, updatedBlock } = row;
    const { volatilityAccumulator, volatilityReference, idReference, timeOfLastUpdate } = row;
    return {
      ...{ id: address, address, slug, tokenX, tokenY, binStep, activeId, binsBlock, updatedBlock },
      parameters: {
        ...{ baseFactor, filterPeriod, decayPeriod, reductionFactor, variableFeeControl },
        ...{ protocolShare, maxVolatilityAccumulator },
      },
      volatility: {
        ...{ volatilityAccumulator, volatilityReference, idReference, timeOfLastUpdate },
      },
      bins: previous?.bins ?? createBinTable(bins, activeId),
      changed: new Map([[activeId, { reserveX, reserveY }]]),
    };
  },
  swapFeePercent: "base_factor * bin_step / 1e6",
  view: {
    kind: "balances",
    held: "values (0, state.total_x), (1, state.total_y)",
    by: "place",
    isVirtual: false,
  },
});
