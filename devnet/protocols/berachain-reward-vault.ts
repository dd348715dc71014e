import { type Address, encodeFunctionData, type Hex, parseAbi, slice, toEventSelector } from "viem";
import { z } from "zod";
import { lower } from "../../src/lib/address.ts";
import type { Builder } from "../builder.ts";
import { deployAt } from "../deploy-at.ts";
import { pickArtifact } from "../solidity/artifact.ts";
import { BEX } from "./balancer-v2.ts";
import type { DevnetProtocol } from "./protocol.ts";

// https://github.com/berachain/metadata/blob/1cedf1e12e/scripts/_constants.ts
// https://github.com/DefiLlama/dimension-adapters/blob/e7346b0e9e/fees/beradrome/index.ts
export const REWARD_VAULT_FACTORY: Address = "0x94Ad6Ac84f6C6FbA8b8CCbD71d9f4f101def52a8";
export const BGT: Address = "0x656b95E550C07a9ffe548bd4085c72418Ceb1dba";
export const DISTRIBUTOR: Address = "0xD2f19a79b026Fb636A7c300bF5947df113940761";

/** What the operator can do beyond the calls of anyone. */
export const rewardVaultAbi = parseAbi([
  "function createRewardVault(address stakingToken) returns (address)",
  "function getVault(address stakingToken) view returns (address)",
  "function distribute(address vault, uint256 reward)",
  "function approve(address spender, uint256 value) returns (bool)",
  "function balanceOf(address account) view returns (uint256)",
  "function earned(address account) view returns (uint256)",
  "function stake(uint256 amount)",
  "function delegateStake(address account, uint256 amount)",
  "function withdraw(uint256 amount)",
  "function getReward(address account, address recipient) returns (uint256)",
  "function setRewardsDuration(uint256 duration)",
  "function pause()",
  "function unpause()",
]);

const GAS = { create: 3_000_000n, call: 400_000n };

/** BGT of a week for each vault. */
const WEEKLY_REWARD = 500n * 10n ** 18n;

/** Part of its shares that the operator stakes. */
const STAKED_PART = 10n;

const logsSchema = z.array(z.object({ topics: z.array(z.custom<Hex>()) }));

/**
 * Reward vaults of Berachain: own contracts at the real addresses, with a vault for each pool of
 * BEX.
 */
export const berachainRewardVault: DevnetProtocol = {
  slug: "berachain-reward-vault",
  compilations: ["berachainRewardVault"],
  async deploy({ builder, compiled }) {
    const contracts = compiled.berachainRewardVault;
    await deployAt(builder, [
      { address: BGT, artifact: pickArtifact(contracts, "Bgt"), args: [DISTRIBUTOR] },
      { address: DISTRIBUTOR, artifact: pickArtifact(contracts, "Distributor"), args: [BGT] },
      {
        address: REWARD_VAULT_FACTORY,
        artifact: pickArtifact(contracts, "RewardVaultFactory"),
        args: [builder.operator, BGT, DISTRIBUTOR],
      },
    ]);
  },
  /** Stakes a tenth of the operator's shares of each pool, and starts a week of rewards. */
  async seed({ builder }) {
    for (const pool of await bexPools(builder)) await seedVault(builder, pool);
  },
};

async function seedVault(builder: Builder, pool: Address): Promise<void> {
  const queue = (to: Address, data: Hex, gas = GAS.call) =>
    builder.queue({ to, data, gas, label: `reward vault of ${pool}: ${data.slice(0, 10)}` });
  const abi = rewardVaultAbi;
  const args = [pool] as const;
  queue(
    REWARD_VAULT_FACTORY,
    encodeFunctionData({ abi, functionName: "createRewardVault", args }),
    GAS.create,
  );
  await builder.flush();
  const getVault = encodeFunctionData({ abi, functionName: "getVault", args });
  const vault = lower(slice(await call(builder, REWARD_VAULT_FACTORY, getVault), 12));
  const holder = [builder.operator] as const;
  const balanceOf = encodeFunctionData({ abi, functionName: "balanceOf", args: holder });
  const amount = BigInt(await call(builder, pool, balanceOf)) / STAKED_PART;
  queue(pool, encodeFunctionData({ abi, functionName: "approve", args: [vault, amount] }));
  queue(vault, encodeFunctionData({ abi, functionName: "stake", args: [amount] }));
  queue(
    DISTRIBUTOR,
    encodeFunctionData({ abi, functionName: "distribute", args: [vault, WEEKLY_REWARD] }),
  );
  await builder.flush();
}

async function call(builder: Builder, to: Address, data: Hex): Promise<Hex> {
  return z.custom<Hex>().parse(await builder.rpc.request("eth_call", [{ to, data }, "latest"]));
}

async function bexPools(builder: Builder): Promise<readonly Address[]> {
  const filter = {
    address: [BEX.weightedFactory, BEX.stableFactory],
    topics: [toEventSelector("PoolCreated(address)")],
    fromBlock: "0x0",
  };
  const logs = logsSchema.parse(await builder.rpc.request("eth_getLogs", [filter]));
  return logs.flatMap(({ topics: [, pool] }) => (pool === undefined ? [] : [slice(pool, 12)]));
}
