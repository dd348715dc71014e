import { type Address, encodeFunctionData, erc20Abi, parseAbi } from "viem";
import { OPERATOR } from "../../../devnet/chains.ts";
import { aura } from "../../../devnet/protocols/aura.ts";
import { balancerV2 } from "../../../devnet/protocols/balancer-v2.ts";
import { boosterCalls } from "../../../devnet/protocols/booster.ts";
import { convex } from "../../../devnet/protocols/convex.ts";
import { curve } from "../../../devnet/protocols/curve.ts";
import { curveGauge } from "../../../devnet/protocols/curve-gauge.ts";
import type { ConvexPool } from "../../../src/protocols/convex/pool.ts";
import { randomAmount } from "../chain.ts";
import type { Random } from "../on-chain.ts";
import type { ProtocolChain } from "../protocol-chain.ts";
import { read } from "./read.ts";

const poolAbi = parseAbi([
  "function deposit(uint256 assets, address receiver)",
  "function transfer(address to, uint256 amount)",
  "function withdrawAndUnwrap(uint256 amount, bool claim)",
]);
const GAS = 3_000_000n;
/** Somebody who is given stakes in vaults. */
const OTHER: Address = "0x00000000000000000000000000000000000a07e5";

/** A chain with Convex over Curve's gauges and Aura over Balancer's. */
export const CONVEX_CHAIN = {
  chainId: 1,
  protocols: [curve, curveGauge, balancerV2, convex, aura],
} as const;

/** Tokens that the operator holds. */
export function balanceOf({ client }: ProtocolChain, token: Address): Promise<bigint> {
  return client.readContract({
    ...{ abi: erc20Abi, address: token, functionName: "balanceOf", args: [OPERATOR] },
  });
}

/**
 * One random change of a pool by the operator: deposits with and without a stake, withdrawals of
 * both, stakes by a vault and transfers of them, weights, rewards, time.
 */
export async function play(chain: ProtocolChain, random: Random): Promise<void> {
  const pools = await read(chain.client, 1);
  for (const pool of pools) await change(chain, pool, random);
  await chain.builder.flush();
}

async function change(chain: ProtocolChain, pool: ConvexPool, random: Random): Promise<void> {
  const { builder } = chain;
  const { booster, pid, lpToken, depositToken, rewardPool, rewards, isShutdown } = pool;
  const { call, approve, pay } = boosterCalls(builder, booster);
  const [held, unstaked, staked] = await Promise.all([
    balanceOf(chain, lpToken),
    balanceOf(chain, depositToken),
    balanceOf(chain, rewardPool),
  ]);
  const upTo = (most: bigint) => {
    const amount = randomAmount(random, 1, 22);
    return amount < most ? amount : most;
  };
  const ofPool = (encoded: Parameters<typeof encodeFunctionData<typeof poolAbi>>[0]) => {
    const data = encodeFunctionData(encoded);
    const label = `${encoded.functionName} of ${rewardPool}`;
    builder.queue({ to: rewardPool, data, gas: GAS, label });
  };
  const roll = random();
  if (roll < 0.4 && held > 0n && !isShutdown) {
    const amount = upTo(held);
    if (pool.entrance === "vault" && random() < 0.5) {
      approve(lpToken, amount, rewardPool);
      ofPool({ abi: poolAbi, functionName: "deposit", args: [amount, OPERATOR] });
    } else {
      approve(lpToken, amount);
      call("deposit", [pid, amount, random() < 0.7]);
    }
  } else if (roll < 0.5 && unstaked > 0n) {
    call("withdraw", [pid, upTo(unstaked)]);
  } else if (roll < 0.8 && staked > 0n) {
    const args = [upTo(staked / 2n + 1n), random() < 0.5] as const;
    ofPool({ abi: poolAbi, functionName: "withdrawAndUnwrap", args });
  } else if (roll < 0.85 && staked > 0n && pool.entrance === "vault") {
    ofPool({ abi: poolAbi, functionName: "transfer", args: [OTHER, upTo(staked / 10n + 1n)] });
    call("setRewardMultiplier", [rewardPool, BigInt(Math.floor(random() * 20_001))]);
  } else {
    const [paid, , ...extras] = rewards;
    const amount = randomAmount(random, 15, 22);
    if (paid !== undefined) pay(paid.token, amount);
    call("queueRewards", [pid, amount]);
    for (const [index, { token }] of extras.entries()) {
      pay(token, amount);
      call("queueExtraRewards", [pid, BigInt(index), amount]);
    }
  }
}

/** As `play`; time passes, and a pool of each booster is ended for good in the twelfth round. */
export async function shake(chain: ProtocolChain, random: Random, round: number): Promise<void> {
  await play(chain, random);
  if (round % 5 === 4) {
    const { timestamp } = await chain.node.getBlock();
    const later = timestamp + BigInt(Math.floor(random() * 400_000) + 100);
    await chain.builder.rpc.request("evm_setNextBlockTimestamp", [Number(later)]);
  }
  if (round === 12) {
    const boosters = new Set((await read(chain.client, 1)).map(({ booster }) => booster));
    for (const booster of boosters) {
      boosterCalls(chain.builder, booster).call("shutdownPool", [0n]);
    }
  }
  await chain.builder.flush();
}
