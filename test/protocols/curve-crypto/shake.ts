import { type Address, encodeFunctionData, type Hex, maxUint256, parseAbi } from "viem";
import { addCryptoLiquidity, obtainCoin } from "../../../devnet/protocols/curve-crypto.ts";
import type { CurveCryptoPool } from "../../../src/protocols/curve-crypto/pool.ts";
import { randomAmount } from "../chain.ts";
import type { ProtocolChain } from "../protocol-chain.ts";
import { read } from "./read.ts";

const poolAbi = parseAbi([
  "function exchange(uint256 i, uint256 j, uint256 dx, uint256 minDy)",
  "function ramp_A_gamma(uint256 a, uint256 gamma, uint256 time)",
  "function stop_ramp_A_gamma()",
  "function apply_new_parameters(uint256[3] fees, uint256[3] rebalancing)",
  "function claim_admin_fees()",
]);
const removeAbi = {
  two: parseAbi(["function remove_liquidity(uint256 amount, uint256[2] minAmounts)"]),
  three: parseAbi([
    "function remove_liquidity(uint256 amount, uint256[3] minAmounts, bool useEth, address receiver, bool claim)",
  ]),
  older: parseAbi(["function remove_liquidity(uint256 amount, uint256[3] minAmounts)"]),
  one: parseAbi(["function remove_liquidity_one_coin(uint256 amount, uint256 i, uint256 min)"]),
};
const tokenAbi = parseAbi(["function approve(address spender, uint256 value)"]);

const DAY = 86_400n;
const FUNDS = 10n ** 24n;
const ROUNDS_OF_FUNDS = 8;

/**
 * One random change of every pool by the operator: mostly trades, now and then A, gamma and fees,
 * and what the admin takes.
 */
export async function shake(
  chain: ProtocolChain,
  random: () => number,
  round: number,
): Promise<void> {
  const { builder, client, node } = chain;
  const send = (to: Address, data: Hex) =>
    builder.queue({ to, data, gas: 4_000_000n, label: `round ${round} of ${to}` });
  const { timestamp } = await node.getBlock();
  // Coins are made of what the operator has, hundreds of times over in the nightly.
  await node.setBalance({ address: builder.operator, value: FUNDS });
  for (const pool of await read(client, chain.chain.chainId)) {
    const { address } = pool;
    if (round % ROUNDS_OF_FUNDS === 0) {
      for (const [i, coin] of pool.coins.entries()) {
        const token = chain.tokens.find((each) => each.address.toLowerCase() === coin);
        obtainCoin(builder, token?.address ?? coin, 2n * (pool.balances[i] ?? 0n));
        // USDT wants an allowance to be taken back first.
        for (const value of [0n, maxUint256]) {
          const approve = { functionName: "approve", args: [address, value] } as const;
          send(coin, encodeFunctionData({ abi: tokenAbi, ...approve }));
        }
      }
    }
    for (const data of administration(pool, { timestamp, round })) send(address, data);
    send(address, trade(pool, builder.operator, random));
  }
  await builder.flush();
}

function administration(
  { futureAnn, futureGamma, supply, coins, older, ...pool }: CurveCryptoPool,
  { timestamp, round }: { readonly timestamp: bigint; readonly round: number },
): readonly Hex[] {
  if (round % 9 === 3) {
    const factor = round % 2 === 0 ? [11n, 10n] : [10n, 11n];
    const [more = 1n, less = 1n] = factor;
    const args = [(futureAnn * more) / less, (futureGamma * more) / less, timestamp + DAY] as const;
    return [encodeFunctionData({ abi: poolAbi, functionName: "ramp_A_gamma", args })];
  }
  if (round % 9 === 6) {
    return [encodeFunctionData({ abi: poolAbi, functionName: "stop_ramp_A_gamma" })];
  }
  if (round % 11 === 5) {
    const wide = round % 2 === 0;
    const fees = [wide ? 2_000_000n : 5_000_000n, 45_000_000n, 500_000_000_000_000n] as const;
    // Of the oldest code the first is how far prices must be.
    if (older?.code === "2021-05") {
      const rebalancing = [older.threshold, pool.adjustmentStep, 600n] as const;
      const args = [fees, rebalancing] as const;
      return [encodeFunctionData({ abi: poolAbi, functionName: "apply_new_parameters", args })];
    }
    const rebalancing = [
      wide ? 10_000_000_000n : 2_000_000_000_000n,
      146_000_000_000n,
      600n,
    ] as const;
    const args = [fees, rebalancing] as const;
    return [encodeFunctionData({ abi: poolAbi, functionName: "apply_new_parameters", args })];
  }
  if (round % 7 === 4 && (coins.length === 3 || older !== null) && supply > 0n) {
    return [encodeFunctionData({ abi: poolAbi, functionName: "claim_admin_fees" })];
  }
  return [];
}

function trade(pool: CurveCryptoPool, operator: Address, random: () => number): Hex {
  const { coins, balances, supply } = pool;
  const n = coins.length;
  const kind = random();
  const part = (whole: bigint, least: bigint) =>
    whole / least + (whole * randomAmount(random, 1, 6)) / 10n ** 7n;
  if (kind < 0.15)
    return addCryptoLiquidity(
      balances.map((held) => (random() < 0.5 ? part(held, 50n) : held / 1_000n)),
    );
  if (kind < 0.25) {
    const amount = part(supply, 200n);
    if (pool.older !== null && kind < 0.2) {
      const args = [amount, BigInt(Math.floor(random() * n)), 0n] as const;
      const functionName = "remove_liquidity_one_coin";
      return encodeFunctionData({ abi: removeAbi.one, functionName, args });
    }
    if (pool.older !== null && n === 3) {
      const args = [amount, [0n, 0n, 0n]] as const;
      return encodeFunctionData({ abi: removeAbi.older, functionName: "remove_liquidity", args });
    }
    if (n === 2) {
      const args = [amount, [0n, 0n]] as const;
      return encodeFunctionData({ abi: removeAbi.two, functionName: "remove_liquidity", args });
    }
    const args = [amount, [0n, 0n, 0n], false, operator, kind < 0.2] as const;
    return encodeFunctionData({ abi: removeAbi.three, functionName: "remove_liquidity", args });
  }
  const i = Math.floor(random() * n);
  const j = (i + 1 + Math.floor(random() * (n - 1))) % n;
  const args = [BigInt(i), BigInt(j), part(balances[i] ?? 0n, 100n), 0n] as const;
  return encodeFunctionData({ abi: poolAbi, functionName: "exchange", args });
}
