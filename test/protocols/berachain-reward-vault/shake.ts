import { type Address, encodeFunctionData, type Hex, numberToHex } from "viem";
import { DISTRIBUTOR, rewardVaultAbi } from "../../../devnet/protocols/berachain-reward-vault.ts";
import { randomAmount } from "../chain.ts";
import type { Random } from "../on-chain.ts";
import type { ProtocolChain } from "../protocol-chain.ts";
import { read } from "./read.ts";

const abi = rewardVaultAbi;
const DAY = 86_400;

/** Queues a call of the operator. */
export function queue({ builder }: ProtocolChain, to: Address, data: Hex): void {
  builder.queue({ to, data, gas: 3_000_000n, label: `reward vault ${data.slice(0, 10)}` });
}

/** Balance of a token, or stake in a vault. */
export async function balanceOf(
  chain: ProtocolChain,
  token: Address,
  account: Address,
): Promise<bigint> {
  const on = { abi, address: token, functionName: "balanceOf", args: [account] } as const;
  return chain.client.readContract(on);
}

/**
 * Stakes, withdraws, pays rewards, pauses, changes the duration, or lets time pass: one of them on
 * one of the vaults.
 */
export async function shake(chain: ProtocolChain, random: Random): Promise<void> {
  const { operator } = chain.builder;
  const states = await read(chain.client, 80094);
  const state = states[Math.floor(random() * states.length)];
  if (state === undefined) throw new Error("There is no vault.");
  const { address, stakeToken, isPaused } = state;
  if (isPaused) {
    if (random() < 0.6) queue(chain, address, encodeFunctionData({ abi, functionName: "unpause" }));
    await chain.builder.flush();
    return;
  }
  const roll = random();
  const own = await balanceOf(chain, address, operator);
  if (roll < 0.35) {
    const amount = randomAmount(random, 1, 20);
    const approval = [address, amount] as const;
    queue(chain, stakeToken, encodeFunctionData({ abi, functionName: "approve", args: approval }));
    queue(chain, address, encodeFunctionData({ abi, functionName: "stake", args: [amount] }));
  } else if (roll < 0.55 && own > 1n) {
    const amount = random() < 0.5 ? own : own / 2n;
    queue(chain, address, encodeFunctionData({ abi, functionName: "withdraw", args: [amount] }));
  } else if (roll < 0.7) {
    const args = [address, randomAmount(random, 16, 23)] as const;
    queue(chain, DISTRIBUTOR, encodeFunctionData({ abi, functionName: "distribute", args }));
  } else if (roll < 0.78) {
    queue(chain, address, encodeFunctionData({ abi, functionName: "pause" }));
  } else if (roll < 0.85) {
    const args = [BigInt(3 * DAY + Math.floor(random() * 4 * DAY))] as const;
    queue(chain, address, encodeFunctionData({ abi, functionName: "setRewardsDuration", args }));
  } else {
    const seconds = numberToHex(1 + Math.floor(random() * 3 * DAY));
    await chain.node.request({ method: "anvil_mine", params: [numberToHex(1), seconds] });
  }
  await chain.builder.flush();
}
