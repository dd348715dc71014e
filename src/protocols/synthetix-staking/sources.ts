import { StakingRewards } from "../../../abis/StakingRewards.ts";
import type { Environment } from "../../lib/env.ts";
import { chainSources } from "../sources.ts";
import { deployments } from "./contracts.ts";

/** What Ponder indexes for the family, by source name. */
export function synthetixStakingSources(environment: Pick<Environment, "chains">) {
  return {
    StakingRewards: {
      abi: StakingRewards,
      chain: chainSources(deployments, environment, {
        address: (contracts) => contracts.flatMap(({ stakingRewards }) => stakingRewards),
      }),
    },
  };
}
