import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ChainService } from "../../../src/api/chain/service.ts";
import { findRoute } from "../../../src/api/router/find-route.ts";
import { asJoint } from "../../../src/api/router/merging.ts";
import { autoSlippageBps } from "../../../src/api/trade/auto-slippage.ts";
import { percentileMove } from "../../../src/api/trade/price-moves.ts";
import { NATIVE } from "../../../src/lib/address.ts";
import { CHAINS } from "../../../src/lib/chains.ts";
import {
  uniswapV2Pair,
  uniswapV2PairLog,
  uniswapV2ProtocolFee,
} from "../../../src/protocols/uniswap-v2/schema.ts";
import { createDatabase } from "../../protocols/database.ts";
import { serviceOf } from "../fixture/chain.ts";
import { BLOCK, TIMESTAMP, USDC, WETH } from "../fixture/market.ts";

/** A price that changes by a part at each of some blocks. */
function steps(changes: Readonly<Record<number, number>>) {
  let price = 100;
  return Object.entries(changes).map(([number, part]) => {
    price *= 1 + part;
    return { number: Number(number), price };
  });
}

describe("percentileMove", () => {
  test("default: the move that nineteen of twenty windows stay below", () => {
    // Twenty windows of five blocks: 0.1 %, 0.2 %, … 2 % each.
    const prices = [{ number: 0, price: 100 }];
    for (let window = 1; window <= 20; window++) {
      const last = prices.at(-1)?.price ?? 0;
      prices.push({ number: window * 5, price: last * (1 + window / 1_000) });
    }
    expect(percentileMove(prices, { from: 0, to: 100 })).toBeCloseTo(Math.log(1.019), 9);
  });

  test("behavior: falls count as rises, and what returns within a window does not", () => {
    const falling = Array.from({ length: 21 }, (_, i) => ({ number: i * 5, price: 0.99 ** i }));
    expect(percentileMove(falling, { from: 0, to: 100 })).toBeCloseTo(-Math.log(0.99), 9);
    const there = Array.from({ length: 100 }, (_, i) => ({
      number: i,
      price: i % 5 === 2 ? 2 : 1,
    }));
    expect(percentileMove(there, { from: 0, to: 100 })).toBe(0);
  });

  test("behavior: a single jump among many quiet windows is the odd one out", () => {
    expect(percentileMove(steps({ 0: 0, 50: 0.2 }), { from: 0, to: 300 })).toBe(0);
  });

  test("behavior: no change, one change, and no block at all", () => {
    expect(percentileMove([], { from: 0, to: 300 })).toBe(0);
    expect(percentileMove(steps({ 7: 0.1 }), { from: 0, to: 300 })).toBe(0);
    expect(percentileMove(steps({ 7: 0.1 }), { from: 300, to: 300 })).toBe(0);
    // What comes after the end does not count.
    expect(percentileMove(steps({ 0: 0, 400: 0.5 }), { from: 0, to: 300 })).toBe(0);
  });
});

describe("autoSlippageBps", () => {
  const PAIR = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc";
  const chain = CHAINS.get(1);
  if (chain === undefined) throw new Error("chain 1 is gone");
  const fixed = serviceOf(chain);
  const snapshot = fixed.snapshot();
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let service: ChainService;

  function rowAt(block: number, dollars: number) {
    const key = { chainId: 1, address: PAIR, slug: "uniswap-v2", feePips: 3_000 } as const;
    const nothing = { totalSupply: 1n, kLast: 0n, minted: 0n, mints: 0, burned: 0n } as const;
    const reserves = { reserve0: BigInt(Math.round(dollars * 1e9)), reserve1: 10n ** 21n };
    return { ...key, token0: USDC, token1: WETH, ...reserves, ...nothing, updatedBlock: block };
  }

  beforeAll(async () => {
    database = await createDatabase([uniswapV2Pair, uniswapV2PairLog, uniswapV2ProtocolFee]);
    await database.db.insert(uniswapV2Pair).values(rowAt(BLOCK, 2_500));
    service = {
      ...fixed,
      earliestBlock: 0,
      read: (query) => database.db.transaction(query as never),
    };
  });
  afterAll(() => database.close());

  async function slippage(on: ChainService = service) {
    const found = findRoute(
      snapshot,
      {
        ...{ tokenIn: NATIVE, tokenOut: USDC, amountIn: 10n ** 15n },
        ...{ onlyProtocols: ["uniswap-v2"], ignoreProtocols: [] },
      },
      { numerator: 0n, denominator: 1n },
    );
    if (!found.ok) throw new Error(found.reason);
    return autoSlippageBps(on, snapshot, asJoint(found.route));
  }

  test("default: the least while nothing moves, what moves as the pool's log says, and the most", async () => {
    expect(await slippage()).toBe(5);
    // Every five blocks a little more: 0.2 % each.
    const hour = TIMESTAMP - (TIMESTAMP % 3_600);
    const log = (part: number) =>
      Array.from({ length: 61 }, (_, i) => {
        return { ...rowAt(BLOCK - 300 + 5 * i, 2_000 * (1 + part) ** i), hour };
      });
    await database.db.insert(uniswapV2PairLog).values(log(0.002));
    expect(await slippage()).toBe(20);
    await database.db.delete(uniswapV2PairLog);
    await database.db.insert(uniswapV2PairLog).values(log(0.05));
    expect(await slippage()).toBe(300);
    // Of a pool that was empty at first only what came after counts.
    await database.db.delete(uniswapV2PairLog);
    const empty = { ...rowAt(BLOCK - 299, 0), reserve1: 0n, hour };
    await database.db.insert(uniswapV2PairLog).values([empty, ...log(0.002).slice(1)]);
    expect(await slippage()).toBe(20);
  });

  test("behavior: unknown where no past is kept", async () => {
    expect(await slippage({ ...service, earliestBlock: null })).toBeNull();
  });
});
