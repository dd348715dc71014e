import { encodeAbiParameters, type Hex, hexToNumber, parseAbiParameters, sliceHex } from "viem";
import { describe, expect, test } from "vitest";
import type { Aggregate } from "../../../src/catalog/live/aggregate.ts";
import { readMemory } from "../../../src/protocols/algebra/reading-memory.ts";
import { WINDOW } from "../../../src/protocols/algebra/timepoints.ts";
import { createRandom } from "../chain.ts";

const SOURCE = "0x00000000000000000000000000000000000000f1";
const OUTPUTS = parseAbiParameters("bool, uint32, int56, uint88, int24, int24, uint16");
const PLACES = 65_536;

/** An oracle whose ring holds timepoints at some times, the newest at `lastIndex`. */
function oracleOf(times: readonly number[], lastIndex = times.length - 1) {
  const first = lastIndex - times.length + 1;
  const places = new Map(times.map((time, at) => [(first + at + PLACES) % PLACES, time]));
  let rounds = 0;
  const aggregate: Aggregate = async (calls) => {
    rounds += 1;
    return calls.map(({ callData }) => {
      const time = places.get(hexToNumber(sliceHex(callData, 4, 36)));
      const words = [time !== undefined, time ?? 0, 0n, 0n, 0, 0, 0] as const;
      return { success: true, returnData: encodeAbiParameters(OUTPUTS, words) as Hex };
    });
  };
  return { aggregate, lastIndex, rounds: () => rounds };
}

async function readAt(
  oracle: ReturnType<typeof oracleOf>,
  timestamp: number,
  windowIndex: number | null = null,
) {
  const { aggregate, lastIndex } = oracle;
  const question = { source: SOURCE, kind: "integral", lastIndex, windowIndex, timestamp } as const;
  const found = await readMemory(aggregate, question);
  const times = found?.memory.around.map((point) => point.timestamp);
  return found === null ? null : { ...found, times };
}

describe("readMemory", () => {
  test("default: from the newest timepoint that is a day old on, wherever that is", async () => {
    const random = createRandom(1);
    for (let round = 0; round < 200; round++) {
      let time = 1_000_000;
      const times = Array.from({ length: 1 + Math.floor(400 * random()) }, () => {
        time += 1 + Math.floor(random() * 1_200);
        return time;
      });
      const timestamp = time + Math.floor(random() * 2 * WINDOW);
      const windowIndex = random() < 0.5 ? null : Math.floor(random() * times.length);
      const found = await readAt(oracleOf(times), timestamp, windowIndex);
      const newest = times.findLastIndex((one) => one <= timestamp - WINDOW);
      const rank = Math.max(0, newest);
      expect(found?.windowIndex).toBe(rank);
      expect(found?.times).toEqual(times.slice(rank, rank + (found?.times?.length ?? 0)));
      expect(found?.times?.length).toBeGreaterThan(times.length - rank > 1 ? 1 : 0);
      const isWhole = rank + (found?.times?.length ?? 0) === times.length;
      expect(found?.knownUntil === null).toBe(isWhole);
    }
  });

  test("behavior: one round where they are about where they were", async () => {
    const times = Array.from({ length: 5_000 }, (_, at) => 1_000_000 + 60 * at);
    const [oracle, again] = [oracleOf(times), oracleOf(times)];
    const found = await readAt(oracle, 1_000_000 + 60 * 3_000);
    expect([found?.windowIndex, oracle.rounds()]).toEqual([1_560, 6]);
    const later = await readAt(again, 1_000_000 + 60 * 3_010, 1_560);
    expect([later?.windowIndex, again.rounds()]).toEqual([1_570, 1]);
    expect(later?.knownUntil).toBe(1_000_000 + 60 * 1_575 + WINDOW);
  });

  test("behavior: across the end of the ring; none where a full one is younger than a day", async () => {
    const slow = Array.from({ length: PLACES }, (_, at) => 1_000_000 + 2 * at);
    const now = 1_000_000 + 2 * (PLACES - 1);
    const found = await readAt(oracleOf(slow, 9), now);
    expect(found?.memory.oldest.timestamp).toBe(1_000_000);
    expect(found?.times?.[0]).toBe(now - WINDOW);
    const fast = Array.from({ length: PLACES }, (_, at) => 1_000_000 + at);
    expect(await readAt(oracleOf(fast, 9), 1_000_000 + PLACES)).toBeNull();
  });
});
