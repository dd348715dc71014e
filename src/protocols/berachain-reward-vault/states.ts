import { storedStates } from "../states.ts";
import { deployments } from "./contracts.ts";
import type { RewardVault } from "./pool.ts";
import { berachainRewardVault } from "./schema.ts";

/** The reward vaults. */
export const states = storedStates({
  table: berachainRewardVault,
  id: "address",
  state({ chainId, ...row }): RewardVault {
    const isOfBex = deployments.some(
      ({ slug, chains }) => slug === row.slug && chains[chainId]?.contracts.stakes === "bex",
    );
    return { id: row.address, ...row, isBex: isOfBex };
  },
  view: {
    kind: "stakes",
    stakedToken: "stake_token",
    staked: "total_supply",
    rewardTokens: "array[reward_token]",
  },
});
