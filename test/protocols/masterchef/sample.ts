import { type ChefPool, poolId } from "../../../src/protocols/masterchef/pool.ts";

const chef = "0xc2edad668740f1aa35e4d8f227fb8e17dcca888c";
const state: ChefPool = {
  id: poolId(chef, 12n),
  slug: "sushiswap-masterchef",
  updatedBlock: 1,
  chef,
  pid: 12n,
  credits: "caller",
  lpToken: "0xceff51756c56ceffca006cd410b03ffc46dd3a58",
  rewardToken: "0x6b3595068778dd592e39a122f4f5a5cf09c90fe2",
  staked: 1_000_000_000_000_000_000n,
  rewardPerYear: 2_000_000_000_000_000_000n,
};

/** States that the conformance tests run on. */
export const samples: readonly ChefPool[] = [
  state,
  { ...state, credits: "anyone" },
  { ...state, rewardToken: null, staked: 0n, rewardPerYear: 0n },
];
