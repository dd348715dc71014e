import {
  type Address,
  encodeFunctionData,
  type Hex,
  numberToHex,
  parseAbi,
  parseEventLogs,
} from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BerachainRewardVault } from "../../../abis/BerachainRewardVault.ts";
import { bex } from "../../../devnet/protocols/balancer-v2.ts";
import {
  DISTRIBUTOR,
  berachainRewardVault as devnetVaults,
  REWARD_VAULT_FACTORY,
  rewardVaultAbi,
} from "../../../devnet/protocols/berachain-reward-vault.ts";
import { berachainRewardVault } from "../../../src/protocols/berachain-reward-vault/index.ts";
import { quote, type RewardVault } from "../../../src/protocols/berachain-reward-vault/pool.ts";
import {
  created,
  type RewardVaultFacts,
  rewarded,
  staked,
  withdrawn,
} from "../../../src/protocols/berachain-reward-vault/transitions.ts";
import type { Edge } from "../../../src/protocols/protocol.ts";
import { createRandom } from "../chain.ts";
import { conformsOnChain } from "../on-chain.ts";
import {
  type ProtocolChain,
  type ProtocolChainOptions,
  startProtocolChain,
} from "../protocol-chain.ts";
import { read } from "./read.ts";
import { balanceOf, queue, shake } from "./shake.ts";

const CHAIN: ProtocolChainOptions = {
  chainId: 80094,
  protocols: [bex, devnetVaults],
};
const abi = rewardVaultAbi;
const DAY = 86_400;
const ALLOWANCE_GAS = 30_000n;

conformsOnChain(berachainRewardVault, {
  ...CHAIN,
  shake,
  read: ({ client }) => read(client, 80094),
  holders: ({ builder }) => [builder.operator],
  largest: 10n ** 21n,
});

describe("on the contracts", () => {
  let chain: ProtocolChain;
  beforeAll(async () => {
    chain = await startProtocolChain(CHAIN);
  }, 240_000);
  afterAll(() => chain?.stop());

  async function first(): Promise<RewardVault> {
    const [state] = await read(chain.client, 80094);
    if (state === undefined) throw new Error("There is no vault.");
    return state;
  }

  async function send(from: Address, to: Address, data: Hex): Promise<bigint> {
    await chain.node.setBalance({ address: from, value: 10n ** 20n });
    await chain.node.impersonateAccount({ address: from });
    const hash = await chain.node.sendTransaction({
      ...{ account: from, to, data, chain: null, gas: 1_000_000n },
    });
    await chain.node.mine({ blocks: 1 });
    const receipt = await chain.node.getTransactionReceipt({ hash });
    if (receipt.status !== "success") throw new Error(`A call of ${to} reverted.`);
    return receipt.gasUsed - 21_000n;
  }

  test("default: a vault for each pool of BEX, and another for anything else", async () => {
    const other = chain.tokens.find(({ symbol }) => symbol === "HONEY")?.address;
    if (other === undefined) throw new Error("There is no HONEY.");
    const args = [other] as const;
    const data = encodeFunctionData({ abi, functionName: "createRewardVault", args });
    queue(chain, REWARD_VAULT_FACTORY, data);
    const minting = [chain.builder.operator, 10n ** 26n] as const;
    const mintAbi = parseAbi(["function mint(address to, uint256 value)"]);
    queue(chain, other, encodeFunctionData({ abi: mintAbi, args: minting }));
    await chain.builder.flush();
    const states = await read(chain.client, 80094);
    expect(states.map(({ isBex }) => isBex)).toEqual([true, true, true, false]);
  });

  test("behavior: all logs since the deployment make what the contract answers", async () => {
    const random = createRandom(3);
    for (let round = 0; round < 80; round++) await shake(chain, random);
    for (const state of await read(chain.client, 80094)) {
      const { address } = state;
      let facts: RewardVaultFacts = created();
      const logs = await chain.client.getLogs({ address, fromBlock: 0n, toBlock: "latest" });
      for (const log of parseEventLogs({ abi: BerachainRewardVault, logs })) {
        const block = await chain.client.getBlock({ blockNumber: log.blockNumber ?? 0n });
        const now = Number(block.timestamp);
        if (log.eventName === "Staked") facts = staked(facts, log.args.amount, now);
        if (log.eventName === "Withdrawn") facts = withdrawn(facts, log.args.amount, now);
        if (log.eventName === "RewardAdded") facts = rewarded(facts, log.args.reward, now);
        if (log.eventName === "RewardsDurationUpdated") {
          facts = { ...facts, rewardsDuration: Number(log.args.newDuration) };
        }
        if (log.eventName === "Paused") facts = { ...facts, isPaused: true };
        if (log.eventName === "Unpaused") facts = { ...facts, isPaused: false };
      }
      expect({ ...state, ...facts }).toEqual(state);
    }
  });

  test("behavior: a wallet stakes, harvests and withdraws; a delegated stake is not its own", async () => {
    const state = await first();
    const wallet: Address = "0x00000000000000000000000000000000000000f7";
    if (state.isPaused) {
      queue(chain, state.address, encodeFunctionData({ abi, functionName: "unpause" }));
      await chain.builder.flush();
    }
    const amount = 10n ** 18n;
    const give = encodeFunctionData({
      abi: parseAbi(["function transfer(address to, uint256 value)"]),
      args: [wallet, amount],
    });
    queue(chain, state.stakeToken, give);
    const reward = [state.address, 10n ** 21n] as const;
    queue(
      chain,
      DISTRIBUTOR,
      encodeFunctionData({ abi, functionName: "distribute", args: reward }),
    );
    await chain.builder.flush();
    const approval = [state.address, amount] as const;
    await send(
      wallet,
      state.stakeToken,
      encodeFunctionData({ abi, functionName: "approve", args: approval }),
    );
    const gas = await send(
      wallet,
      state.address,
      encodeFunctionData({ abi, functionName: "stake", args: [amount] }),
    );
    const edge: Edge = { action: "deposit", tokenIn: state.stakeToken, tokenOut: state.address };
    const quoted = quote(await first(), edge, 1n);
    expect(quoted.ok && Number(quoted.gas) / Number(gas + ALLOWANCE_GAS)).toBeCloseTo(1, 1);
    expect(await balanceOf(chain, state.address, wallet)).toBe(amount);
    await chain.node.request({
      ...{ method: "anvil_mine", params: [numberToHex(1), numberToHex(DAY)] },
    });
    await send(
      wallet,
      state.address,
      encodeFunctionData({ abi, functionName: "getReward", args: [wallet, wallet] }),
    );
    expect(await balanceOf(chain, state.rewardToken, wallet)).toBeGreaterThan(0n);
    const delegated = [wallet, amount] as const;
    const allow = [state.address, amount] as const;
    queue(
      chain,
      state.stakeToken,
      encodeFunctionData({ abi, functionName: "approve", args: allow }),
    );
    queue(
      chain,
      state.address,
      encodeFunctionData({ abi, functionName: "delegateStake", args: delegated }),
    );
    await chain.builder.flush();
    expect(await balanceOf(chain, state.address, wallet)).toBe(2n * amount);
    const all = encodeFunctionData({ abi, functionName: "withdraw", args: [2n * amount] });
    await expect(
      chain.client.call({ account: wallet, to: state.address, data: all }),
    ).rejects.toThrow();
    await send(
      wallet,
      state.address,
      encodeFunctionData({ abi, functionName: "withdraw", args: [amount] }),
    );
    expect(await balanceOf(chain, state.stakeToken, wallet)).toBe(amount);
  });
});
