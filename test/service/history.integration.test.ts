import { setTimeout as sleep } from "node:timers/promises";
import type { Address } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Devnet, startDevnet } from "../../devnet/index.ts";
import { type Ponder, startPonder } from "../harness/ponder.ts";
import { type Postgres, startPostgres } from "../harness/postgres.ts";
import { type Program, startApi } from "../harness/program.ts";
import { rented } from "../harness/rented-class.ts";
import { type DevnetClient, devnetClient } from "../harness/service.ts";

const HOUR = 3_600;
const ETHER = 10n ** 18n;
const POLL_MS = 250;
const WETH: Address = "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2";
const USDC: Address = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const STETH: Address = "0xae7ab96520de3a18e5e111b5eaab095312d7fe84";
const SENDER: Address = "0x00000000000000000000000000000000000a11ce";
/** Hours that the chain lives through before anybody indexes it. */
const PAST_HOURS = 3;

interface Point {
  readonly timestamp: number;
  readonly priceUsd?: number | null;
  readonly tvlUsd: number | null;
  readonly apy: number | null;
}

let devnet: Devnet;
let node: DevnetClient;
let postgres: Postgres;
let ponder: Ponder;
let api: Program;

/** Mines a block at the start of the next hour of the chain's time. */
async function jump(): Promise<number> {
  const { timestamp } = await node.getBlock();
  const next = Number(timestamp) - (Number(timestamp) % HOUR) + HOUR;
  await node.setNextBlockTimestamp({ timestamp: BigInt(next) });
  await node.mine({ blocks: 1 });
  return next;
}

async function get<T>(path: string): Promise<T> {
  const response = await fetch(`${api.url}/api/v1/${path}`);
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return JSON.parse(text) as T;
}

/**
 * The history once it is as it should be. An hour before the service ran is filled in when its
 * block is too old to be replaced, so the chain grows meanwhile.
 */
async function history(path: string, isDone: (points: readonly Point[]) => boolean) {
  for (; ; await sleep(POLL_MS)) {
    const { data } = await get<{ data: readonly Point[] }>(`history/${path}`);
    if (isDone(data)) return data;
    await node.mine({ blocks: 1 });
  }
}

/** The point of what an hour began with. */
function pointAt(points: readonly Point[], hour: number): Point {
  const point = points.findLast(({ timestamp }) => timestamp < hour);
  if (point === undefined) throw new Error(`nothing is recorded of ${hour}`);
  return point;
}

const hours: number[] = [];

beforeAll(async () => {
  [devnet, postgres] = await Promise.all([
    startDevnet({ chainIds: [1], blockTimeMs: null, ...rented() }),
    startPostgres(),
  ]);
  const [chain] = devnet.chains;
  if (chain === undefined) throw new Error("the devnet has no chain");
  node = devnetClient(chain.nodeUrl);
  devnet.startTrader();
  for (let hour = 0; hour < PAST_HOURS; hour++) {
    await sleep(POLL_MS);
    await node.mine({ blocks: 1 });
    hours.push(await jump());
  }
  const env = {
    DATABASE_URL: postgres.url,
    PONDER_RPC_URL_1: chain.url,
    PONDER_WS_URL_1: chain.wsUrl,
    PONDER_START_BLOCK_1: "0",
  };
  ponder = await startPonder({ env, logLevel: "warn" });
  api = await startApi(env);
  await ponder.backfilled();
  const isIndexed = async () =>
    (await fetch(`${api.url}/api/v1/history/tokens/1/${WETH}`)).status === 200;
  for (; !(await isIndexed()); await sleep(POLL_MS)) await node.mine({ blocks: 1 });
}, 300_000);

afterAll(async () => {
  await api?.stop();
  await ponder?.stop();
  await Promise.all([devnet?.stop(), postgres?.stop()]);
});

describe("prices, tvl and yields over time", () => {
  test("default: an hour that begins is recorded", async () => {
    await sleep(POLL_MS);
    await node.mine({ blocks: 1 });
    const hour = await jump();
    const { number: block } = await node.getBlock();
    // Whatever changed, the first interval is answered once its end was recorded. A block that is
    // lost with a subscription is found with the next one.
    const path = `history/tokens/1/${WETH}?from=${hour - HOUR}`;
    let point: Point | undefined;
    for (; point?.timestamp !== hour - HOUR; await sleep(4 * POLL_MS)) {
      await node.mine({ blocks: 1 });
      [point] = (await get<{ data: readonly Point[] }>(path)).data;
    }
    const trade = { chainId: "1", fromAddress: SENDER, tokenIn: WETH, tokenOut: USDC };
    const query = new URLSearchParams({
      ...trade,
      amountIn: `${ETHER / 100n}`,
      blockNumber: `${block}`,
    });
    const { amountOut } = await get<{ amountOut: string }>(`shortcuts/quote?${query}`);
    expect(Number(amountOut) / 10_000 / (point?.priceUsd ?? 0)).toBeCloseTo(1, 1);
    expect(point).toMatchObject({ tvlUsd: null, apy: null });
  });

  test("behavior: hours before the service ran are filled in", async () => {
    const [first] = hours;
    if (first === undefined) throw new Error("no hour has passed");
    const isThere = (data: readonly Point[]) =>
      data.some(({ timestamp, apy }) => timestamp < first && apy !== null);
    const points = await history(`tokens/1/${STETH}`, isThere);
    // The last one was recorded live, from the first block that the service saw in it.
    for (const hour of hours.slice(0, -1)) {
      const query = `chainId=1&address=${STETH}&timestamp=${hour}`;
      const { data } = await get<{ data: readonly { apy: number }[] }>(`tokens?${query}`);
      expect(pointAt(points, hour).apy).toBe(data[0]?.apy);
      expect(pointAt(points, hour).tvlUsd).toBeGreaterThan(1_000_000);
    }
  });

  test(
    "behavior: positions have values and yields, days end with their last hour",
    {
      timeout: 120_000,
    },
    async () => {
      const { data: positions } = await get<{ data: readonly { address: Address; apy: number }[] }>(
        "nontokenized?chainId=1",
      );
      const names = positions.map(({ address, ...rest }) =>
        "positionId" in rest ? String(rest.positionId) : address,
      );
      expect(names.length).toBeGreaterThan(2);
      for (const name of names) {
        const byHour = await history(`positions/1/${name}`, (data) => data.length > 0);
        const byDay = await history(`positions/1/${name}?interval=day`, (data) => data.length > 0);
        expect(byDay.at(-1)).toMatchObject({
          tvlUsd: byHour.at(-1)?.tvlUsd,
          apy: byHour.at(-1)?.apy,
        });
      }
    },
  );
});
