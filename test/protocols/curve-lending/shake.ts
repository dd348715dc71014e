import { type Address, encodeFunctionData, type Hex, maxUint256, parseAbi } from "viem";
import { obtain } from "../../../devnet/protocols/curve-factory.ts";
import { addUnderlying, lendingPoolAbi } from "../../../devnet/protocols/curve-lending.ts";
import { balancesOf } from "../../../src/protocols/curve-lending/lending.ts";
import type { CurveLendingPool } from "../../../src/protocols/curve-lending/pool.ts";
import { randomAmount } from "../chain.ts";
import type { ProtocolChain } from "../protocol-chain.ts";
import { read } from "./read.ts";

const poolAbi = parseAbi([
  "function exchange_underlying(int128 i, int128 j, uint256 dx, uint256 minDy)",
  "function remove_liquidity_one_coin(uint256 amount, int128 i, uint256 minAmount, bool useUnderlying)",
  "function ramp_A(uint256 a, uint256 time)",
  "function stop_ramp_A()",
  "function apply_new_fee(uint256 fee, uint256 adminFee, uint256 multiplier)",
  "function withdraw_admin_fees()",
]);
const mintAbi = parseAbi(["function mint(address to, uint256 value)"]);
const removeAbi = {
  2: parseAbi([
    "function remove_liquidity(uint256 amount, uint256[2] minAmounts, bool useUnderlying)",
    "function remove_liquidity_imbalance(uint256[2] amounts, uint256 max, bool useUnderlying)",
  ]),
  3: parseAbi([
    "function remove_liquidity(uint256 amount, uint256[3] minAmounts, bool useUnderlying)",
    "function remove_liquidity_imbalance(uint256[3] amounts, uint256 max, bool useUnderlying)",
  ]),
};

const DAY = 86_400n;
const RAY = 10n ** 27n;

/**
 * One random change of every pool by the operator, mostly trades, now and then fees and
 * amplification; and one of the market: rates, what is lent, and what is stopped for a round.
 */
export async function shake(
  chain: ProtocolChain,
  random: () => number,
  round: number,
): Promise<void> {
  const { builder, client, node } = chain;
  const send = (to: Address, data: Hex) =>
    builder.queue({ to, data, gas: 3_000_000n, label: `round ${round} of ${to}` });
  const { timestamp } = await node.getBlock();
  const pools = await read(client, chain.chain.chainId);
  open(pools, send);
  for (const pool of pools) {
    const { address, coins, lendingPool } = pool;
    const balances = balancesOf(pool, timestamp);
    for (const [i, coin] of coins.entries()) {
      const amount = 8n * (balances[i] ?? 0n);
      if (round % 8 === 0) obtain(builder, coin, { spender: address, amount });
    }
    for (const data of administration(random, { timestamp, round })) send(address, data);
    send(address, trade(pool, balances, random));
    // aTokens that somebody gives a pool are its own.
    const [coin] = coins;
    if (round % 5 === 2 && coin !== undefined) {
      const amount = 1_000_003n;
      obtain(builder, coin, { spender: lendingPool, amount });
      const args = [coin, amount, address, 0] as const;
      send(lendingPool, encodeFunctionData({ abi: lendingPoolAbi, functionName: "deposit", args }));
    }
  }
  for (const [to, data] of ofMarket(pools, { random, round })) send(to, data);
  await builder.flush();
}

/** Ends what was stopped; what was lent comes back. */
function open(pools: readonly CurveLendingPool[], send: (to: Address, data: Hex) => void): void {
  for (const pool of pools) {
    const { lendingPool, coins, aTokens, isPaused, isActive, isFrozen } = pool;
    const abi = lendingPoolAbi;
    if (isPaused) {
      send(lendingPool, encodeFunctionData({ abi, functionName: "setPause", args: [false] }));
    }
    for (const [i, coin] of coins.entries()) {
      const aToken = aTokens[i] ?? coin;
      const least = 4n * (pool.scaledBalances[i] ?? 0n);
      if ((pool.available[i] ?? 0n) < least) {
        send(coin, encodeFunctionData({ abi: mintAbi, args: [aToken, least] }));
      }
      if (isActive[i] && !isFrozen[i]) continue;
      const args = [coin, true, false] as const;
      send(lendingPool, encodeFunctionData({ abi, functionName: "setConfiguration", args }));
    }
  }
}

/** A rate, or a loan of most of a coin, or a stop. */
function ofMarket(
  pools: readonly CurveLendingPool[],
  { random, round }: { readonly random: () => number; readonly round: number },
): readonly (readonly [Address, Hex])[] {
  const abi = lendingPoolAbi;
  const pool = pools[Math.floor(random() * pools.length)];
  const place = Math.floor(random() * (pool?.coins.length ?? 0));
  const coin = pool?.coins[place];
  if (pool === undefined || coin === undefined) return [];
  const { lendingPool, available } = pool;
  const data = (): Hex | null => {
    switch (round % 10) {
      case 1:
      case 4: {
        // Up to 200 % a year.
        const rate = random() < 0.2 ? 0n : (RAY * randomAmount(random, 1, 4)) / 5_000n;
        return encodeFunctionData({ abi, functionName: "setRate", args: [coin, rate] });
      }
      case 3:
      case 7: {
        const held = available[place] ?? 0n;
        const left = random() < 0.5 ? held / 8n : held / 1_000n;
        const args = [coin, left, "0x00000000000000000000000000000000000000d1"] as const;
        return encodeFunctionData({ abi, functionName: "lendAllBut", args });
      }
      case 5: {
        const isActive = random() < 0.6;
        const args = [coin, isActive, isActive || random() < 0.5] as const;
        return encodeFunctionData({ abi, functionName: "setConfiguration", args });
      }
      case 9:
        return round % 20 === 9
          ? encodeFunctionData({ abi, functionName: "setPause", args: [true] })
          : null;
      default:
        return null;
    }
  };
  const call = data();
  return call === null ? [] : [[lendingPool, call]];
}

function administration(
  random: () => number,
  { timestamp, round }: { readonly timestamp: bigint; readonly round: number },
): readonly Hex[] {
  const abi = poolAbi;
  switch (round % 7) {
    case 2:
      return [encodeFunctionData({ abi, functionName: "withdraw_admin_fees" })];
    case 3: {
      const args = [randomAmount(random, 2, 4) + 10n, timestamp + DAY] as const;
      return [encodeFunctionData({ abi, functionName: "ramp_A", args })];
    }
    case 5:
      return [encodeFunctionData({ abi, functionName: "stop_ramp_A" })];
    case 6: {
      const multiplier = random() < 0.3 ? 0n : 10n ** 10n * (1n + randomAmount(random, 1, 1));
      const args = [randomAmount(random, 5, 8), 5_000_000_000n, multiplier] as const;
      return [encodeFunctionData({ abi, functionName: "apply_new_fee", args })];
    }
    default:
      return [];
  }
}

function trade(pool: CurveLendingPool, balances: readonly bigint[], random: () => number): Hex {
  const { coins, rates, supply } = pool;
  const part = (amount: bigint, most: number): bigint =>
    (amount * BigInt(1 + Math.floor(random() * most))) / 1_000n;
  // What is scarce is more often given, and what is plenty taken: very uneven pools trade little.
  const xp = balances.map((balance, at) => balance * (rates[at] ?? 0n));
  const order = xp.map((_, at) => at).sort((a, b) => ((xp[a] ?? 0n) < (xp[b] ?? 0n) ? -1 : 1));
  const [scarce = 0, plenty = 1] = [order[0], order.at(-1)];
  const [i, j] = random() < 0.85 ? [scarce, plenty] : [plenty, scarce];
  switch (Math.floor(random() * 6)) {
    case 0:
      return addUnderlying(
        balances.map((held) => (random() < 0.3 ? 0n : part(held, 100)) + 1_000n),
      );
    case 1: {
      const args = [part(supply, 40), BigInt(j), 0n, true] as const;
      const functionName = "remove_liquidity_one_coin";
      return encodeFunctionData({ abi: poolAbi, functionName, args });
    }
    case 2:
      return removal(coins.length, part(supply, 100));
    case 3:
      return imbalanced(balances.map((held) => part(held, 60)));
    default: {
      const args = [BigInt(i), BigInt(j), part(balances[i] ?? 0n, 120), 0n] as const;
      return encodeFunctionData({ abi: poolAbi, functionName: "exchange_underlying", args });
    }
  }
}

function removal(coins: number, amount: bigint): Hex {
  const functionName = "remove_liquidity";
  if (coins === 2) {
    const args = [amount, [0n, 0n], true] as const;
    return encodeFunctionData({ abi: removeAbi[2], functionName, args });
  }
  const args = [amount, [0n, 0n, 0n], true] as const;
  return encodeFunctionData({ abi: removeAbi[3], functionName, args });
}

function imbalanced([a = 0n, b = 0n, c]: readonly bigint[]): Hex {
  const functionName = "remove_liquidity_imbalance";
  if (c === undefined) {
    const args = [[a, b], maxUint256, true] as const;
    return encodeFunctionData({ abi: removeAbi[2], functionName, args });
  }
  const args = [[a, b, c], maxUint256, true] as const;
  return encodeFunctionData({ abi: removeAbi[3], functionName, args });
}
