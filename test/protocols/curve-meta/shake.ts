import { type Address, encodeFunctionData, type Hex, maxUint256, parseAbi } from "viem";
import { CURVE_META_POOLS } from "../../../devnet/protocols/curve-meta.ts";
import type { CurveMetaPool } from "../../../src/protocols/curve-meta/pool.ts";
import { read as readPlain } from "../curve-stableswap/read.ts";
import type { ProtocolChain } from "../protocol-chain.ts";
import { readMetapools } from "./read.ts";

const poolAbi = parseAbi([
  "function exchange(int128 i, int128 j, uint256 dx, uint256 minDy)",
  "function add_liquidity(uint256[2] amounts, uint256 min)",
  "function remove_liquidity(uint256 amount, uint256[2] minAmounts)",
  "function remove_liquidity_imbalance(uint256[2] amounts, uint256 max)",
  "function remove_liquidity_one_coin(uint256 amount, int128 i, uint256 minAmount)",
  "function ramp_A(uint256 a, uint256 time)",
  "function stop_ramp_A()",
]);
const tokenAbi = parseAbi([
  "function mint(address to, uint256 value)",
  "function approve(address spender, uint256 value)",
]);

const DAY = 86_400n;

/** One random change of every metapool and of every base pool by the operator. */
export async function shake(
  chain: ProtocolChain,
  random: () => number,
  round: number,
): Promise<void> {
  await shakeBases(chain, random, round);
  await shakeMetapools(chain, random, round);
}

/**
 * A random swap in every base pool, whose amplification moves from the second round on.
 */
async function shakeBases(
  { builder, client, node, chain }: ProtocolChain,
  random: () => number,
  round: number,
): Promise<void> {
  const send = (to: Address, data: Hex) =>
    builder.queue({ to, data, gas: 2_000_000n, label: `round ${round} of base pool ${to}` });
  const { timestamp } = await node.getBlock();
  const bases = new Set(CURVE_META_POOLS.map(({ basePool }) => basePool));
  for (const { address, coins, balances, futureA, aPrecision } of await readPlain(
    client,
    chain.chainId,
  )) {
    if (!bases.has(address)) continue;
    for (const [i, coin] of coins.entries()) {
      const mint = { functionName: "mint", args: [builder.operator, balances[i] ?? 0n] } as const;
      send(coin, encodeFunctionData({ abi: tokenAbi, ...mint }));
      for (const amount of round === 0 ? [0n, maxUint256] : []) {
        const approve = { functionName: "approve", args: [address, amount] } as const;
        send(coin, encodeFunctionData({ abi: tokenAbi, ...approve }));
      }
    }
    if (round === 1) {
      const args = [(futureA / aPrecision) * 2n, timestamp + 2n * DAY] as const;
      send(address, encodeFunctionData({ abi: poolAbi, functionName: "ramp_A", args }));
    }
    const i = Math.floor(random() * coins.length);
    const j = (i + 1 + Math.floor(random() * (coins.length - 1))) % coins.length;
    const args = [BigInt(i), BigInt(j), part(balances[i] ?? 0n, random, 200), 0n] as const;
    send(address, encodeFunctionData({ abi: poolAbi, functionName: "exchange", args }));
  }
  await builder.flush();
}

/** One random change of every metapool: mostly trades, now and then amplification. */
export async function shakeMetapools(
  { builder, client, node, chain }: ProtocolChain,
  random: () => number,
  round: number,
): Promise<void> {
  const send = (to: Address, data: Hex) =>
    builder.queue({ to, data, gas: 2_000_000n, label: `round ${round} of ${to}` });
  const { timestamp } = await node.getBlock();
  for (const pool of await readMetapools(client, chain.chainId)) {
    const { address, coins, balances, initialATime, futureATime } = pool;
    const [coin, lpToken] = coins as readonly [Address, Address];
    const mint = { functionName: "mint", args: [builder.operator, balances[0] ?? 0n] } as const;
    send(coin, encodeFunctionData({ abi: tokenAbi, ...mint }));
    for (const token of round === 0 ? [coin, lpToken] : []) {
      const approve = { functionName: "approve", args: [address, maxUint256] } as const;
      send(token, encodeFunctionData({ abi: tokenAbi, ...approve }));
    }
    if (round % 7 === 3 && timestamp >= initialATime + DAY) {
      const a = pool.futureA / 100n;
      const args = [a > 1_000n ? a / 3n : a * 2n, timestamp + 2n * DAY] as const;
      send(address, encodeFunctionData({ abi: poolAbi, functionName: "ramp_A", args }));
    }
    if (round % 7 === 6 && futureATime > timestamp) {
      send(address, encodeFunctionData({ abi: poolAbi, functionName: "stop_ramp_A" }));
    }
    send(address, trade(pool, random));
  }
  await builder.flush();
}

/** Up to so many thousandths of an amount. */
function part(amount: bigint, random: () => number, most: number): bigint {
  return (amount * BigInt(1 + Math.floor(random() * most))) / 1_000n;
}

function trade({ balances, supply }: CurveMetaPool, random: () => number): Hex {
  const [first = 0n, second = 0n] = balances;
  // The operator's shares of the base pool are not without end: more of them come back.
  const shares = part(second, random, 120);
  const i = random() < 0.6 ? 0 : 1;
  switch (Math.floor(random() * 6)) {
    case 0: {
      const args = [[part(first, random, 200), random() < 0.3 ? 0n : shares], 0n] as const;
      return encodeFunctionData({ abi: poolAbi, functionName: "add_liquidity", args });
    }
    case 1: {
      const args = [part(supply, random, 120), BigInt(i), 0n] as const;
      return encodeFunctionData({ abi: poolAbi, functionName: "remove_liquidity_one_coin", args });
    }
    case 2: {
      const args = [part(supply, random, 150), [0n, 0n]] as const;
      return encodeFunctionData({ abi: poolAbi, functionName: "remove_liquidity", args });
    }
    case 3: {
      const args = [[part(first, random, 30), part(second, random, 60)], maxUint256] as const;
      return encodeFunctionData({ abi: poolAbi, functionName: "remove_liquidity_imbalance", args });
    }
    default: {
      const given = i === 0 ? part(first, random, 300) : shares;
      const args = [BigInt(i), BigInt(1 - i), given, 0n] as const;
      return encodeFunctionData({ abi: poolAbi, functionName: "exchange", args });
    }
  }
}
