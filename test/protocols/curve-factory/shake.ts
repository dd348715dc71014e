import { type Address, encodeFunctionData, erc20Abi, type Hex, maxUint256, parseAbi } from "viem";
import { ANKR_ETH, ANKR_RATIO, CURVE_ETH_ORACLES } from "../../../devnet/protocols/curve-eth.ts";
import { addCoins, obtain } from "../../../devnet/protocols/curve-factory.ts";
import { lidoAbi, STETH } from "../../../devnet/protocols/lido.ts";
import { NATIVE } from "../../../src/lib/address.ts";
import type { CurveFactoryPool } from "../../../src/protocols/curve-factory/pool.ts";
import { randomAmount } from "../chain.ts";
import type { ProtocolChain } from "../protocol-chain.ts";
import { read } from "./read.ts";

const poolAbi = parseAbi([
  "function exchange(int128 i, int128 j, uint256 dx, uint256 minDy)",
  "function remove_liquidity_one_coin(uint256 amount, int128 i, uint256 minAmount)",
  "function ramp_A(uint256 a, uint256 time)",
  "function stop_ramp_A()",
  "function apply_new_fee(uint256 fee)",
]);
const removeAbi = {
  2: parseAbi([
    "function remove_liquidity(uint256 amount, uint256[2] minAmounts)",
    "function remove_liquidity_imbalance(uint256[2] amounts, uint256 max)",
  ]),
  3: parseAbi([
    "function remove_liquidity(uint256 amount, uint256[3] minAmounts)",
    "function remove_liquidity_imbalance(uint256[3] amounts, uint256 max)",
  ]),
  4: parseAbi([
    "function remove_liquidity(uint256 amount, uint256[4] minAmounts)",
    "function remove_liquidity_imbalance(uint256[4] amounts, uint256 max)",
  ]),
};

const rateAbi = parseAbi(["function set(uint256 next)"]);

const DAY = 86_400n;

/** Has stETH to lend. */
export const HOLDER: Address = "0x00000000000000000000000000000000000f00d2";

/** A transaction in a pool, with the native currency that goes along. */
interface Call {
  readonly data: Hex;
  readonly value?: bigint;
}

/**
 * One random change of every pool by the operator: mostly trades, now and then fees and
 * amplification.
 */
export async function shake(
  chain: ProtocolChain,
  random: () => number,
  round: number,
): Promise<void> {
  const { builder, client, node } = chain;
  const send = (to: Address, call: Call) =>
    builder.queue({ to, ...call, gas: 2_000_000n, label: `round ${round} of ${to}` });
  const { timestamp } = await node.getBlock();
  for (const pool of await read(client, chain.chain.chainId)) {
    const { address, coins, balances } = pool;
    for (const [i, coin] of coins.entries()) {
      if (round % 8 !== 0 || coin === NATIVE) continue;
      obtain(builder, coin, { spender: address, amount: 8n * (balances[i] ?? 0n) });
    }
    for (const data of administration(random, { timestamp, round })) send(address, { data });
    send(address, trade(pool, random));
    // What is sent to a pool counts where its balances are what it has.
    const [, second] = coins;
    if (round % 5 === 2 && second !== undefined && coins[0] === NATIVE) {
      const gift = { functionName: "transfer", args: [address, 1_000n] } as const;
      send(second, { data: encodeFunctionData({ abi: erc20Abi, ...gift }) });
    }
  }
  if (round % 3 === 1) {
    const setting = (most: number) => rateAround(random, most);
    for (const { address, rate } of Object.values(CURVE_ETH_ORACLES)) {
      send(address, { data: encodeFunctionData({ abi: rateAbi, args: [setting(8) + rate] }) });
    }
    send(STETH, { data: report(random) });
    send(ANKR_ETH, { data: encodeFunctionData({ abi: rateAbi, args: [ANKR_RATIO - setting(8)] }) });
  }
  await builder.flush();
}

/** Gives the holder more stETH than the pool takes. */
export async function endow({ builder }: ProtocolChain): Promise<void> {
  const args = [HOLDER, 10n ** 25n] as const;
  const data = encodeFunctionData({ abi: lidoAbi, functionName: "mint", args });
  builder.queue({ to: STETH, data, gas: 500_000n, label: "stETH to lend" });
  await builder.flush();
}

/** A report of what Lido's ether has grown by, or lost. */
function report(random: () => number): Hex {
  const rewards = randomAmount(random, 10, 21) * (random() < 0.2 ? -1n : 1n);
  const args = [rewards, DAY, 0n, 0n] as const;
  return encodeFunctionData({ abi: lidoAbi, functionName: "report", args });
}

/** Up to some thousandths of one, 18 decimals. */
function rateAround(random: () => number, thousandths: number): bigint {
  return BigInt(Math.floor(random() * thousandths * 1e15));
}

function administration(
  random: () => number,
  { timestamp, round }: { readonly timestamp: bigint; readonly round: number },
): readonly Hex[] {
  if (round % 7 === 3) {
    const args = [randomAmount(random, 2, 4) + 10n, timestamp + DAY] as const;
    return [encodeFunctionData({ abi: poolAbi, functionName: "ramp_A", args })];
  }
  if (round % 7 === 5) return [encodeFunctionData({ abi: poolAbi, functionName: "stop_ramp_A" })];
  if (round % 7 !== 6) return [];
  const args = [randomAmount(random, 5, 8)] as const;
  return [encodeFunctionData({ abi: poolAbi, functionName: "apply_new_fee", args })];
}

function trade(pool: CurveFactoryPool, random: () => number): Call {
  const { coins, balances, rates, supply } = pool;
  const part = (amount: bigint, most: number): bigint =>
    (amount * BigInt(1 + Math.floor(random() * most))) / 1_000n;
  // What is scarce is more often given, and what is plenty taken: very uneven pools trade little.
  const xp = balances.map((balance, at) => balance * (rates[at] ?? 0n));
  const order = xp.map((_, at) => at).sort((a, b) => ((xp[a] ?? 0n) < (xp[b] ?? 0n) ? -1 : 1));
  const [scarce = 0, plenty = 1] = [order[0], order.at(-1)];
  const [i, j] = random() < 0.9 ? [scarce, plenty] : [plenty, scarce];
  const native = (amount: bigint, at: number): Partial<Call> =>
    coins[at] === NATIVE ? { value: amount } : {};
  switch (Math.floor(random() * 6)) {
    case 0: {
      const amounts = balances.map((held) => (random() < 0.3 ? 0n : part(held, 100)) + 1n);
      return { data: addCoins(amounts), ...native(amounts[0] ?? 0n, 0) };
    }
    case 1: {
      const args = [part(supply, 40), BigInt(j), 0n] as const;
      const functionName = "remove_liquidity_one_coin";
      return { data: encodeFunctionData({ abi: poolAbi, functionName, args }) };
    }
    case 2:
      return { data: removal(coins.length, part(supply, 150)) };
    case 3:
      return { data: imbalanced(balances.map((held) => part(held, 60))) };
    default: {
      const amount = part(balances[i] ?? 0n, 120);
      const args = [BigInt(i), BigInt(j), amount, 0n] as const;
      const data = encodeFunctionData({ abi: poolAbi, functionName: "exchange", args });
      return { data, ...native(amount, i) };
    }
  }
}

function removal(coins: number, amount: bigint): Hex {
  const functionName = "remove_liquidity";
  if (coins === 2)
    return encodeFunctionData({ abi: removeAbi[2], functionName, args: [amount, [0n, 0n]] });
  if (coins === 3)
    return encodeFunctionData({ abi: removeAbi[3], functionName, args: [amount, [0n, 0n, 0n]] });
  return encodeFunctionData({ abi: removeAbi[4], functionName, args: [amount, [0n, 0n, 0n, 0n]] });
}

function imbalanced([a = 0n, b = 0n, c, d]: readonly bigint[]): Hex {
  const functionName = "remove_liquidity_imbalance";
  const most = maxUint256;
  if (c === undefined)
    return encodeFunctionData({ abi: removeAbi[2], functionName, args: [[a, b], most] });
  if (d === undefined)
    return encodeFunctionData({ abi: removeAbi[3], functionName, args: [[a, b, c], most] });
  return encodeFunctionData({ abi: removeAbi[4], functionName, args: [[a, b, c, d], most] });
}
