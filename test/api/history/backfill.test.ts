import { setTimeout as sleep } from "node:timers/promises";
import { asc } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { blockUnavailable } from "../../../src/api/chain/past/unavailable.ts";
import { type PastChain, startBackfill } from "../../../src/api/history/backfill.ts";
import { createRecordedHistory } from "../../../src/api/history/recorded.ts";
import { startRecorder } from "../../../src/api/history/recorder.ts";
import type { Records } from "../../../src/api/records/open.ts";
import { recordedHours } from "../../../src/api/records/schema.ts";
import { CHAINS } from "../../../src/lib/chains.ts";
import { PROTOCOLS } from "../../../src/protocols/index.ts";
import { createRecords, type RecordsInMemory } from "../../harness/records.ts";
import { serviceOf } from "../fixture/chain.ts";
import { WETH } from "../fixture/market.ts";
import { createChain, HOUR, near, START, snapshotAt, statesAt } from "./chain.ts";

const log = pino({ level: "silent" });
/** Dollars of an ether at the start of each hour. */
const DOLLARS: ReadonlyMap<number, bigint> = new Map([
  [7, 2_000n],
  [8, 2_000n],
  [9, 2_500n],
]);

let memory: RecordsInMemory;
let records: Records;

beforeAll(async () => {
  memory = await createRecords();
  ({ records } = memory);
}, 60_000);

afterAll(() => memory.close());

/** A chain whose past is known from its seventh hour on, and the hours that it was asked for. */
function chainOf(heads: PastChain["heads"]) {
  const chain = CHAINS.get(1);
  if (chain === undefined) throw new Error("chain 1 is gone");
  const service = serviceOf(chain);
  const asked: number[] = [];
  const past: PastChain = {
    heads,
    at(moment) {
      const second = "timestamp" in moment ? moment.timestamp - START : 0;
      const hour = second / HOUR;
      asked.push(hour);
      const dollars = DOLLARS.get(hour);
      if (dollars === undefined) {
        const known = { chainId: 1, earliest: 7, newest: 10 };
        return Promise.reject(blockUnavailable(moment, known, "it is before what is indexed"));
      }
      const block = { number: hour, hash: `0xa${hour}`, timestamp: START + second } as const;
      const snapshot = snapshotAt({ ...block, baseFeePerGas: 1n }, statesAt(dollars));
      return Promise.resolve({ ...service, lastSnapshot: () => snapshot });
    },
  };
  return { past, asked };
}

async function recorded(): Promise<readonly number[]> {
  const rows = await records.db.select().from(recordedHours).orderBy(asc(recordedHours.hour));
  return rows.map(({ hour }) => (hour - START) / HOUR);
}

describe("startBackfill", () => {
  test("default: fills the hours before recorded ones, the newest first, as far as there is a past", async () => {
    const live = createChain();
    live.add(10, 10 * HOUR + 30, statesAt(2_500n));
    const recorder = startRecorder({
      chains: new Map([[1, live]]),
      protocols: PROTOCOLS,
      records,
      log,
    });
    await recorder.look();
    const { past, asked } = chainOf(live.heads);
    const options = { chains: new Map([[1, past]]), protocols: PROTOCOLS, records, log };
    const backfill = startBackfill(options);
    while (asked.length < 4) await sleep(10);
    await backfill.close();
    expect(asked).toEqual([9, 8, 7, 6]);
    expect(await recorded()).toEqual([7, 8, 9, 10]);
    const range = { chainId: 1, interval: "hour", from: START, to: START + 12 * HOUR } as const;
    const points = await createRecordedHistory(records).tokens(WETH, range);
    // The eighth and the tenth hour began like the one before.
    expect(points.map(({ timestamp, priceUsd }) => [(timestamp - START) / HOUR, priceUsd])).toEqual(
      [
        [6, near(2_000)],
        [8, near(2_500)],
      ],
    );
    await recorder.close();
  });

  test("behavior: what is filled is not filled again, later gaps are", async () => {
    const live = createChain();
    live.add(13, 13 * HOUR, statesAt(2_500n));
    const recorder = startRecorder({
      chains: new Map([[1, live]]),
      protocols: PROTOCOLS,
      records,
      log,
    });
    await recorder.look();
    await recorder.close();
    const { past, asked } = chainOf(() => []);
    const options = { chains: new Map([[1, past]]), protocols: PROTOCOLS, records, log };
    // Without heads nobody knows which blocks are final.
    const waiting = startBackfill(options);
    await sleep(200);
    await waiting.close();
    expect(asked).toEqual([]);
    const backfill = startBackfill({
      ...options,
      chains: new Map([[1, { ...past, heads: live.heads }]]),
    });
    while (asked.length < 1) await sleep(10);
    await backfill.close();
    expect(asked).toEqual([12]);
    expect(await recorded()).toEqual([7, 8, 9, 10, 13]);
  });
});
