import { type Address, erc20Abi, type PublicClient, parseAbi } from "viem";
import { lower } from "../../../src/lib/address.ts";
import { type ConvexContracts, deployments } from "../../../src/protocols/convex/contracts.ts";
import { type ConvexPool, poolId } from "../../../src/protocols/convex/pool.ts";
import type { RewardStream } from "../../../src/protocols/reward-streams.ts";

const abi = parseAbi([
  "function poolLength() view returns (uint256)",
  "function poolInfo(uint256 pid) view returns (address lptoken, address token, address gauge, address crvRewards, address stash, bool shutdown)",
  "function isShutdown() view returns (bool)",
  "function rewardRate() view returns (uint256)",
  "function periodFinish() view returns (uint256)",
  "function extraRewardsLength() view returns (uint256)",
  "function extraRewards(uint256 index) view returns (address)",
  "function rewardToken() view returns (address)",
  "function token() view returns (address)",
  "function baseToken() view returns (address)",
  "function getRewardMultipliers(address rewardContract) view returns (uint256)",
  "function mintRate() view returns (uint256)",
]);
/**
 * Of CVX and of AURA.
 *
 * @see https://github.com/convex-eth/platform/blob/4f22038387/contracts/contracts/Cvx.sol
 * @see https://github.com/aurafinance/aura-contracts/blob/a5d63932a5/contracts/core/Aura.sol
 */
const CLIFF = 100_000n * 10n ** 18n;
const AURA_CLIFFS = 500n;

/** Every pool of every booster on the chain, by contract reads alone. */
export async function read(client: PublicClient, chainId: number): Promise<readonly ConvexPool[]> {
  const states: ConvexPool[] = [];
  for (const { slug, chains } of deployments) {
    const contracts = chains[chainId]?.contracts;
    if (contracts === undefined) continue;
    const { booster, rewardToken, mintedToken, entrance } = contracts;
    if ((await client.getCode({ address: booster })) === undefined) continue;
    const ofBooster = { abi, address: booster } as const;
    const count = await client.readContract({ ...ofBooster, functionName: "poolLength" });
    const isEnded = await client.readContract({ ...ofBooster, functionName: "isShutdown" });
    for (let pid = 0n; pid < count; pid++) {
      const [lpToken, depositToken, , rewardPool, , shutdown] = await client.readContract({
        ...{ ...ofBooster, functionName: "poolInfo", args: [pid] },
      });
      const { rate, periodFinish } = await streamOf(client, rewardPool);
      const mints = await mintedFor(client, contracts, { rate, rewardPool });
      states.push({
        ...{ id: poolId(booster, pid), slug, updatedBlock: 0, booster, pid },
        ...{ lpToken: lower(lpToken), depositToken: lower(depositToken) },
        rewardPool: lower(rewardPool),
        supply: await supplyOf(client, depositToken),
        staked: await supplyOf(client, rewardPool),
        ...{ isShutdown: shutdown || isEnded, entrance },
        rewards: [
          { token: rewardToken, rate, periodFinish },
          { token: mintedToken, rate: mints, periodFinish },
          ...(await extrasOf(client, rewardPool, entrance === "vault" ? "baseToken" : "token")),
        ],
      });
    }
  }
  return states;
}

/** What is minted beside a rate of rewards. */
async function mintedFor(
  client: PublicClient,
  { booster, mintedToken, minting }: ConvexContracts,
  { rate, rewardPool }: { readonly rate: bigint; readonly rewardPool: Address },
): Promise<bigint> {
  if (minting.kind === "rate") {
    const address = minting.coordinator;
    const mintRate = await client.readContract({ abi, address, functionName: "mintRate" });
    return (rate * mintRate) / 10n ** 18n;
  }
  const supply = await supplyOf(client, mintedToken);
  if (!minting.isWeighted) {
    return supply < 1_000n * CLIFF ? (rate * (1_000n - supply / CLIFF)) / 1_000n : 0n;
  }
  const weight = await client.readContract({
    ...{ abi, address: booster, functionName: "getRewardMultipliers", args: [rewardPool] },
  });
  const left = AURA_CLIFFS - (supply - AURA_CLIFFS * CLIFF) / CLIFF;
  if (left <= 0n) return 0n;
  return (((rate * weight) / 10_000n) * ((left * 5n) / 2n + 700n)) / AURA_CLIFFS;
}

function supplyOf(client: PublicClient, address: Address): Promise<bigint> {
  return client.readContract({ abi: erc20Abi, address, functionName: "totalSupply" });
}

async function streamOf(client: PublicClient, address: Address) {
  const rate = await client.readContract({ abi, address, functionName: "rewardRate" });
  const periodFinish = await client.readContract({ abi, address, functionName: "periodFinish" });
  return { rate, periodFinish };
}

/** The devnet's pools have wrapped rewards alone. */
async function extrasOf(client: PublicClient, rewardPool: Address, inner: "token" | "baseToken") {
  const at = { abi, address: rewardPool } as const;
  const count = await client.readContract({ ...at, functionName: "extraRewardsLength" });
  const extras: RewardStream[] = [];
  for (let index = 0n; index < count; index++) {
    const args = [index] as const;
    const address = await client.readContract({ ...at, functionName: "extraRewards", args });
    const wrapper = await client.readContract({ abi, address, functionName: "rewardToken" });
    const token = await client.readContract({ abi, address: wrapper, functionName: inner });
    extras.push({ token: lower(token), ...(await streamOf(client, address)) });
  }
  return extras;
}
