import { streamsOf } from "../reward-streams.ts";
import { storedStates } from "../states.ts";
import type { CurveGauge } from "./pool.ts";
import { curveGauge } from "./schema.ts";

/** The gauges. */
export const states = storedStates({
  table: curveGauge,
  id: "address",
  state({ chainId: _chainId, rewardTokens, rewardRates, rewardEnds, ...row }): CurveGauge {
    const rewards = streamsOf({ rewardTokens, rewardRates, rewardEnds });
    return { id: row.address, ...row, rewards };
  },
  view: {
    kind: "stakes",
    stakedToken: "lp_token",
    staked: "supply",
    rewardTokens: "reward_tokens",
  },
});
