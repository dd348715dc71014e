import { type Abi, type Address, encodeFunctionData, maxUint256, parseAbi } from "viem";
import { deployments } from "../../../src/protocols/curve-stableswap/contracts.ts";
import { randomAmount } from "../chain.ts";
import { drawTaken } from "../draw-taken.ts";
import type { ProtocolChain } from "../protocol-chain.ts";

/** A pool that the devnet carries. */
export interface TestPool {
  readonly pool: Address;
  readonly lpToken: Address;
  readonly coins: readonly Address[];
  readonly decimals: readonly number[];
}

const OWNED = ["0xbebc", "0xdcef", "0xae34"];

/** The pools of the configuration that the devnet carries. */
export const pools: readonly TestPool[] = (deployments[0]?.chains[1]?.contracts.pools ?? []).filter(
  ({ pool }) => OWNED.some((start) => pool.startsWith(start)),
);

export const adminAbi = parseAbi([
  "function ramp_A(uint256 a, uint256 time)",
  "function stop_ramp_A()",
  "function commit_new_fee(uint256 fee, uint256 admin_fee)",
  "function apply_new_fee()",
  "function withdraw_admin_fees()",
  "function donate_admin_fees()",
  "function kill_me()",
  "function unkill_me()",
  "function A() view returns (uint256)",
  "function initial_A_time() view returns (uint256)",
  "function admin_actions_deadline() view returns (uint256)",
]);
const tokenAbi = parseAbi([
  "function mint(address to, uint256 value)",
  "function approve(address spender, uint256 value)",
]);
const swapAbi = parseAbi([
  "function exchange(int128 i, int128 j, uint256 dx, uint256 min_dy)",
  "function remove_liquidity_one_coin(uint256 amount, int128 i, uint256 min_amount)",
]);

const DAY = 86_400n;
/** Kills only work in a pool's first 60 days; time moves on. */
const LAST_KILL_ROUND = 60;

function arrayAbi(count: number): Abi {
  return parseAbi([
    `function add_liquidity(uint256[${count}] amounts, uint256 min)`,
    `function remove_liquidity(uint256 amount, uint256[${count}] min)`,
    `function remove_liquidity_imbalance(uint256[${count}] amounts, uint256 max)`,
  ] as readonly string[]) as Abi;
}

/**
 * One random change of every pool by the operator: mostly trades, now and then what the owner may
 * do.
 */
export async function shake(
  chain: ProtocolChain,
  random: () => number,
  round: number,
): Promise<void> {
  const { builder } = chain;
  const send = (to: Address, data: `0x${string}`) =>
    builder.queue({ to, data, gas: 2_000_000n, label: `round ${round} of ${to}` });
  for (const pool of pools) {
    await administer(chain, { pool, random, round });
    for (const [index, coin] of pool.coins.entries()) {
      const value = 10n ** BigInt((pool.decimals[index] ?? 18) + 9);
      send(
        coin,
        encodeFunctionData({
          abi: tokenAbi,
          functionName: "mint",
          args: [builder.operator, value],
        }),
      );
      if (round === 0) {
        for (const amount of [0n, maxUint256]) {
          send(
            coin,
            encodeFunctionData({
              abi: tokenAbi,
              functionName: "approve",
              args: [pool.pool, amount],
            }),
          );
        }
      }
    }
  }
  await builder.flush();
  for (const pool of pools) {
    const killed = isKilled(pool, round);
    send(pool.pool, await drawTaken(chain, pool.pool, () => trade(pool, random, killed)));
  }
  await builder.flush();
}

/** Whether a pool is killed in a round: each in a round of its own of every ten. */
function isKilled({ pool }: TestPool, round: number): boolean {
  const place = pools.findIndex((candidate) => candidate.pool === pool);
  return round < LAST_KILL_ROUND && round % 10 === 7 + place;
}

function trade(
  { coins, decimals }: TestPool,
  random: () => number,
  killed: boolean,
): `0x${string}` {
  const count = coins.length;
  const abi = arrayAbi(count);
  const amountOf = (index: number, most: number) =>
    randomAmount(random, 3, (decimals[index] ?? 18) + most);
  const all = (most: number) => coins.map((_, index) => amountOf(index, most));
  const pick = Math.floor(random() * 5);
  const i = Math.floor(random() * count);
  const j = (i + 1 + Math.floor(random() * (count - 1))) % count;
  const none = coins.map(() => 0n);
  if (killed || pick === 4) {
    const args = [randomAmount(random, 10, 23), none];
    return encodeFunctionData({ abi, functionName: "remove_liquidity", args });
  }
  if (pick === 0) {
    return encodeFunctionData({ abi, functionName: "add_liquidity", args: [all(6), 0n] });
  }
  if (pick === 1) {
    const args = [all(4), maxUint256];
    return encodeFunctionData({ abi, functionName: "remove_liquidity_imbalance", args });
  }
  if (pick === 2) {
    const args = [randomAmount(random, 17, 23), BigInt(i), 0n] as const;
    return encodeFunctionData({ abi: swapAbi, functionName: "remove_liquidity_one_coin", args });
  }
  const amountIn = randomAmount(random, (decimals[i] ?? 18) - 2, (decimals[i] ?? 18) + 7);
  const args = [BigInt(i), BigInt(j), amountIn, 0n] as const;
  return encodeFunctionData({ abi: swapAbi, functionName: "exchange", args });
}

interface Turn {
  readonly pool: TestPool;
  readonly random: () => number;
  readonly round: number;
}

/** The owner's switches: amplification, fees, killing. */
async function administer(chain: ProtocolChain, { pool, random, round }: Turn): Promise<void> {
  const { builder, node } = chain;
  const send = (data: `0x${string}`) =>
    builder.queue({
      to: pool.pool,
      data,
      gas: 300_000n,
      label: `owner of ${pool.pool}, round ${round}`,
    });
  const call = (
    functionName: "kill_me" | "unkill_me" | "stop_ramp_A" | "apply_new_fee" | "withdraw_admin_fees",
  ) => send(encodeFunctionData({ abi: adminAbi, functionName }));
  const read = (functionName: "A" | "initial_A_time" | "admin_actions_deadline") =>
    node.readContract({ address: pool.pool, abi: adminAbi, functionName });
  if (isKilled(pool, round)) call("kill_me");
  else if (round > 0 && isKilled(pool, round - 1)) call("unkill_me");
  const { timestamp } = await node.getBlock();
  if (round % 16 === 3 && pool === pools[0]) {
    await builder.rpc.request("evm_setNextBlockTimestamp", [Number(timestamp + DAY)]);
  }
  if (round % 16 === 5 && timestamp > (await read("initial_A_time")) + DAY) {
    const a = await read("A");
    const next = random() < 0.5 ? a * 2n : a / 2n;
    const args = [
      next > 5_000n ? a / 3n : next < 40n ? a * 3n : next,
      timestamp + 2n * DAY,
    ] as const;
    send(encodeFunctionData({ abi: adminAbi, functionName: "ramp_A", args }));
  }
  if (round % 16 === 12) call(random() < 0.5 ? "stop_ramp_A" : "withdraw_admin_fees");
  const deadline = await read("admin_actions_deadline");
  if (round % 16 === 1 && deadline === 0n) {
    const args = [
      randomAmount(random, 5, 8),
      randomAmount(random, 9, 10) % 10_000_000_001n,
    ] as const;
    send(encodeFunctionData({ abi: adminAbi, functionName: "commit_new_fee", args }));
  } else if (deadline !== 0n && timestamp > deadline) call("apply_new_fee");
}
