import { type Address, encodeFunctionData, erc20Abi, parseAbi } from "viem";
import { OPERATOR } from "../../../devnet/chains.ts";
import { approve, call, convex, pay } from "../../../devnet/protocols/convex.ts";
import { curve } from "../../../devnet/protocols/curve.ts";
import { curveGauge } from "../../../devnet/protocols/curve-gauge.ts";
import type { ConvexPool } from "../../../src/protocols/convex/pool.ts";
import { randomAmount } from "../chain.ts";
import type { Random } from "../on-chain.ts";
import type { ProtocolChain } from "../protocol-chain.ts";
import { read } from "./read.ts";

const poolAbi = parseAbi(["function withdrawAndUnwrap(uint256 amount, bool claim)"]);
const GAS = 3_000_000n;

/** A chain with Convex over Curve's gauges. */
export const CONVEX_CHAIN = { chainId: 1, protocols: [curve, curveGauge, convex] } as const;

/** Tokens that the operator holds. */
export function balanceOf({ client }: ProtocolChain, token: Address): Promise<bigint> {
  return client.readContract({
    ...{ abi: erc20Abi, address: token, functionName: "balanceOf", args: [OPERATOR] },
  });
}

/**
 * One random change of a pool by the operator: deposits with and without a stake, withdrawals of
 * both, rewards, time.
 */
export async function play(chain: ProtocolChain, random: Random): Promise<void> {
  const pools = await read(chain.client, 1);
  for (const pool of pools) await change(chain, pool, random);
  await chain.builder.flush();
}

async function change(chain: ProtocolChain, pool: ConvexPool, random: Random): Promise<void> {
  const { builder } = chain;
  const { pid, lpToken, depositToken, rewardPool, rewards, isShutdown } = pool;
  const [held, unstaked, staked] = await Promise.all([
    balanceOf(chain, lpToken),
    balanceOf(chain, depositToken),
    balanceOf(chain, rewardPool),
  ]);
  const upTo = (most: bigint) => {
    const amount = randomAmount(random, 1, 22);
    return amount < most ? amount : most;
  };
  const roll = random();
  if (roll < 0.4 && held > 0n && !isShutdown) {
    const amount = upTo(held);
    approve(builder, lpToken, amount);
    call(builder, "deposit", [pid, amount, random() < 0.7]);
  } else if (roll < 0.5 && unstaked > 0n) {
    call(builder, "withdraw", [pid, upTo(unstaked)]);
  } else if (roll < 0.8 && staked > 0n) {
    const args = [upTo(staked / 2n + 1n), random() < 0.5] as const;
    const data = encodeFunctionData({ abi: poolAbi, functionName: "withdrawAndUnwrap", args });
    builder.queue({ to: rewardPool, data, gas: GAS, label: `withdrawal of pool ${pid}` });
  } else {
    const [crv, , ...extras] = rewards;
    const amount = randomAmount(random, 15, 22);
    if (crv !== undefined) pay(builder, crv.token, amount);
    call(builder, "queueRewards", [pid, amount]);
    for (const [index, { token }] of extras.entries()) {
      pay(builder, token, amount);
      call(builder, "queueExtraRewards", [pid, BigInt(index), amount]);
    }
  }
}

/** As `play`; time passes, and one pool is ended for good in the twelfth round. */
export async function shake(chain: ProtocolChain, random: Random, round: number): Promise<void> {
  await play(chain, random);
  if (round % 5 === 4) {
    const { timestamp } = await chain.node.getBlock();
    const later = timestamp + BigInt(Math.floor(random() * 400_000) + 100);
    await chain.builder.rpc.request("evm_setNextBlockTimestamp", [Number(later)]);
  }
  if (round === 12) call(chain.builder, "shutdownPool", [0n]);
  await chain.builder.flush();
}
