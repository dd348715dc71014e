import { storedStates } from "../states.ts";
import type { AaveV3Reserve } from "./pool.ts";
import { aaveV3Reserve, aaveV3Reward } from "./schema.ts";

const RAY = "1e27::numeric";

/** The reserves of every market, with their rewards. */
export const states = storedStates({
  table: aaveV3Reserve,
  id: "aToken",
  beside: {
    table: aaveV3Reward,
    rows: "written-once",
    columns: ["pool", "underlying", "reward"],
    on: [
      ["pool", "pool"],
      ["underlying", "underlying"],
    ],
  },
  state: ({ chainId: _chainId, ...row }, rewards): AaveV3Reserve => ({
    id: row.aToken,
    ...row,
    rewards: rewards.map(({ reward }) => reward).sort(),
  }),
  view: {
    kind: "lending-market",
    loanToken: "underlying",
    collateralToken: "null",
    supplied: `div(scaled_supply * liquidity_index_ray, ${RAY})`,
    borrowed: `div(scaled_variable_debt * variable_borrow_index_ray, ${RAY}) + stable_debt`,
  },
});
