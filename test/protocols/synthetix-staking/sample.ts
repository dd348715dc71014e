import type { StakingPool } from "../../../src/protocols/synthetix-staking/pool.ts";

const state: StakingPool = {
  id: "0x7fba4b8dc5e7616e59622806932dbea72537a56b",
  address: "0x7fba4b8dc5e7616e59622806932dbea72537a56b",
  slug: "uniswap-v2-staking",
  updatedBlock: 1,
  stakingToken: "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc",
  rewardsToken: "0x1f9840a85d5af5bf1d1762f925bdaddc4201f984",
  totalSupply: 1_000_000_000_000_000_000n,
  rewardRate: 19_290_123_456_790_123n,
  periodFinish: 1_000_000,
  rewardsDuration: 5_184_000,
  isPaused: false,
};

/** States that the conformance tests run on. */
export const samples: readonly StakingPool[] = [state, { ...state, isPaused: true }];
