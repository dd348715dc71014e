import { type Address, encodeFunctionData, erc20Abi, type Hex, maxUint256, parseAbi } from "viem";
import { CURVE_META_POOLS } from "../../../devnet/protocols/curve-meta.ts";
import type { CurveMetaPool } from "../../../src/protocols/curve-meta/pool.ts";
import type { CurvePool } from "../../../src/protocols/curve-stableswap/pool.ts";
import { read as readPlain } from "../curve-stableswap/read.ts";
import { drawTaken, takes } from "../draw-taken.ts";
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
const threeCoinsAbi = parseAbi([
  "function add_liquidity(uint256[3] amounts, uint256 min)",
  "function remove_liquidity(uint256 amount, uint256[3] minAmounts)",
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

/** A random swap in every base pool, whose amplification moves from the second round on. */
async function shakeBases(
  chain: ProtocolChain,
  random: () => number,
  round: number,
): Promise<void> {
  const { builder, client, node } = chain;
  const send = (to: Address, data: Hex) =>
    builder.queue({ to, data, gas: 2_000_000n, label: `round ${round} of base pool ${to}` });
  const { timestamp } = await node.getBlock();
  const addresses = new Set(CURVE_META_POOLS.map(({ basePool }) => basePool));
  const plain = await readPlain(client, chain.chain.chainId);
  const bases = plain.filter(({ address }) => addresses.has(address));
  for (const { address, coins, balances, futureA, aPrecision, initialATime } of bases) {
    for (const [i, coin] of coins.entries()) {
      const mint = { functionName: "mint", args: [builder.operator, balances[i] ?? 0n] } as const;
      send(coin, encodeFunctionData({ abi: tokenAbi, ...mint }));
      for (const amount of round === 0 ? [0n, maxUint256] : []) {
        const approve = { functionName: "approve", args: [address, amount] } as const;
        send(coin, encodeFunctionData({ abi: tokenAbi, ...approve }));
      }
    }
    if (round === 1 && timestamp >= initialATime + DAY) {
      const args = [(futureA / aPrecision) * 2n, timestamp + 2n * DAY] as const;
      send(address, encodeFunctionData({ abi: poolAbi, functionName: "ramp_A", args }));
    }
  }
  await builder.flush();
  for (const base of bases) {
    const { address, balances, supply } = base;
    // The shares that metapools trade are to last.
    const shares = { abi: erc20Abi, address: base.lpToken, functionName: "balanceOf" } as const;
    const held = await client.readContract({ ...shares, args: [builder.operator] });
    const more = deposit(balances.map((balance) => balance / 4n));
    const isLacking = held < supply / 4n && (await takes(chain, address, more));
    if (isLacking) send(address, more);
    else send(address, await drawTaken(chain, address, () => baseTrade(base, random)));
  }
  await builder.flush();
}

/** One random change of every metapool: mostly trades, now and then amplification. */
export async function shakeMetapools(
  chain: ProtocolChain,
  random: () => number,
  round: number,
): Promise<void> {
  const { builder, client, node } = chain;
  const send = (to: Address, data: Hex) =>
    builder.queue({ to, data, gas: 2_000_000n, label: `round ${round} of ${to}` });
  const { timestamp } = await node.getBlock();
  const pools = await readMetapools(client, chain.chain.chainId);
  for (const pool of pools) {
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
  }
  await builder.flush();
  for (const pool of pools) {
    send(pool.address, await drawTaken(chain, pool.address, () => trade(pool, random)));
  }
  await builder.flush();
}

/** A swap, or, as an uneven pool may take none, now and then a redemption for all coins. */
function baseTrade(base: CurvePool, random: () => number): Hex {
  const { balances, supply } = base;
  if (random() < 0.1) {
    const amount = part(supply, random, 20);
    const functionName = "remove_liquidity";
    return balances.length === 2
      ? encodeFunctionData({ abi: poolAbi, functionName, args: [amount, [0n, 0n]] })
      : encodeFunctionData({ abi: threeCoinsAbi, functionName, args: [amount, [0n, 0n, 0n]] });
  }
  const [i, j] = placesOf(base, random);
  const args = [BigInt(i), BigInt(j), part(balances[i] ?? 0n, random, 200), 0n] as const;
  return encodeFunctionData({ abi: poolAbi, functionName: "exchange", args });
}

/** Which coin is given and which is taken: most often the scarcest one for what is plenty. */
function placesOf({ balances, rates }: CurvePool, random: () => number): readonly [number, number] {
  const xp = balances.map((balance, i) => balance * (rates[i] ?? 0n));
  const order = xp.map((_, i) => i).sort((a, b) => ((xp[a] ?? 0n) < (xp[b] ?? 0n) ? -1 : 1));
  const [scarce = 0, plenty = 1] = [order[0], order.at(-1)];
  return random() < 0.75 ? [scarce, plenty] : [plenty, scarce];
}

function deposit([a = 0n, b = 0n, c]: readonly bigint[]): Hex {
  const functionName = "add_liquidity";
  return c === undefined
    ? encodeFunctionData({ abi: poolAbi, functionName, args: [[a, b], 0n] })
    : encodeFunctionData({ abi: threeCoinsAbi, functionName, args: [[a, b, c], 0n] });
}

/** Up to so many thousandths of an amount. */
function part(amount: bigint, random: () => number, most: number): bigint {
  return (amount * BigInt(1 + Math.floor(random() * most))) / 1_000n;
}

function trade({ balances, rates, supply }: CurveMetaPool, random: () => number): Hex {
  const [first = 0n, second = 0n] = balances;
  // The operator's shares of the base pool are not without end: more of them come back.
  const shares = part(second, random, 60);
  // What is scarce is more often given, and the other taken: contracts refuse very uneven pools.
  const scarce = first * (rates[0] ?? 0n) < second * (rates[1] ?? 0n) ? 0 : 1;
  const i = random() < 0.9 ? scarce : 1 - scarce;
  switch (Math.floor(random() * 6)) {
    case 0: {
      const args = [[part(first, random, 60), random() < 0.3 ? 0n : shares], 0n] as const;
      return encodeFunctionData({ abi: poolAbi, functionName: "add_liquidity", args });
    }
    case 1: {
      const args = [part(supply, random, 40), BigInt(1 - i), 0n] as const;
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
      const given = i === 0 ? part(first, random, 120) : shares;
      const args = [BigInt(i), BigInt(1 - i), given, 0n] as const;
      return encodeFunctionData({ abi: poolAbi, functionName: "exchange", args });
    }
  }
}
