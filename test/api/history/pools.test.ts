import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { HistoryRange } from "../../../src/api/history/history.ts";
import { readPoolHistory } from "../../../src/api/history/pools.ts";
import { pool, poolHour } from "../../../src/catalog/schema.ts";
import { CHAINS } from "../../../src/lib/chains.ts";
import { PROTOCOLS } from "../../../src/protocols/index.ts";
import {
  uniswapV2Pair,
  uniswapV2PairLog,
  uniswapV2ProtocolFee,
  uniswapV2ProtocolFeeLog,
} from "../../../src/protocols/uniswap-v2/schema.ts";
import { createDatabase } from "../../protocols/database.ts";
import { snapshotOf, USDC, WETH } from "../fixture/market.ts";

const HOUR = 3_600;
const DAY = 24 * HOUR;
/** Midnight. */
const START = 20_000 * DAY;
const PAIR = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc";
const VAULT = "0x00000000000000000000000000000000000000fa";
const ETHER = 10n ** 18n;

const database = await createDatabase([
  ...[pool, poolHour, uniswapV2Pair, uniswapV2PairLog],
  ...[uniswapV2ProtocolFee, uniswapV2ProtocolFeeLog],
]);

/** The pair after a block, with dollars for 1,000 ETH. */
function rowAt(block: number, dollars: bigint) {
  const key = { chainId: 1, address: PAIR, slug: "uniswap-v2", feePips: 3_000 } as const;
  const nothing = { totalSupply: 1n, kLast: 0n, minted: 0n, mints: 0, burned: 0n } as const;
  const reserves = { reserve0: dollars * 10n ** 6n, reserve1: 1_000n * ETHER };
  return { ...key, token0: USDC, token1: WETH, ...reserves, ...nothing, updatedBlock: block };
}

function volumeAt(hour: number, [tokenIn, tokenOut]: readonly (typeof USDC)[], swaps: number) {
  if (tokenIn === undefined || tokenOut === undefined) throw new Error("two tokens are needed");
  const amounts = { volumeIn: 100n, volumeOut: 90n, feesIn: 3n };
  return {
    chainId: 1,
    poolId: PAIR,
    tokenIn,
    tokenOut,
    hour: START + hour,
    swaps,
    ...amounts,
  } as const;
}

beforeAll(async () => {
  const { db } = database;
  const facts = { chainId: 1, family: "uniswap-v2", slug: "uniswap-v2", createdBlock: 1 } as const;
  await db
    .insert(pool)
    .values([
      { ...facts, id: PAIR, address: PAIR },
      ...["1", "2"].map((n) => ({ ...facts, id: `0x${n.repeat(64)}` as const, address: VAULT })),
    ] as (typeof pool.$inferInsert)[]);
  const blocks = [
    { block: 10, hour: 0, dollars: 2_000_000n },
    { block: 20, hour: 0, dollars: 2_500_000n },
    { block: 30, hour: 2 * HOUR, dollars: 3_000_000n },
    { block: 40, hour: DAY + HOUR, dollars: 4_000_000n },
  ];
  for (const { block, hour, dollars } of blocks) {
    const row = rowAt(block, dollars);
    await db.insert(uniswapV2PairLog).values({ ...row, hour: START + hour });
  }
  await db.insert(uniswapV2Pair).values(rowAt(40, 4_000_000n));
  await db
    .insert(poolHour)
    .values([
      volumeAt(0, [USDC, WETH], 2),
      volumeAt(HOUR, [USDC, WETH], 5),
      volumeAt(HOUR, [WETH, USDC], 1),
      { ...volumeAt(HOUR, [WETH, USDC], 9), chainId: 10 },
      volumeAt(2 * DAY, [WETH, USDC], 9),
    ]);
}, 60_000);

afterAll(() => database.close());

function read(id: string, range: Partial<HistoryRange> = {}) {
  const chain = CHAINS.get(1);
  if (chain === undefined) throw new Error("chain 1 is gone");
  return readPoolHistory(database.db, {
    ...{ id, now: snapshotOf(chain), protocols: PROTOCOLS },
    range: { ...{ chainId: 1, interval: "hour", from: START, to: START + 2 * DAY }, ...range },
  });
}

/** Dollars of an ETH in the state of a point. */
function priceOf(point: Awaited<ReturnType<typeof read>>[number] | undefined) {
  return point?.state?.prices.find(({ tokenIn }) => tokenIn === WETH)?.price;
}

describe("readPoolHistory", () => {
  test("default: volume of every hour, prices after the last change of an hour", async () => {
    const points = await read(PAIR);
    expect(points.map(({ timestamp }) => (timestamp - START) / HOUR)).toEqual([0, 1, 2, 25]);
    expect(points.map((point) => point.state?.block ?? null)).toEqual([20, null, 30, 40]);
    const prices = points.map((point) => priceOf(point)?.toFixed(6));
    expect(prices).toEqual(["2500.000000", undefined, "3000.000000", "4000.000000"]);
    const amounts = { volumeIn: 100n, volumeOut: 90n, feesIn: 3n };
    expect(points.map(({ volume }) => volume)).toEqual([
      [{ tokenIn: USDC, tokenOut: WETH, swaps: 2, ...amounts }],
      [
        { tokenIn: USDC, tokenOut: WETH, swaps: 5, ...amounts },
        { tokenIn: WETH, tokenOut: USDC, swaps: 1, ...amounts },
      ],
      [],
      [],
    ]);
  });

  test("behavior: a day is the sum of its hours and ends with its last change", async () => {
    const points = await read(PAIR, { interval: "day" });
    expect(points.map(({ timestamp }) => (timestamp - START) / DAY)).toEqual([0, 1]);
    expect(points.map((point) => point.state?.block)).toEqual([30, 40]);
    expect(points[0]?.volume).toEqual([
      { tokenIn: USDC, tokenOut: WETH, swaps: 7, volumeIn: 200n, volumeOut: 180n, feesIn: 6n },
      { tokenIn: WETH, tokenOut: USDC, swaps: 1, volumeIn: 100n, volumeOut: 90n, feesIn: 3n },
    ]);
  });

  test("behavior: the range's end is not part of it", async () => {
    const points = await read(PAIR, { from: START + HOUR, to: START + 2 * HOUR });
    expect(points.map(({ timestamp }) => timestamp)).toEqual([START + HOUR]);
  });

  test("behavior: nothing of a pool that is unknown, or an address that several share", async () => {
    expect(await read("0x00000000000000000000000000000000000000ff")).toEqual([]);
    expect(await read(VAULT)).toEqual([]);
    expect(await read(PAIR, { chainId: 10 })).toEqual([]);
  });
});
