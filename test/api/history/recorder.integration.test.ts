import { eq } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Interval } from "../../../src/api/history/history.ts";
import { createRecordedHistory } from "../../../src/api/history/recorded.ts";
import {
  type RecordedChain,
  type Recorder,
  startRecorder,
} from "../../../src/api/history/recorder.ts";
import { openRecords, type Records } from "../../../src/api/records/open.ts";
import { apy, prices, recordedHours, tvl } from "../../../src/api/records/schema.ts";
import { PROTOCOLS } from "../../../src/protocols/index.ts";
import { type Postgres, startPostgres } from "../../harness/postgres.ts";
import { WETH } from "../fixture/market.ts";
import { createChain, DAY, HOUR, near, PAIR, STAKE, START, statesAt } from "./chain.ts";

function recorderOf(records: Records, chain: RecordedChain): Recorder {
  const log = pino({ level: "silent" });
  return startRecorder({
    chains: new Map([[1, chain]]),
    protocols: PROTOCOLS,
    records,
    log,
  });
}

const token = (records: Records, address: typeof WETH, interval: Interval = "hour", hours = 48) =>
  createRecordedHistory(records).tokens(address, {
    ...{ chainId: 1, interval, from: START - DAY, to: START - DAY + hours * HOUR },
  });

let postgres: Postgres;

beforeAll(async () => {
  postgres = await startPostgres();
}, 60_000);

afterAll(() => postgres?.stop());

describe("startRecorder", () => {
  let records: Records;
  let chain: ReturnType<typeof createChain>;
  let recorder: Recorder;

  beforeAll(async () => {
    records = await openRecords(postgres.url);
    chain = createChain();
    recorder = recorderOf(records, chain);
  }, 60_000);

  afterAll(async () => {
    await recorder?.close();
    await records.db.execute("drop schema weir_app cascade");
    await records.close();
  });

  const hoursOf = async () => {
    const rows = await records.db.select().from(recordedHours).orderBy(recordedHours.hour);
    return rows.map(({ hour, blockHash }) => [(hour - START) / HOUR, blockHash]);
  };

  test("default: prices, values and yields at the start of an hour", async () => {
    await recorder.look();
    expect(await hoursOf()).toEqual([]);
    chain.add(1, 100, statesAt(2_500n));
    await recorder.look();
    chain.add(2, 200, statesAt(9_999n));
    await recorder.look();
    expect(await hoursOf()).toEqual([[0, "0xa1"]]);
    expect(await token(records, WETH)).toEqual([
      { timestamp: START - HOUR, priceUsd: near(2_500), tvlUsd: null, apy: null },
    ]);
    // The pair is the token of its shares: 20,000 ether and as many dollars.
    const [share] = await token(records, PAIR);
    expect(share).toMatchObject({ tvlUsd: near(100_000_000), apy: expect.any(Number) });
    const range = { chainId: 1, interval: "hour", from: START - HOUR, to: START } as const;
    expect(await createRecordedHistory(records).positions(STAKE, range)).toEqual([
      { timestamp: START - HOUR, tvlUsd: near(50_000), apy: 0 },
    ]);
  });

  test("behavior: only what changed is written", async () => {
    chain.add(3, HOUR, statesAt(2_500n, 40n));
    await recorder.look();
    const rows = async () => [
      (await records.db.select().from(prices)).length,
      (await records.db.select().from(apy)).length,
    ];
    const before = await rows();
    chain.add(4, 2 * HOUR + 5, statesAt(2_500n, 40n));
    await recorder.look();
    expect(await hoursOf()).toEqual([
      [0, "0xa1"],
      [1, "0xa3"],
      [2, "0xa4"],
    ]);
    expect(await rows()).toEqual(before);
    const stakes = await records.db.select().from(tvl).where(eq(tvl.id, STAKE)).orderBy(tvl.hour);
    expect(stakes.map(({ hour, value }) => [(hour - START) / HOUR, value])).toEqual([
      [0, near(50_000)],
      [1, near(100_000)],
    ]);
  });

  test("behavior: hours that nobody saw are left out, days end with their last hour", async () => {
    chain.add(5, 20 * HOUR, statesAt(3_000n, 40n));
    await recorder.look();
    chain.add(6, 24 * HOUR + 12, statesAt(4_000n, 40n));
    await recorder.look();
    const hours = await token(records, WETH);
    expect(hours.map(({ timestamp }) => (timestamp - START) / HOUR)).toEqual([-1, 19, 23]);
    const days = await token(records, WETH, "day");
    expect(days.map(({ timestamp, priceUsd }) => [timestamp - START, priceUsd])).toEqual([
      [-DAY, near(2_500)],
      [0, near(4_000)],
    ]);
  });

  test("behavior: the first interval is answered though nothing changed in it", async () => {
    const range = {
      chainId: 1,
      interval: "hour",
      from: START + HOUR,
      to: START + 3 * HOUR,
    } as const;
    const history = createRecordedHistory(records);
    expect(await history.tokens(WETH, range)).toEqual([
      { timestamp: START + HOUR, priceUsd: near(2_500), tvlUsd: null, apy: null },
    ]);
    // Nothing was recorded at its end.
    expect(await history.tokens(WETH, { ...range, from: START + 2 * HOUR })).toEqual([]);
  });

  test("behavior: what was recorded from replaced blocks is written anew", async () => {
    chain.add(5, 20 * HOUR, statesAt(3_100n, 40n), "b");
    await recorder.look();
    expect(await hoursOf()).toEqual([
      ...[
        [0, "0xa1"],
        [1, "0xa3"],
        [2, "0xa4"],
      ],
      [20, "0xb5"],
    ]);
    const points = await token(records, WETH);
    expect(points.at(-1)).toMatchObject({
      timestamp: START + 19 * HOUR,
      priceUsd: near(3_100),
    });
  });

  test("behavior: what is gone is unknown from then on", async () => {
    chain.add(6, 21 * HOUR, statesAt(3_100n, 40n).slice(0, 2), "b");
    await recorder.look();
    const rows = await records.db.select().from(tvl).where(eq(tvl.id, STAKE)).orderBy(tvl.hour);
    expect(rows.at(-1)).toMatchObject({ hour: START + 21 * HOUR, value: null });
  });
});

describe("writeHour", () => {
  let processes: readonly Records[];

  beforeAll(async () => {
    processes = await Promise.all(Array.from({ length: 3 }, () => openRecords(postgres.url)));
  }, 60_000);

  afterAll(async () => {
    for (const records of processes) await records.close();
  });

  test("behavior: of many processes one writes, and a replaced block is replaced once", async () => {
    const chain = createChain();
    chain.add(1, 100, statesAt(2_500n));
    const recorders = processes.map((records) => recorderOf(records, chain));
    const [first] = processes;
    if (first === undefined) throw new Error("nothing was opened");
    const look = () => Promise.all(recorders.map((recorder) => recorder.look()));
    await look();
    const rows = await first.db.select().from(prices);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    chain.add(1, 100, statesAt(2_600n), "b");
    await look();
    await look();
    expect(await first.db.select().from(recordedHours)).toMatchObject([
      { chainId: 1, hour: START, blockNumber: 1, blockHash: "0xb1", blockTimestamp: START + 100 },
    ]);
    const [point, ...more] = await token(first, WETH);
    expect(point?.priceUsd).toBeCloseTo(2_600, 1);
    expect(more).toEqual([]);
    for (const recorder of recorders) await recorder.close();
  });
});
