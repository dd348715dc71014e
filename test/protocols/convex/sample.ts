import { type ConvexPool, poolId } from "../../../src/protocols/convex/pool.ts";

const booster = "0xf403c135812408bfbe8713b5a23a04b3d48aae31";
const auraBooster = "0xa57b8d98dae62b26ec3bcc4a365338157060b234";

/** A pool that earns CRV, CVX and LDO. */
export const pool: ConvexPool = {
  id: poolId(booster, 100n),
  slug: "convex-finance",
  updatedBlock: 1,
  booster,
  pid: 100n,
  lpToken: "0x3175df0976dfa876431c2e9ee6bc45b65d3473cc",
  depositToken: "0x117a0bab81f25e60900787d98061ccfae023560c",
  rewardPool: "0x7e880867363a7e321f5d260cade2b0bb2f717b02",
  supply: 10n ** 24n,
  staked: 9n * 10n ** 23n,
  isShutdown: false,
  entrance: "booster",
  rewards: [
    {
      token: "0xd533a949740bb3306d119cc777fa900ba034cd52",
      rate: 10n ** 16n,
      periodFinish: 604_800n,
    },
    {
      token: "0x4e3fbd56cd56c3e72c1403e103b45db9da5b9d2b",
      rate: 10n ** 14n,
      periodFinish: 604_800n,
    },
    {
      token: "0x5a98fcbea516cf06857215779fd812ca3bef1b32",
      rate: 10n ** 15n,
      periodFinish: 300_000n,
    },
  ],
};

/** A pool of Aura that earns BAL and AURA. */
export const auraPool: ConvexPool = {
  ...pool,
  id: poolId(auraBooster, 109n),
  slug: "aura",
  booster: auraBooster,
  pid: 109n,
  lpToken: "0x1e19cf2d73a72ef1332c882f20534b6519be0276",
  depositToken: "0x9497df26e5bd669cb925ec68e730492b9300c482",
  rewardPool: "0xdd1fe5ad401d4777ce89959b7fa587e569bf125d",
  entrance: "vault",
  rewards: [
    {
      token: "0xba100000625a3754423978a60c9317c58a424e3d",
      rate: 10n ** 16n,
      periodFinish: 604_800n,
    },
    {
      token: "0xc0c293ce456ff0ed870add98a0828dd4d2903dbf",
      rate: 2n * 10n ** 16n,
      periodFinish: 604_800n,
    },
  ],
};

/** States that the conformance tests run on. */
export const samples: readonly ConvexPool[] = [
  pool,
  auraPool,
  { ...pool, isShutdown: true },
  { ...pool, supply: 0n, staked: 0n, rewards: pool.rewards.slice(0, 2) },
];
