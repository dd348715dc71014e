import { type Address, type Hex, pad } from "viem";
import type { ChainService } from "../../src/api/chain/service.ts";
import type { HeldState } from "../../src/api/graph/memory.ts";
import type { Deps } from "../../src/api/http/deps.ts";
import { CHAINS } from "../../src/lib/chains.ts";
import { berachainRewardVault } from "../../src/protocols/berachain-reward-vault/index.ts";
import type { RewardVault } from "../../src/protocols/berachain-reward-vault/pool.ts";
import { masterChef } from "../../src/protocols/masterchef/index.ts";
import { type ChefPool, poolId } from "../../src/protocols/masterchef/pool.ts";
import { morphoBlue } from "../../src/protocols/morpho-blue/index.ts";
import type { MorphoMarket } from "../../src/protocols/morpho-blue/pool.ts";
import { synthetixStaking } from "../../src/protocols/synthetix-staking/index.ts";
import type { StakingPool } from "../../src/protocols/synthetix-staking/pool.ts";
import { BLOCK, DAI, HONEY, serviceOf, snapshotOf, TIMESTAMP, USDC, WETH } from "./fixture.ts";

export const MORPHO: Address = "0xbbbbbbbbbb9cc5e90e3b3af64bdaf62c37eeffcb";
export const CHEF: Address = "0xc2edad668740f1aa35e4d8f227fb8e17dcca888c";
export const STAKING: Address = "0x7fba4b8dc5e7616e59622806932dbea72537a56b";
export const BEX_VAULT: Address = "0x00000000000000000000000000000000000bec51";

/** Ids of the two markets inside Morpho: that of USDC and that of DAI. */
export const MARKETS: readonly [Hex, Hex] = [pad("0xf1", { size: 32 }), pad("0xf2", { size: 32 })];

const ETHER = 10n ** 18n;

function market(id: Hex, loanToken: Address): MorphoMarket {
  return {
    ...{ id, slug: "morpho-blue", updatedBlock: BLOCK, morpho: MORPHO, model: "none" },
    ...{ loanToken, collateralToken: WETH, lltvWad: (86n * ETHER) / 100n, feeWad: 0n },
    oracle: "0x0000000000000000000000000000000000000c00",
    irm: "0x0000000000000000000000000000000000000000",
    ...{ totalSupplyAssets: 10n ** 13n, totalSupplyShares: 10n ** 19n },
    ...{ totalBorrowAssets: 5n * 10n ** 12n, totalBorrowShares: 5n * 10n ** 18n },
    ...{ lastUpdate: BigInt(TIMESTAMP), rateAtTargetWad: 0n },
  };
}

const farm: ChefPool = {
  ...{ id: poolId(CHEF, 12n), slug: "sushiswap-masterchef", updatedBlock: BLOCK, chef: CHEF },
  ...{ pid: 12n, credits: "caller", lpToken: DAI, rewardToken: null },
  ...{ staked: ETHER, rewardPerYear: 0n },
};

const staking: StakingPool = {
  ...{ id: STAKING, address: STAKING, slug: "uniswap-v2-staking", updatedBlock: BLOCK },
  ...{ stakingToken: USDC, rewardsToken: WETH, totalSupply: 10n ** 12n, rewardRate: 0n },
  ...{ periodFinish: 0, rewardsDuration: 5_184_000, isPaused: false },
};

const bexVault: RewardVault = {
  ...{ id: BEX_VAULT, address: BEX_VAULT, slug: "berachain-bex", updatedBlock: BLOCK, isBex: true },
  ...{ stakeToken: HONEY, rewardToken: "0x656b95e550c07a9ffe548bd4085c72418ceb1dba" },
  ...{ totalSupply: ETHER, rewardRateWad: 0n, undistributedWad: 0n, rewardsDuration: 604_800 },
  ...{ periodFinish: 0, isPaused: false },
};

const STATES: Readonly<Record<number, readonly HeldState[]>> = {
  1: [
    { protocol: morphoBlue, state: market(MARKETS[0], USDC) },
    { protocol: morphoBlue, state: market(MARKETS[1], DAI) },
    { protocol: masterChef, state: farm },
    { protocol: synthetixStaking, state: staking },
  ],
  80094: [{ protocol: berachainRewardVault, state: bexVault }],
};

/**
 * Chains 1 and 80094 with positions: two that share a contract, two that credit their caller alone,
 * one of BEX.
 */
export function positionDeps(): Pick<Deps, "chains"> {
  const services = [1, 80_094].map((chainId): readonly [number, ChainService] => {
    const chain = CHAINS.get(chainId);
    if (chain === undefined) throw new Error(`chain ${chainId} is not known`);
    const snapshot = snapshotOf(chain, STATES[chainId] ?? []);
    return [
      chainId,
      { ...serviceOf(chain), snapshot: () => snapshot, lastSnapshot: () => snapshot },
    ];
  });
  return { chains: new Map(services) };
}
