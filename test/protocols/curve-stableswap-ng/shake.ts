import { type Address, encodeFunctionData, erc20Abi, type Hex, maxUint256, parseAbi } from "viem";
import { addLiquidity, CURVE_NG_ORACLE, obtain } from "../../../devnet/protocols/curve-ng.ts";
import type { CurveNgPool } from "../../../src/protocols/curve-stableswap-ng/pool.ts";
import { randomAmount } from "../chain.ts";
import { read as readPlain } from "../curve-stableswap/read.ts";
import { drawTaken } from "../draw-taken.ts";
import type { ProtocolChain } from "../protocol-chain.ts";
import { read } from "./read.ts";

const poolAbi = parseAbi([
  "function exchange(int128 i, int128 j, uint256 dx, uint256 minDy)",
  "function remove_liquidity_one_coin(uint256 amount, int128 i, uint256 minAmount)",
  "function ramp_A(uint256 a, uint256 time)",
  "function stop_ramp_A()",
  "function set_new_fee(uint256 fee, uint256 offpeg)",
]);
const removeAbi = {
  plain: parseAbi(["function remove_liquidity(uint256 amount, uint256[] minAmounts)"]),
  meta: parseAbi(["function remove_liquidity(uint256 amount, uint256[2] minAmounts)"]),
};
const baseAbi = parseAbi(["function add_liquidity(uint256[3] amounts, uint256 min)"]);
const tokenAbi = parseAbi([
  "function mint(address to, uint256 value)",
  "function approve(address spender, uint256 value)",
  "function transfer(address to, uint256 value)",
]);
const oracleAbi = parseAbi(["function set(uint256 next)"]);

const DAY = 86_400n;
const E18 = 10n ** 18n;
const FUNDS = 10n ** 24n;

/**
 * One random change of every pool by the operator: mostly trades, now and then rates, fees,
 * amplification and gifts.
 */
export async function shake(
  chain: ProtocolChain,
  random: () => number,
  round: number,
): Promise<void> {
  const { builder, client, node } = chain;
  const send = (to: Address, data: Hex) =>
    builder.queue({ to, data, gas: 2_000_000n, label: `round ${round} of ${to}` });
  const { timestamp } = await node.getBlock();
  // WETH is made of what the operator has.
  await node.setBalance({ address: builder.operator, value: FUNDS });
  const pools = await read(client, chain.chain.chainId);
  for (const pool of pools) {
    const { address } = pool;
    await obtainShares(chain, pool);
    for (const [i, coin] of pool.coins.entries()) {
      const held = pool.balances[i] ?? 0n;
      if (round % 8 === 0) {
        obtain(chain, coin, 8n * held);
        const approve = { functionName: "approve", args: [address, maxUint256] } as const;
        send(coin, encodeFunctionData({ abi: tokenAbi, ...approve }));
      }
    }
    // What is sent to a pool counts where it has a coin that rebases.
    const [first] = pool.coins;
    if (round % 5 === 2 && first !== undefined) {
      const gift = { functionName: "transfer", args: [address, 1_000n] } as const;
      send(first, encodeFunctionData({ abi: tokenAbi, ...gift }));
    }
    const now = { timestamp, round };
    for (const data of administration(random, now)) send(address, data);
  }
  await builder.flush();
  for (const pool of pools) {
    send(pool.address, await drawTaken(chain, pool.address, () => trade(pool, random)));
  }
  if (round % 3 === 1) {
    const rate = E18 + randomAmount(random, 14, 17);
    const set = { functionName: "set", args: [rate] } as const;
    send(CURVE_NG_ORACLE, encodeFunctionData({ abi: oracleAbi, ...set }));
  }
  await builder.flush();
}

/** Deposits in a base pool when the operator has less of its shares than the metapool. */
async function obtainShares(
  { builder, client, chain }: ProtocolChain,
  { basePool, balances }: CurveNgPool,
): Promise<void> {
  const bases = basePool === null ? [] : await readPlain(client, chain.chainId);
  const base = bases.find(({ address }) => address === basePool);
  const [, least = 0n] = balances;
  if (base === undefined) return;
  const shares = { abi: erc20Abi, address: base.lpToken, functionName: "balanceOf" } as const;
  if ((await client.readContract({ ...shares, args: [builder.operator] })) >= least) return;
  const amounts = base.balances.map((held) => (4n * held * least) / base.supply);
  const send = (to: Address, data: Hex) =>
    builder.queue({ to, data, gas: 2_000_000n, label: `shares of ${base.address}` });
  for (const [i, coin] of base.coins.entries()) {
    const mint = { functionName: "mint", args: [builder.operator, amounts[i] ?? 0n] } as const;
    send(coin, encodeFunctionData({ abi: tokenAbi, ...mint }));
    for (const value of [0n, maxUint256]) {
      const approve = { functionName: "approve", args: [base.address, value] } as const;
      send(coin, encodeFunctionData({ abi: tokenAbi, ...approve }));
    }
  }
  const [a = 0n, b = 0n, c = 0n] = amounts;
  const add = { functionName: "add_liquidity", args: [[a, b, c], 0n] } as const;
  send(base.address, encodeFunctionData({ abi: baseAbi, ...add }));
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
  const offpeg = random() < 0.3 ? 0n : 10n ** 10n + randomAmount(random, 9, 11);
  const args = [randomAmount(random, 5, 8), offpeg] as const;
  return [encodeFunctionData({ abi: poolAbi, functionName: "set_new_fee", args })];
}

function trade(pool: CurveNgPool, random: () => number): Hex {
  const { coins, balances, rates, supply } = pool;
  const isMeta = pool.basePool !== null;
  const part = (amount: bigint, most: number): bigint =>
    (amount * BigInt(1 + Math.floor(random() * most))) / 1_000n;
  // What is scarce is more often given, and what is plenty taken: very uneven pools trade little.
  const xp = balances.map((balance, at) => balance * (rates[at] ?? 0n));
  const order = xp.map((_, at) => at).sort((a, b) => ((xp[a] ?? 0n) < (xp[b] ?? 0n) ? -1 : 1));
  const [scarce = 0, plenty = 1] = [order[0], order.at(-1)];
  const [i, j] = random() < 0.75 ? [scarce, plenty] : [plenty, scarce];
  switch (Math.floor(random() * 5)) {
    case 0:
      return addLiquidity(
        balances.map((balance) => (random() < 0.3 ? 0n : part(balance, 400)) + 1n),
        isMeta,
      );
    case 1: {
      const args = [part(supply, 150), BigInt(j), 0n] as const;
      return encodeFunctionData({ abi: poolAbi, functionName: "remove_liquidity_one_coin", args });
    }
    case 2: {
      const amount = part(supply, 150);
      const functionName = "remove_liquidity";
      if (isMeta) {
        return encodeFunctionData({ abi: removeAbi.meta, functionName, args: [amount, [0n, 0n]] });
      }
      const args = [amount, coins.map(() => 0n)] as const;
      return encodeFunctionData({ abi: removeAbi.plain, functionName, args });
    }
    default: {
      const args = [BigInt(i), BigInt(j), part(balances[i] ?? 0n, 500), 0n] as const;
      return encodeFunctionData({ abi: poolAbi, functionName: "exchange", args });
    }
  }
}
