import { describe, expect, test } from "vitest";
import { createLiveRun } from "../../../src/catalog/live/run.ts";

/**
 * The blocks from `first` to `last` that a run from `head` on lists, after those that are listed.
 * @param keptFrom First block with a state. @param newest Of the node, once the run has come to
 * `head`.
 */
async function listedOf({
  head,
  first,
  last,
  listed = [],
  keptFrom = 0,
  newest = head,
}: {
  readonly head: number;
  readonly first: number;
  readonly last: number;
  readonly listed?: readonly number[];
  readonly keptFrom?: number;
  readonly newest?: number;
}): Promise<readonly number[]> {
  const firstLasting = (low: number) => Promise.resolve(Math.max(low, keptFrom));
  const heads = { start: head, newest: async () => newest };
  const run = createLiveRun(heads, { firstLasting }, () => undefined);
  const known = new Set(listed);
  const added: number[] = [];
  for (let number = first; number <= last; number += 1) {
    if (!(await run.isLive(number, known.has(number - 1)))) continue;
    known.add(number);
    added.push(number);
  }
  return added;
}

describe("createLiveRun", () => {
  test("default: a first run begins with the head", async () => {
    expect(await listedOf({ head: 8, first: 2, last: 10 })).toEqual([8, 9, 10]);
  });

  test("behavior: after a long backfill it begins near the head of now", async () => {
    const backfilled = { head: 8, first: 2, last: 110, newest: 100 };
    expect((await listedOf(backfilled))[0]).toBe(100);
    // A head that is not far away is come to block by block.
    expect((await listedOf({ ...backfilled, newest: 40 }))[0]).toBe(8);
  });

  test("behavior: a later one goes on where the list ends", async () => {
    const restart = { head: 8, first: 5, last: 9 };
    expect(await listedOf({ ...restart, listed: [3, 4] })).toEqual([5, 6, 7, 8, 9]);
  });

  test("behavior: it begins anew where it does not find the end of the list", async () => {
    expect(await listedOf({ head: 8, first: 5, last: 9, listed: [2, 3] })).toEqual([8, 9]);
  });

  test("behavior: blocks whose state was dropped are not live", async () => {
    const restart = { first: 4, last: 9, listed: [3] };
    expect(await listedOf({ ...restart, head: 8, keptFrom: 6 })).toEqual([6, 7, 8, 9]);
    // As after a long backfill.
    expect(await listedOf({ first: 2, last: 9, head: 4, keptFrom: 7 })).toEqual([7, 8, 9]);
  });

  test("behavior: goes on after blocks whose state is dropped while they are read", async () => {
    let keptFrom = 0;
    const dropped: [number, number][] = [];
    const firstLasting = async (low: number) => Math.max(low, keptFrom);
    const heads = { start: 4, newest: async () => 4 };
    const run = createLiveRun(heads, { firstLasting }, (...gap) => dropped.push(gap));
    expect(await run.isLive(4, false)).toBe(true);
    keptFrom = 7;
    await run.resumeAfter(5);
    expect(await run.isLive(6, false)).toBe(false);
    expect(await run.isLive(7, false)).toBe(true);
    await run.resumeAfter(8);
    expect(await run.isLive(9, false)).toBe(true);
    expect(dropped).toEqual([
      [5, 7],
      [8, 9],
    ]);
  });
});
