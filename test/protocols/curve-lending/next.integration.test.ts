import { type Address, encodeFunctionData, type Hex, parseAbi } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { obtain } from "../../../devnet/protocols/curve-factory.ts";
import {
  addUnderlying,
  curveLending as contracts,
} from "../../../devnet/protocols/curve-lending.ts";
import { curveLending } from "../../../src/protocols/curve-lending/index.ts";
import { balancesOf } from "../../../src/protocols/curve-lending/lending.ts";
import type { CurveLendingPool } from "../../../src/protocols/curve-lending/pool.ts";
import type { BlockContext, Edge } from "../../../src/protocols/protocol.ts";
import { sized } from "../../harness/size.ts";
import { createRandom, randomAmount } from "../chain.ts";
import { type ProtocolChain, passTime, startProtocolChain } from "../protocol-chain.ts";
import { read } from "./read.ts";

const abi = parseAbi([
  "function exchange_underlying(int128 i, int128 j, uint256 dx, uint256 minDy)",
  "function remove_liquidity_one_coin(uint256 amount, int128 i, uint256 minAmount, bool useUnderlying)",
]);

const ROUNDS = sized({ always: 12, nightly: 400 });
const ROUNDS_OF_FUNDS = 10;
const MINUTES = 60_000;

/** A random trade of a pool, some thousandths of what it holds. */
interface Step {
  readonly edge: Edge;
  readonly amountIn: bigint;
}

function stepOf(pool: CurveLendingPool, random: () => number): Step {
  const edges = curveLending.edges(pool);
  const edge = edges[Math.floor(random() * edges.length)];
  if (edge === undefined) throw new Error(`${pool.id} has no edges.`);
  const held = balancesOf(pool, null)[pool.coins.indexOf(edge.tokenIn)] ?? pool.supply;
  return { edge, amountIn: (held * randomAmount(random, 1, 6)) / (4n * 10n ** 7n) + 10n };
}

function dataOf({ coins }: CurveLendingPool, { edge, amountIn }: Step): Hex {
  const [i, j] = [coins.indexOf(edge.tokenIn), coins.indexOf(edge.tokenOut)].map(BigInt);
  switch (edge.action) {
    case "swap": {
      const args = [i ?? 0n, j ?? 0n, amountIn, 0n] as const;
      return encodeFunctionData({ abi, functionName: "exchange_underlying", args });
    }
    case "deposit":
      return addUnderlying(coins.map((coin) => (coin === edge.tokenIn ? amountIn : 0n)));
    case "redeem": {
      const args = [amountIn, j ?? 0n, 0n, true] as const;
      return encodeFunctionData({ abi, functionName: "remove_liquidity_one_coin", args });
    }
  }
}

describe("next states", () => {
  let chain: ProtocolChain;
  beforeAll(async () => {
    chain = await startProtocolChain({ chainId: 1, protocols: [contracts] });
  }, 4 * MINUTES);
  afterAll(() => chain?.stop());

  test(
    `behavior: are those of the contracts over ${ROUNDS} random trades`,
    async () => {
      const { builder, client, node } = chain;
      const random = createRandom(11);
      const seen = new Set<string>();
      for (let round = 0; round < ROUNDS; round++) {
        const pools = await read(client, 1);
        for (const { address, coins, scaledBalances } of pools) {
          for (const [i, coin] of coins.entries()) {
            if (round % ROUNDS_OF_FUNDS !== 0) continue;
            obtain(builder, coin, { spender: address, amount: 4n * (scaledBalances[i] ?? 0n) });
          }
        }
        await builder.flush();
        // They share reserves: what one does changes the other's.
        const place = round % pools.length;
        const pool = (await read(client, 1))[place];
        if (pool === undefined) throw new Error("The chain has no pools.");
        const step = stepOf(pool, random);
        await passTime(chain, Math.floor(random() * 100_000));
        send(pool.address, dataOf(pool, step));
        await builder.flush();
        const { number, timestamp } = await node.getBlock();
        const at: BlockContext = { number, timestamp };
        const quote = curveLending.quote(pool, step.edge, step.amountIn, at);
        const label = `round ${round}: ${step.edge.action} ${step.amountIn} of ${pool.id}`;
        const after = (await read(client, 1))[place];
        expect(quote.ok ? quote.next : quote.reason, label).toEqual(after);
        seen.add(`${step.edge.action} ${pool.coins.length}`);
      }
      expect(seen.size).toBe(2 * 3);

      function send(to: Address, data: Hex) {
        builder.queue({ to, data, gas: 3_000_000n, label: `trade in ${to}` });
      }
    },
    20 * MINUTES,
  );
});
