import { contractsOn } from "../deployment.ts";
import { streamsOf } from "../reward-streams.ts";
import { storedStates } from "../states.ts";
import { deployments } from "./contracts.ts";
import type { ConvexPool } from "./pool.ts";
import { convexPool } from "./schema.ts";

/** The pools that someone has deposited in. */
export const states = storedStates({
  table: convexPool,
  id: "id",
  state({ chainId, rewardTokens, rewardRates, rewardEnds, ...row }): ConvexPool | null {
    const contracts = contractsOn(deployments, row.slug, chainId);
    if (contracts === null) return null;
    const rewards = streamsOf({ rewardTokens, rewardRates, rewardEnds });
    return { ...row, entrance: contracts.entrance, rewards };
  },
  view: {
    kind: "stakes",
    stakedToken: "lp_token",
    staked: "supply",
    rewardTokens: "reward_tokens",
  },
});
