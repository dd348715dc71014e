import { type Address, encodeFunctionData, type Hex, parseAbi } from "viem";
import {
  encodeAdd,
  encodeAddV2,
  MASTERCHEF,
  MASTERCHEF_V2,
  masterChef,
} from "../../../devnet/protocols/masterchef.ts";
import type { DevnetProtocol } from "../../../devnet/protocols/protocol.ts";
import { UNISWAP_STAKING } from "../../../devnet/protocols/synthetix-staking.ts";
import { UNISWAP_V2_FACTORY, uniswapV2 } from "../../../devnet/protocols/uniswap-v2.ts";
import type { ChefPool } from "../../../src/protocols/masterchef/pool.ts";
import { randomAmount } from "../chain.ts";
import type { Random } from "../on-chain.ts";
import { PAIR_HOLDER, wethPairs } from "../pairs.ts";
import type { ProtocolChain, ProtocolChainOptions } from "../protocol-chain.ts";
import { read } from "./read.ts";

const abi = parseAbi([
  "function approve(address spender, uint256 value)",
  "function deposit(uint256 pid, uint256 amount)",
  "function deposit(uint256 pid, uint256 amount, address to)",
  "function withdraw(uint256 pid, uint256 amount)",
  "function withdraw(uint256 pid, uint256 amount, address to)",
  "function emergencyWithdraw(uint256 pid)",
  "function emergencyWithdraw(uint256 pid, address to)",
  "function userInfo(uint256 pid, address user) view returns (uint256 amount, uint256 rewardDebt)",
]);
const SYMBOLS = ["USDC", "DAI", "USDT", "WBTC"];
const pairs = UNISWAP_STAKING.map(({ pair }, i) => ({ symbol: SYMBOLS[i] ?? "", pair }));

/** A pool of each pair with both chefs. */
const chefPools: DevnetProtocol = {
  slug: "chef-pools",
  deploy: () => Promise.resolve(),
  async seed({ builder }) {
    for (const [i, { pair }] of pairs.entries()) {
      const points = BigInt(10 + 5 * i);
      const gas = 300_000n;
      builder.queue({ to: MASTERCHEF, data: encodeAdd(points, pair), gas, label: "add" });
      builder.queue({ to: MASTERCHEF_V2, data: encodeAddV2(points, pair), gas, label: "add" });
    }
    await builder.flush();
  },
};

/** What the family's chain carries. */
export const CHEF_CHAIN: ProtocolChainOptions = {
  chainId: 1,
  protocols: [uniswapV2, wethPairs(UNISWAP_V2_FACTORY, pairs), masterChef, chefPools],
};

/**
 * Sends from the holder of the pairs' shares and mines; gas less that of the transaction itself.
 */
export async function send({ node }: ProtocolChain, to: Address, data: Hex): Promise<bigint> {
  await node.setBalance({ address: PAIR_HOLDER, value: 10n ** 20n });
  await node.impersonateAccount({ address: PAIR_HOLDER });
  const transaction = { account: PAIR_HOLDER, to, data, chain: null, gas: 1_000_000n } as const;
  const hash = await node.sendTransaction(transaction);
  await node.mine({ blocks: 1 });
  const { status, gasUsed } = await node.getTransactionReceipt({ hash });
  if (status !== "success") throw new Error(`A call of ${to} reverted.`);
  return gasUsed - 21_000n;
}

/** Stakes for the holder itself. */
export async function stake(chain: ProtocolChain, pool: ChefPool, amount: bigint): Promise<bigint> {
  const { chef, pid, credits, lpToken } = pool;
  const approval = [chef, amount] as const;
  await send(chain, lpToken, encodeFunctionData({ abi, functionName: "approve", args: approval }));
  const args =
    credits === "caller" ? ([pid, amount] as const) : ([pid, amount, PAIR_HOLDER] as const);
  return send(chain, chef, encodeFunctionData({ abi, functionName: "deposit", args }));
}

/** The holder stakes, withdraws or leaves in an emergency, or blocks pass. */
export async function shake(chain: ProtocolChain, random: Random): Promise<void> {
  const pools = await read(chain.client, 1);
  const pool = pools[Math.floor(random() * pools.length)];
  if (pool === undefined) throw new Error("The chefs have no pool.");
  const { chef, pid, credits } = pool;
  const [staked] = await chain.client.readContract({
    ...{ abi, address: chef, functionName: "userInfo", args: [pid, PAIR_HOLDER] },
  });
  const roll = random();
  if (roll < 0.5) {
    await stake(chain, pool, randomAmount(random, 1, 12));
  } else if (roll < 0.7 && staked > 1n) {
    const half = staked / 2n;
    const args =
      credits === "caller" ? ([pid, half] as const) : ([pid, half, PAIR_HOLDER] as const);
    await send(chain, chef, encodeFunctionData({ abi, functionName: "withdraw", args }));
  } else if (roll < 0.8 && staked > 0n) {
    const args = credits === "caller" ? ([pid] as const) : ([pid, PAIR_HOLDER] as const);
    await send(chain, chef, encodeFunctionData({ abi, functionName: "emergencyWithdraw", args }));
  } else {
    await chain.node.mine({ blocks: 1 + Math.floor(random() * 20) });
  }
}
