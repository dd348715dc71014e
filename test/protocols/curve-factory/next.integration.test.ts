import { type Address, encodeFunctionData, type Hex, parseAbi } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { curve } from "../../../devnet/protocols/curve.ts";
import { curveEth } from "../../../devnet/protocols/curve-eth.ts";
import {
  addCoins,
  curveFactory as contracts,
  obtain,
} from "../../../devnet/protocols/curve-factory.ts";
import { curveMeta } from "../../../devnet/protocols/curve-meta.ts";
import { lido } from "../../../devnet/protocols/lido.ts";
import { stakingTokens } from "../../../devnet/protocols/staking-tokens.ts";
import { NATIVE } from "../../../src/lib/address.ts";
import { curveFactory } from "../../../src/protocols/curve-factory/index.ts";
import type { CurveFactoryPool } from "../../../src/protocols/curve-factory/pool.ts";
import type { BlockContext, Edge } from "../../../src/protocols/protocol.ts";
import { sized } from "../../harness/size.ts";
import { createRandom, randomAmount } from "../chain.ts";
import { type ProtocolChain, startProtocolChain } from "../protocol-chain.ts";
import { read } from "./read.ts";

const abi = parseAbi([
  "function exchange(int128 i, int128 j, uint256 dx, uint256 minDy)",
  "function remove_liquidity_one_coin(uint256 amount, int128 i, uint256 minAmount)",
]);

const ROUNDS = sized({ always: 12, nightly: 400 });
const ROUNDS_OF_FUNDS = 10;
const MINUTES = 60_000;

/** A random trade of a pool, some thousandths of what it holds. */
interface Step {
  readonly edge: Edge;
  readonly amountIn: bigint;
}

function stepOf(pool: CurveFactoryPool, random: () => number): Step {
  const edges = curveFactory.edges(pool);
  const edge = edges[Math.floor(random() * edges.length)];
  if (edge === undefined) throw new Error(`${pool.id} has no edges.`);
  const held = pool.balances[pool.coins.indexOf(edge.tokenIn)] ?? pool.supply;
  return { edge, amountIn: (held * randomAmount(random, 1, 6)) / (4n * 10n ** 7n) + 1n };
}

function dataOf({ coins }: CurveFactoryPool, { edge, amountIn }: Step): Hex {
  const [i, j] = [coins.indexOf(edge.tokenIn), coins.indexOf(edge.tokenOut)].map(BigInt);
  switch (edge.action) {
    case "swap": {
      const args = [i ?? 0n, j ?? 0n, amountIn, 0n] as const;
      return encodeFunctionData({ abi, functionName: "exchange", args });
    }
    case "deposit":
      return addCoins(coins.map((coin) => (coin === edge.tokenIn ? amountIn : 0n)));
    case "redeem": {
      const args = [amountIn, j ?? 0n, 0n] as const;
      return encodeFunctionData({ abi, functionName: "remove_liquidity_one_coin", args });
    }
  }
}

describe("next states", () => {
  let chain: ProtocolChain;
  beforeAll(async () => {
    const protocols = [lido, curve, curveMeta, contracts, curveEth, stakingTokens];
    chain = await startProtocolChain({ chainId: 1, protocols });
  }, 4 * MINUTES);
  afterAll(() => chain?.stop());

  test(
    `behavior: are those of the contract over ${ROUNDS} random trades of each`,
    async () => {
      const { builder, client, node } = chain;
      const random = createRandom(11);
      const seen = new Set<string>();
      for (let round = 0; round < ROUNDS; round++) {
        for (const { address, coins, balances } of await read(client, 1)) {
          for (const [i, coin] of coins.entries()) {
            if (round % ROUNDS_OF_FUNDS !== 0 || coin === NATIVE) continue;
            obtain(builder, coin, { spender: address, amount: 4n * (balances[i] ?? 0n) });
          }
        }
        await builder.flush();
        // What is obtained of stETH changes what its shares are worth.
        const pools = await read(client, 1);
        const steps = pools.map((pool) => stepOf(pool, random));
        for (const [at, pool] of pools.entries()) {
          const step = steps[at];
          if (step === undefined) continue;
          const value = step.edge.tokenIn === NATIVE ? { value: step.amountIn } : {};
          send(pool.address, { data: dataOf(pool, step), ...value });
        }
        await builder.flush();
        const { number, timestamp } = await node.getBlock();
        const at: BlockContext = { number, timestamp };
        for (const [place, after] of (await read(client, 1)).entries()) {
          const [pool, step] = [pools[place], steps[place]];
          if (pool === undefined || step === undefined) throw new Error("A pool is new.");
          const quote = curveFactory.quote(pool, step.edge, step.amountIn, at);
          const label = `round ${round}: ${step.edge.action} ${step.amountIn} of ${pool.id}`;
          expect(quote.ok ? quote.next : quote.reason, label).toEqual(after);
          const code = `${pool.keepsScaled ?? false} ${pool.shareBalance !== undefined}`;
          seen.add(`${step.edge.action} ${pool.slug} ${code}`);
        }
      }
      expect(seen.size).toBe(6 * 3);

      function send(to: Address, call: { readonly data: Hex; readonly value?: bigint }) {
        builder.queue({ to, ...call, gas: 2_000_000n, label: `trade in ${to}` });
      }
    },
    20 * MINUTES,
  );
});
