import type { StateView } from "../state-view.ts";

const Q96 = 2n ** 96n;

/**
 * What the liquidity at the price of a concentrated pool stands for, as if it were over all prices.
 */
export const concentratedView = {
  kind: "balances",
  held: `values
    (0, div(state.liquidity * ${Q96}, state.sqrt_price_x_96)),
    (1, div(state.liquidity * state.sqrt_price_x_96, ${Q96}))`,
  by: "place",
  isVirtual: true,
  where: "state.sqrt_price_x_96 > 0",
} as const satisfies StateView;
