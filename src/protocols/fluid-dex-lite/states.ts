import { storedStates } from "../states.ts";
import { centerNonceOf } from "./prices.ts";
import { fluidDexLitePool } from "./schema.ts";
import type { DexLitePool } from "./state.ts";

type Row = typeof fluidDexLitePool.$inferSelect;

/** Smallest units of a supply, whose bits and those of its token's decimals begin at these. */
function amountOf(supply: number, decimals: number): string {
  const bits = (from: number, count: number) =>
    `(div(state.variables, power(2::numeric, ${from})) % power(2::numeric, ${count}))`;
  return `trunc(${bits(supply, 60)} * power(10::numeric, ${bits(decimals, 5)} - 9))`;
}

/** The pools; those whose contract of the center price has not been read are none. */
export const states = storedStates({
  table: fluidDexLitePool,
  id: "dexId",
  state: (row): DexLitePool | null => {
    const isUnread = centerNonceOf(row.variables) !== 0n && row.externalPrice === 0n;
    return isUnread ? null : poolState(row);
  },
  swapFeePercent: "(variables % 8192) / 1e4",
  view: {
    kind: "balances",
    held: `
      select place, amount from (values
        (0, ${amountOf(136, 126)}),
        (1, ${amountOf(196, 131)})) as each (place, amount)`,
    by: "place",
    isVirtual: false,
  },
});

/** The state of a pool with what its row holds. */
export function poolState(row: Omit<Row, "chainId">): DexLitePool {
  const { dexId, slug, address, salt, updatedBlock, tokens } = row;
  const { variables, centerShift, rangeShift, thresholdShift, externalPrice } = row;
  const [token0, token1] = tokens;
  if (token0 === undefined || token1 === undefined) throw new Error(`${dexId} has no two tokens`);
  return {
    ...{ id: dexId, slug, address, salt, updatedBlock, tokens: [token0, token1] },
    ...{ variables, centerShift, rangeShift, thresholdShift, externalPrice },
  };
}
