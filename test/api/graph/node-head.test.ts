import type { Hash } from "viem";
import { describe, expect, test } from "vitest";
import type { AnnouncedHead } from "../../../src/api/graph/freshness.ts";
import { extendHeads } from "../../../src/api/graph/node-head.ts";
import { headsUpTo } from "./chain-of-blocks.ts";

/** A node on the chain up to `last`, and the number of blocks that were asked for. */
function nodeAt(last: number, forkAt = Number.POSITIVE_INFINITY) {
  const blocks = headsUpTo(last, { first: 0, forkAt }).map((head) => ({
    ...head,
    ...{ number: BigInt(head.number), timestamp: BigInt(head.timestamp) },
  }));
  const asked: Hash[] = [];
  const find = (hash?: Hash) => {
    const block = blocks.find((known) => known.hash === hash);
    if (block === undefined) throw new Error(`no block ${hash}`);
    return block;
  };
  const parentOf = async (hash: Hash) => {
    asked.push(hash);
    return find(hash);
  };
  return { head: find(blocks.at(-1)?.hash), parentOf, asked };
}

function known(last: number): readonly AnnouncedHead[] {
  return headsUpTo(last).map(({ number, hash, timestamp }) => {
    return { number, hash, timestamp, announcedAtMs: number };
  });
}

describe("extendHeads", () => {
  test("default: a child is appended without another question", async () => {
    const { head, parentOf, asked } = nodeAt(11);
    const heads = await extendHeads(known(10), head, { parentOf, nowMs: 500 });
    expect(heads.slice(0, 10)).toEqual(known(10));
    expect(heads.at(-1)).toEqual({
      ...{ number: 11, hash: head.hash, timestamp: 1_132, announcedAtMs: 500 },
    });
    expect(asked).toEqual([]);
  });

  test("behavior: the first head stands alone", async () => {
    const { head, parentOf } = nodeAt(11);
    const heads = await extendHeads([], head, { parentOf, nowMs: 500 });
    expect(heads).toEqual([
      {
        ...{ number: 11, hash: head.hash, timestamp: 1_132, announcedAtMs: 500 },
      },
    ]);
  });

  test("behavior: missed blocks are asked for", async () => {
    const { head, parentOf, asked } = nodeAt(14);
    const heads = await extendHeads(known(10), head, { parentOf, nowMs: 500 });
    expect(heads.map(({ number }) => number)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
    ]);
    expect(asked).toHaveLength(3);
  });

  test("behavior: a reorg replaces the orphaned blocks", async () => {
    const { head, parentOf } = nodeAt(11, 8);
    const heads = await extendHeads(known(10), head, { parentOf, nowMs: 500 });
    const chain = headsUpTo(11, { forkAt: 8 });
    expect(heads.map(({ hash }) => hash)).toEqual(chain.map(({ hash }) => hash));
    expect(heads.map(({ announcedAtMs }) => announcedAtMs)).toEqual([
      ...[1, 2, 3, 4, 5, 6, 7],
      ...[500, 500, 500, 500],
    ]);
  });

  test("behavior: a lower head drops what is above it", async () => {
    const { head, parentOf } = nodeAt(6);
    expect(await extendHeads(known(10), head, { parentOf, nowMs: 500 })).toEqual(known(6));
  });

  test("behavior: behind a large gap the list starts anew", async () => {
    const { head, parentOf, asked } = nodeAt(200);
    expect(await extendHeads(known(10), head, { parentOf, nowMs: 500 })).toHaveLength(1);
    expect(asked).toEqual([]);
  });
});
