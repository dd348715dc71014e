import type { RewardVault } from "../../../src/protocols/berachain-reward-vault/pool.ts";

const E18 = 10n ** 18n;

/** A vault of BEX that pays 5,000 BGT in a week. */
export const vault: RewardVault = {
  id: "0x00000000000000000000000000000000000000c1",
  address: "0x00000000000000000000000000000000000000c1",
  slug: "berachain-bex",
  updatedBlock: 1,
  stakeToken: "0x0000000000000000000000000000000000000b00",
  rewardToken: "0x656b95e550c07a9ffe548bd4085c72418ceb1dba",
  isBex: true,
  totalSupply: 1_000_000n * E18,
  rewardRateWad: (5_000n * E18 * E18) / 604_800n,
  periodFinish: 1_000_000,
  undistributedWad: 0n,
  rewardsDuration: 604_800,
  isPaused: false,
};

/** States that the conformance tests run on. */
export const samples: readonly RewardVault[] = [
  vault,
  { ...vault, slug: "berachain-pol", isBex: false, totalSupply: 0n },
];
