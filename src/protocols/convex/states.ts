import { streamsOf } from "../reward-streams.ts";
import { storedStates } from "../states.ts";
import type { ConvexPool } from "./pool.ts";
import { convexPool } from "./schema.ts";

/** The pools that someone has deposited in. */
export const states = storedStates({
  table: convexPool,
  id: "id",
  state({ chainId: _chainId, rewardTokens, rewardRates, rewardEnds, ...row }): ConvexPool {
    const rewards = streamsOf({ rewardTokens, rewardRates, rewardEnds });
    return { ...row, rewards };
  },
  view: {
    kind: "stakes",
    stakedToken: "lp_token",
    staked: "supply",
    rewardTokens: "reward_tokens",
  },
});
