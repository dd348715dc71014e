import { type Address, encodeFunctionData, parseAbi } from "viem";
import { OPERATOR } from "../../devnet/chains.ts";
import { read as readChefs } from "../protocols/masterchef/read.ts";
import type { Random } from "../protocols/on-chain.ts";
import type { ProtocolChain } from "../protocols/protocol-chain.ts";
import { read as readStaking } from "../protocols/synthetix-staking/read.ts";

const tokenAbi = parseAbi([
  "function approve(address spender, uint256 value)",
  "function mint(address to, uint256 value)",
  "function balanceOf(address owner) view returns (uint256)",
]);
const stakingAbi = parseAbi([
  "function stake(uint256 amount)",
  "function withdraw(uint256 amount)",
  "function notifyRewardAmount(uint256 reward)",
]);
const chefAbi = parseAbi([
  "function deposit(uint256 pid, uint256 amount)",
  "function deposit(uint256 pid, uint256 amount, address to)",
  "function withdraw(uint256 pid, uint256 amount)",
  "function withdraw(uint256 pid, uint256 amount, address to)",
  "function userInfo(uint256 pid, address user) view returns (uint256 amount, uint256 rewardDebt)",
]);
const GAS = 600_000n;

/**
 * The operator takes a part of its stake out of one contract, puts all that it has of the token
 * back into another, and adds rewards.
 */
export async function playStaking(chain: ProtocolChain, random: Random): Promise<void> {
  const { builder, client } = chain;
  const states = await readStaking(client, 1);
  const send = (to: Address, data: `0x${string}`) =>
    builder.queue({ to, data, gas: GAS, label: `staking ${data.slice(0, 10)} of ${to}` });
  for (const { address, stakingToken, rewardsToken } of states) {
    const staked = await balanceOf(chain, address);
    const held = await balanceOf(chain, stakingToken);
    const choice = random();
    if (choice < 0.4 && staked > 100n) {
      const args = [staked / BigInt(2 + Math.floor(random() * 50))] as const;
      send(address, encodeFunctionData({ abi: stakingAbi, functionName: "withdraw", args }));
    } else if (choice < 0.8 && held > 0n) {
      approve(chain, { token: stakingToken, spender: address, amount: held });
      const args = [held] as const;
      send(address, encodeFunctionData({ abi: stakingAbi, functionName: "stake", args }));
    } else {
      const reward = 10n ** 18n * BigInt(1 + Math.floor(random() * 100_000));
      const minted = [address, reward] as const;
      send(rewardsToken, encodeFunctionData({ abi: tokenAbi, functionName: "mint", args: minted }));
      const args = [reward] as const;
      const functionName = "notifyRewardAmount";
      send(address, encodeFunctionData({ abi: stakingAbi, functionName, args }));
    }
  }
  await builder.flush();
}

/**
 * The operator takes a part of its stake out of each pool of the chefs, or puts in all that it has
 * of the token.
 */
export async function playChefs(chain: ProtocolChain, random: Random): Promise<void> {
  const { builder, client } = chain;
  for (const { chef, pid, credits, lpToken } of await readChefs(client, 1)) {
    const [staked] = await client.readContract({
      ...{ abi: chefAbi, address: chef, functionName: "userInfo", args: [pid, OPERATOR] },
    });
    const held = await balanceOf(chain, lpToken);
    const isLeaving = held === 0n || random() < 0.5;
    const amount = isLeaving ? staked / BigInt(2 + Math.floor(random() * 50)) : held;
    if (!isLeaving) approve(chain, { token: lpToken, spender: chef, amount });
    const functionName = isLeaving ? "withdraw" : "deposit";
    const args =
      credits === "caller" ? ([pid, amount] as const) : ([pid, amount, OPERATOR] as const);
    const data = encodeFunctionData({ abi: chefAbi, functionName, args });
    builder.queue({ to: chef, data, gas: GAS, label: `${functionName} of ${chef} ${pid}` });
    // The two chefs share their tokens, so that what one gives back the other may take.
    await builder.flush();
  }
}

function balanceOf({ client }: ProtocolChain, token: Address): Promise<bigint> {
  return client.readContract({
    ...{ abi: tokenAbi, address: token, functionName: "balanceOf", args: [OPERATOR] },
  });
}

function approve(
  { builder }: ProtocolChain,
  { token, spender, amount }: { token: Address; spender: Address; amount: bigint },
): void {
  const args = [spender, amount] as const;
  const data = encodeFunctionData({ abi: tokenAbi, functionName: "approve", args });
  builder.queue({ to: token, data, gas: GAS, label: `approval of ${token}` });
}
