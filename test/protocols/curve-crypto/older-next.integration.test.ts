import { type Address, encodeFunctionData, type Hex, maxUint256, parseAbi } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  addCryptoLiquidity,
  curveCrypto as contracts,
  obtainCoin,
} from "../../../devnet/protocols/curve-crypto.ts";
import type { CurveCryptoPool } from "../../../src/protocols/curve-crypto/pool.ts";
import {
  addCoins,
  exchange,
  removeForCoin,
  type Traded,
} from "../../../src/protocols/curve-crypto/trade.ts";
import { sized } from "../../harness/size.ts";
import { createRandom, randomAmount } from "../chain.ts";
import { type ProtocolChain, startProtocolChain } from "../protocol-chain.ts";
import { readOlder } from "./older-read.ts";

const abi = parseAbi([
  "function exchange(uint256 i, uint256 j, uint256 dx, uint256 minDy)",
  "function remove_liquidity_one_coin(uint256 amount, uint256 i, uint256 min)",
  "function approve(address spender, uint256 value)",
  "function ramp_A_gamma(uint256 a, uint256 gamma, uint256 time)",
]);

const ROUNDS = sized({ always: 16, nightly: 400 });
const ROUNDS_OF_FUNDS = 40;
const MINUTES = 60_000;
const GAS = 5_000_000n;

interface Step {
  readonly data: Hex;
  after(timestamp: bigint): Traded<CurveCryptoPool> | null;
}

/** A random trade of a pool, with what it should leave. */
function stepOf(pool: CurveCryptoPool, random: () => number): Step {
  const n = pool.coins.length;
  const part = (whole: bigint, least: bigint) =>
    whole / least + (whole * randomAmount(random, 1, 6)) / (4n * 10n ** 7n);
  const kind = random();
  const i = Math.floor(random() * n);
  const j = (i + 1 + Math.floor(random() * (n - 1))) % n;
  if (kind < 0.7) {
    const amountIn = part(pool.balances[i] ?? 0n, 150n);
    const args = [BigInt(i), BigInt(j), amountIn, 0n] as const;
    return {
      data: encodeFunctionData({ abi, functionName: "exchange", args }),
      after: (timestamp) => exchange(pool, { i, j, amountIn }, timestamp),
    };
  }
  if (kind < 0.88) {
    const isOne = kind < 0.8;
    const amounts = pool.balances.map((held, k) => (isOne && k !== i ? 0n : part(held, 200n)));
    return {
      data: addCryptoLiquidity(amounts),
      after: (timestamp) => addCoins(pool, amounts, timestamp),
    };
  }
  const amountIn = part(pool.supply, 400n);
  const args = [amountIn, BigInt(i), 0n] as const;
  return {
    data: encodeFunctionData({ abi, functionName: "remove_liquidity_one_coin", args }),
    after: (timestamp) => removeForCoin(pool, { j: i, amountIn }, timestamp),
  };
}

/** Has the operator hold twice what each pool does, and lets the pools take it. */
async function fund({ builder, tokens }: ProtocolChain, pools: readonly CurveCryptoPool[]) {
  for (const { address, coins, balances } of pools) {
    for (const [i, coin] of coins.entries()) {
      const token = tokens.find((each) => each.address.toLowerCase() === coin);
      obtainCoin(builder, token?.address ?? coin, 2n * (balances[i] ?? 0n));
      // USDT wants an allowance to be taken back first.
      for (const value of [0n, maxUint256]) {
        const args = [address, value] as const;
        const data = encodeFunctionData({ abi, functionName: "approve", args });
        builder.queue({ to: coin, data, gas: 200_000n, label: `approve ${coin}` });
      }
    }
  }
  await builder.flush();
}

describe("next states of older pools", () => {
  let chain: ProtocolChain;
  beforeAll(async () => {
    chain = await startProtocolChain({ chainId: 1, protocols: [contracts] });
  }, 4 * MINUTES);
  afterAll(() => chain?.stop());

  test(
    `behavior: are those of the contract over ${ROUNDS} random trades of each`,
    async () => {
      const { builder, client, node } = chain;
      const random = createRandom(7);
      const send = (to: Address, data: Hex) =>
        builder.queue({ to, data, gas: GAS, label: `${data.slice(0, 10)} of ${to}` });
      const read = () => readOlder(client, 1, "curve-crypto");
      const seen = { moved: 0, taken: 0, compared: 0 };
      for (let round = 0; round < ROUNDS; round++) {
        if (round % ROUNDS_OF_FUNDS === 0) await fund(chain, await read());
        if (round % 20 === 7) {
          const { timestamp } = await node.getBlock();
          for (const { address, futureAnn, futureGamma } of await read()) {
            const args = [(futureAnn * 11n) / 10n, futureGamma, timestamp + 120n] as const;
            send(address, encodeFunctionData({ abi, functionName: "ramp_A_gamma", args }));
          }
          await builder.flush();
        }
        const pools = await read();
        const steps = pools.map((pool) => stepOf(pool, random));
        for (const [at, { address }] of pools.entries()) send(address, steps[at]?.data ?? "0x");
        await builder.flush();
        const { timestamp } = await node.getBlock();
        for (const [at, after] of (await read()).entries()) {
          const next = steps[at]?.after(timestamp)?.next;
          if (next === undefined) throw new Error(`round ${round}: ${after.id} was to revert`);
          if (next.older?.isSpent) {
            seen.taken += 1;
            continue;
          }
          expect(next, `round ${round}: ${after.id}`).toEqual(after);
          seen.compared += 1;
          if (String(next.priceScales) !== String(pools[at]?.priceScales)) seen.moved += 1;
        }
      }
      expect(seen.compared).toBeGreaterThan(2 * ROUNDS);
      expect(Math.min(seen.moved, seen.taken)).toBeGreaterThan(0);
    },
    20 * MINUTES,
  );
});
