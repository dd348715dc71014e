import type { FamilySeed } from "../../seed/family.ts";
import { addressOf, firstWords } from "../../seed/words.ts";
import { deployments } from "./contracts.ts";

const FACTS = ["stakingToken()", "rewardsToken()"];
const STATE = ["totalSupply()", "rewardRate()", "periodFinish()", "rewardsDuration()", "paused()"];

/**
 * The state of staking contracts, which are listed. One that nobody has used has no logs and no
 * row.
 */
export const synthetixStakingSeed: FamilySeed = {
  sources: ["StakingRewards"],
  version: 1,
  factsOf: {
    ...{ table: "stakingRewards", by: "address" },
    facts: ({ rewardsToken }) => ({ rewardsToken: String(rewardsToken) }),
  },
  catalogues: (chainId) =>
    deployments.flatMap(({ slug, chains }) => {
      const listed = chains[chainId]?.contracts.stakingRewards ?? [];
      if (listed.length === 0) return [];
      return [
        {
          kind: "fixed",
          key: slug,
          async read(state) {
            const answers = await firstWords(state, listed, FACTS);
            return listed.flatMap((address, at) => {
              const [staking, rewards] = answers[at] ?? [];
              if (staking === undefined || rewards === undefined) return [];
              const facts = { rewardsToken: addressOf(rewards) };
              const tokens = [addressOf(staking)];
              return [{ id: address, address, parent: address, slug, tokens, facts }];
            });
          },
        },
      ];
    }),
  async state(state, pools, { chainId, number: updatedBlock }) {
    const answers = await firstWords(
      state,
      pools.map(({ address }) => address),
      STATE,
    );
    const rows = pools.map(({ address, slug, tokens: [stakingToken], facts }, at) => {
      const [totalSupply = 0n, rewardRate = 0n, finish = 0n, duration = 0n, paused] =
        answers[at] ?? [];
      return {
        ...{ chainId, address, slug, stakingToken, rewardsToken: facts.rewardsToken },
        ...{ totalSupply, rewardRate, periodFinish: Number(finish) },
        ...{ rewardsDuration: Number(duration), isPaused: paused === 1n, updatedBlock },
      };
    });
    const tokens = pools.map(({ facts }) => ({ address: facts.rewardsToken as `0x${string}` }));
    return { rows: { stakingRewards: rows }, tokens };
  },
};
