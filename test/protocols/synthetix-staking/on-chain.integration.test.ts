import { type Address, encodeFunctionData, type Hex, parseAbi, parseEventLogs } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { StakingRewards } from "../../../abis/StakingRewards.ts";
import {
  synthetixStaking as devnetStaking,
  UNISWAP_STAKING,
} from "../../../devnet/protocols/synthetix-staking.ts";
import { UNISWAP_V2_FACTORY, uniswapV2 } from "../../../devnet/protocols/uniswap-v2.ts";
import { synthetixStaking } from "../../../src/protocols/synthetix-staking/index.ts";
import { apy, quote, type StakingPool } from "../../../src/protocols/synthetix-staking/pool.ts";
import { changed, created } from "../../../src/protocols/synthetix-staking/transitions.ts";
import { createRandom, randomAmount } from "../chain.ts";
import { conformsOnChain, type Random } from "../on-chain.ts";
import { PAIR_HOLDER, wethPairs } from "../pairs.ts";
import {
  mineAfter,
  type ProtocolChain,
  type ProtocolChainOptions,
  startProtocolChain,
} from "../protocol-chain.ts";
import { read } from "./read.ts";

const SYMBOLS = ["USDC", "DAI", "USDT", "WBTC"];
const pairs = UNISWAP_STAKING.map(({ pair }, i) => ({ symbol: SYMBOLS[i] ?? "", pair }));
const CHAIN: ProtocolChainOptions = {
  chainId: 1,
  protocols: [uniswapV2, wethPairs(UNISWAP_V2_FACTORY, pairs), devnetStaking],
};
const abi = parseAbi([
  "function approve(address spender, uint256 value)",
  "function stake(uint256 amount)",
  "function withdraw(uint256 amount)",
  "function getReward()",
  "function mint(address to, uint256 value)",
  "function notifyRewardAmount(uint256 reward)",
  "function balanceOf(address account) view returns (uint256)",
  "function earned(address account) view returns (uint256)",
]);

/** Sends from the holder of the pairs' shares and mines. */
async function send({ node }: ProtocolChain, to: Address, data: Hex): Promise<bigint> {
  await node.setBalance({ address: PAIR_HOLDER, value: 10n ** 20n });
  await node.impersonateAccount({ address: PAIR_HOLDER });
  const transaction = { account: PAIR_HOLDER, to, data, chain: null, gas: 1_000_000n } as const;
  const hash = await node.sendTransaction(transaction);
  await node.mine({ blocks: 1 });
  const receipt = await node.getTransactionReceipt({ hash });
  if (receipt.status !== "success") throw new Error(`A call of ${to} reverted.`);
  return receipt.gasUsed - 21_000n;
}

/**
 * Stakes, withdraws, is rewarded, adds rewards, or lets time pass: one of them, on one of the
 * contracts.
 */
async function shake(chain: ProtocolChain, random: Random): Promise<void> {
  const states = await read(chain.client, 1);
  const state = states[Math.floor(random() * states.length)];
  if (state === undefined) throw new Error("There is no staking contract.");
  const { address, stakingToken } = state;
  const args = [PAIR_HOLDER] as const;
  const staked = await chain.client.readContract({ abi, address, functionName: "balanceOf", args });
  const roll = random();
  if (roll < 0.4) {
    const amount = randomAmount(random, 1, 9);
    const approval = [address, amount] as const;
    await send(
      chain,
      stakingToken,
      encodeFunctionData({ abi, functionName: "approve", args: approval }),
    );
    await send(chain, address, encodeFunctionData({ abi, functionName: "stake", args: [amount] }));
  } else if (roll < 0.6 && staked > 1n) {
    await send(
      chain,
      address,
      encodeFunctionData({ abi, functionName: "withdraw", args: [staked / 2n] }),
    );
  } else if (roll < 0.75) {
    await fund(chain, state, randomAmount(random, 16, 23));
  } else {
    await mineAfter(chain, Math.floor(random() * 3_000_000));
  }
}

/** Begins a period in which a contract pays a reward. */
async function fund(
  { builder }: ProtocolChain,
  { address, rewardsToken }: StakingPool,
  reward: bigint,
): Promise<void> {
  for (const [to, data] of [
    [rewardsToken, encodeFunctionData({ abi, functionName: "mint", args: [address, reward] })],
    [address, encodeFunctionData({ abi, functionName: "notifyRewardAmount", args: [reward] })],
  ] as const) {
    builder.queue({ to, data, gas: 500_000n, label: "reward" });
  }
  await builder.flush();
}

conformsOnChain(synthetixStaking, {
  ...CHAIN,
  shake,
  read: ({ client }) => read(client, 1),
  holders: () => [PAIR_HOLDER],
  largest: 10n ** 10n,
});

describe("on the contracts", () => {
  let chain: ProtocolChain;
  beforeAll(async () => {
    chain = await startProtocolChain(CHAIN);
  });
  afterAll(() => chain?.stop());

  async function first(): Promise<StakingPool> {
    const [state] = await read(chain.client, 1);
    if (state === undefined) throw new Error("There is no staking contract.");
    return state;
  }

  test("behavior: all logs since the deployment make what the contract answers", async () => {
    const random = createRandom(3);
    for (let round = 0; round < 30; round++) await shake(chain, random);
    for (const state of await read(chain.client, 1)) {
      const { address } = state;
      let facts = created(5_184_000n);
      const logs = await chain.client.getLogs({ address, fromBlock: 0n });
      for (const log of parseEventLogs({ abi: StakingRewards, logs })) {
        const { timestamp } = await chain.client.getBlock({ blockNumber: log.blockNumber });
        facts = { ...facts, ...changed(facts, log, Number(timestamp)) };
      }
      expect({ ...state, ...facts }).toEqual(state);
    }
  });

  test("behavior: an account withdraws its stake and is paid what it earned", async () => {
    const { address, stakingToken, rewardsToken } = await first();
    // A stake between two periods costs less gas.
    await fund(chain, await first(), 10n ** 24n);
    const approval = [address, 10n ** 9n] as const;
    await send(
      chain,
      stakingToken,
      encodeFunctionData({ abi, functionName: "approve", args: approval }),
    );
    const stake = encodeFunctionData({ abi, functionName: "stake", args: [10n ** 9n] });
    const gas = Number(await send(chain, address, stake));
    const state = await first();
    const quoted = quote(
      state,
      { action: "deposit", tokenIn: stakingToken, tokenOut: address },
      1n,
    );
    expect(quoted.ok && Number(quoted.gas) / gas).toBeGreaterThan(0.8);
    expect(quoted.ok && Number(quoted.gas) / gas).toBeLessThan(1.6);
    const balance = (token: Address) =>
      chain.client.readContract({
        abi,
        address: token,
        functionName: "balanceOf",
        args: [PAIR_HOLDER],
      });
    for (const action of synthetixStaking.accountActions?.(state) ?? []) {
      const { operation, tokensOut } = action;
      const [token] = tokensOut;
      if (operation.function === null || token === undefined) throw new Error("nothing to call");
      const before = await balance(token);
      const values = operation.args.map(() => 10n ** 8n);
      const data = encodeFunctionData({ abi: [operation.function], args: values });
      await send(chain, operation.target, data);
      const gained = (await balance(token)) - before;
      if (action.verb === "withdraw") expect(gained).toBe(10n ** 8n);
      else expect(gained).toBeGreaterThan(0n);
    }
    expect(rewardsToken).not.toBe(stakingToken);
  });

  test("behavior: the yield is what a stake earns in a day, by the year", async () => {
    const { address } = await first();
    await fund(chain, await first(), 10n ** 24n);
    const state = await first();
    const read = { abi, address, args: [PAIR_HOLDER] } as const;
    const before = await chain.client.readContract({ ...read, functionName: "earned" });
    const staked = await chain.client.readContract({ ...read, functionName: "balanceOf" });
    const start = await chain.client.getBlock();
    await mineAfter(chain, 86_400);
    const earned = (await chain.client.readContract({ ...read, functionName: "earned" })) - before;
    const { timestamp } = await chain.client.getBlock();
    const seconds = Number(timestamp - start.timestamp);
    const measured = (100 * Number(earned) * 31_536_000) / seconds / Number(staked);
    const at = { number: start.number + 1n, timestamp: start.timestamp + 12n };
    expect(apy(state, address, { at, usd: () => 1 }) / measured).toBeCloseTo(1, 4);
    const later = { number: 0n, timestamp: BigInt(state.periodFinish) };
    expect(apy(state, address, { at: later, usd: () => 1 })).toBe(0);
    expect(apy(state, address, { at, usd: () => null })).toBe(0);
  });
});
