import { describe, expect, test } from "vitest";
import type { HistoryRange, PoolPoint } from "../../../../src/api/history/history.ts";
import type { PoolHistories } from "../../../../src/api/history/pools.ts";
import { CHAINS } from "../../../../src/lib/chains.ts";
import { get } from "../../fixture/app.ts";
import { serviceOf } from "../../fixture/chain.ts";
import { DAI, TIMESTAMP, USDC, WETH } from "../../fixture/market.ts";

const HOUR = 3_600;
const DAY = 86_400;
/** Start of the hour of the newest block. */
const LAST = TIMESTAMP - (TIMESTAMP % HOUR);
const PAIR = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc";

const POINT: PoolPoint = {
  timestamp: LAST - HOUR,
  volume: [
    {
      ...{ tokenIn: USDC, tokenOut: WETH, swaps: 2 },
      ...{ volumeIn: 10n ** 30n, volumeOut: 7n, feesIn: 3n },
    },
  ],
  state: {
    block: 18_999_900,
    prices: [{ action: "swap", tokenIn: USDC, tokenOut: WETH, price: 0.0004 }],
  },
};

/** Asks of a chain whose pool has one point, and tells which ranges were read. */
async function history(path: string, retainedSince?: number) {
  const ranges: HistoryRange[] = [];
  const chain = CHAINS.get(1);
  if (chain === undefined) throw new Error("chain 1 is gone");
  const poolHistory: PoolHistories = (_, { id, range }) => {
    ranges.push(range);
    return Promise.resolve(id === PAIR ? [POINT] : []);
  };
  const recorded = {
    tokens: () => Promise.resolve([{ timestamp: LAST, priceUsd: 1.001, tvlUsd: null, apy: null }]),
    positions: () => Promise.resolve([]),
  };
  const service = { ...serviceOf(chain), earliestBlock: 7, retainedSince };
  const changes = { chains: new Map([[1, service]]), poolHistory, recorded };
  return { ...(await get(`/api/v1/history/${path}`, changes)), ranges };
}

describe("GET /api/v1/history/pools", () => {
  test("default: the last hundred hours, amounts as strings", async () => {
    const { status, body, ranges } = await history(
      `pools/1/${PAIR.toUpperCase().replace("X", "x")}`,
    );
    expect(status).toBe(200);
    const range = {
      ...{ chainId: 1, interval: "hour", from: LAST - 99 * HOUR, to: LAST + HOUR },
    };
    expect(ranges).toEqual([range]);
    expect(body).toEqual({
      ...{ ...range, address: PAIR },
      data: [
        {
          ...POINT,
          volume: [
            {
              ...{ tokenIn: USDC, tokenOut: WETH, swaps: 2 },
              ...{ volumeIn: `1${"0".repeat(30)}`, volumeOut: "7", feesIn: "3" },
            },
          ],
        },
      ],
    });
  });

  test("behavior: a range takes whole intervals", async () => {
    const from = LAST - 3 * DAY;
    const { ranges } = await history(`pools/1/${PAIR}?interval=day&from=${from}&to=${LAST - DAY}`);
    const start = (second: number) => second - (second % DAY);
    expect(ranges).toEqual([
      { chainId: 1, interval: "day", from: start(from), to: start(LAST - DAY) + DAY },
    ]);
  });

  test("behavior: what is unknown has no points", async () => {
    const { status, body } = await history(`pools/1/${DAI}`);
    expect([status, body]).toEqual([200, expect.objectContaining({ data: [] })]);
  });

  test("behavior: intervals of which all is left, where older ones were deleted", async () => {
    const since = LAST - 2 * DAY;
    const { ranges } = await history(`pools/1/${PAIR}`, since);
    expect(ranges).toEqual([{ chainId: 1, interval: "hour", from: since, to: LAST + HOUR }]);
    const days = await history(`pools/1/${PAIR}?interval=day`, since);
    expect(days.ranges[0]?.from).toBe(Math.ceil(since / DAY) * DAY);
    expect((await history(`pools/1/${PAIR}?from=${since}`, since)).status).toBe(200);
  });

  test.each([
    ["pools", "from", ""],
    ["tokens", "from", ""],
    ["positions", "from", ""],
    ["tokens", "to", ""],
    ["tokens", "to", "&interval=day"],
  ])("error: BLOCK_UNAVAILABLE for %s %s a time that was deleted%s", async (kind, name, rest) => {
    const since = LAST - 2 * DAY;
    const path = `${kind}/1/${PAIR}?${name}=${since - HOUR}${rest}`;
    const { status, body } = await history(path, since);
    expect([status, body]).toMatchObject([
      422,
      { code: "BLOCK_UNAVAILABLE", data: { earliestBlock: 7 } },
    ]);
    expect(JSON.stringify(body)).toContain(`${name} ${since - HOUR}`);
  });

  test.each([
    ["pools/1/0x12", "address"],
    ["pools/x/0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc", "chainId"],
    [`pools/1/${PAIR}?interval=week`, "interval"],
    [`pools/1/${PAIR}?from=-1`, "from"],
    [`pools/1/${PAIR}?from=2000000000`, "from"],
    [`pools/1/${PAIR}?from=${LAST - 500 * HOUR}`, "from"],
    ["tokens/1/usdc", "address"],
    ["positions/1/1:2", "address"],
    [`positions/1/80094:${PAIR}:7`, "address"],
  ])("error: INVALID_ARGUMENT %s", async (path, name) => {
    const { status, body } = await history(path);
    expect(status).toBe(400);
    const details = [{ path: name, message: expect.any(String) }];
    expect(body).toMatchObject({ code: "INVALID_ARGUMENT", details });
  });

  test("behavior: 500 intervals are answered", async () => {
    const { status } = await history(`pools/1/${PAIR}?from=${LAST - 499 * HOUR}`);
    expect(status).toBe(200);
  });

  test("error: UNSUPPORTED_CHAIN", async () => {
    const { status, body } = await history(`pools/5/${PAIR}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: "UNSUPPORTED_CHAIN" });
  });
});

describe("GET /api/v1/history/tokens", () => {
  test("default: what was recorded", async () => {
    const { body } = await history(`tokens/1/${USDC}`);
    expect(body).toMatchObject({
      ...{ chainId: 1, interval: "hour", address: USDC },
      data: [{ timestamp: LAST, priceUsd: 1.001, tvlUsd: null, apy: null }],
    });
  });

  test("behavior: without records there are no points", async () => {
    const { body } = await get(`/api/v1/history/tokens/1/${USDC}`);
    expect(body).toMatchObject({ data: [] });
  });
});

describe("GET /api/v1/history/positions", () => {
  test("default: an address or a positionId", async () => {
    for (const named of [PAIR, `1:${PAIR}:7`]) {
      const { status, body } = await history(`positions/1/${named}`);
      expect(status).toBe(200);
      expect(body).toMatchObject({ address: PAIR, data: [] });
    }
  });
});
