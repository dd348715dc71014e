import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  ancestorBehindGap,
  findAncestor,
  type Head,
  headWindow,
} from "../../../src/api/graph/heads.ts";
import { headBlock } from "../../../src/catalog/schema.ts";
import { finalityBlocks } from "../../../src/lib/finality.ts";
import { createDatabase } from "../../protocols/database.ts";
import { headsUpTo } from "./chain-of-blocks.ts";

describe("findAncestor", () => {
  test("default: the own newest block when the chain grew", () => {
    expect(findAncestor(headsUpTo(10), headsUpTo(12))?.number).toBe(10);
  });

  test("behavior: the block before the fork after a reorg of the same height", () => {
    expect(findAncestor(headsUpTo(10), headsUpTo(10, { forkAt: 8 }))?.number).toBe(7);
  });

  test("behavior: the rolled back head while nothing new is indexed", () => {
    expect(findAncestor(headsUpTo(10), headsUpTo(6))?.number).toBe(6);
  });

  test("behavior: none without a common block", () => {
    expect(findAncestor(headsUpTo(10), headsUpTo(90, { first: 20 }))).toBeNull();
    expect(findAncestor([], headsUpTo(3))).toBeNull();
  });

  test("behavior: gaps in the indexed list do not matter", () => {
    const indexed = [...headsUpTo(7), ...headsUpTo(30, { first: 25 })];
    expect(findAncestor(headsUpTo(10), indexed)?.number).toBe(7);
  });
});

describe("headWindow", () => {
  test("default: two minutes, and all that is not final", () => {
    expect(headWindow({ chainId: 1, blockTimeSeconds: 12 })).toBe(75);
    expect(headWindow({ chainId: 8453, blockTimeSeconds: 0.2 })).toBe(600);
    for (const chainId of [1, 56, 137, 42161]) {
      const window = headWindow({ chainId, blockTimeSeconds: 2 });
      expect(window).toBeGreaterThan(finalityBlocks(chainId));
    }
  });
});

describe("ancestorBehindGap", () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;

  beforeEach(async () => {
    database = await createDatabase([headBlock]);
  });
  afterEach(() => database.close());

  const list = (heads: readonly Head[]) =>
    database.db.insert(headBlock).values(heads.map((head) => ({ ...head, chainId: 1 })));
  const own = headsUpTo(200, { first: 101 });
  /** Up to which block own heads are common with an index that has gone far on. */
  const ancestor = (newest = 9_000) => {
    const [head] = headsUpTo(newest, { first: newest });
    if (head === undefined) throw new Error("no head");
    return ancestorBehindGap(database.db, { chainId: 1, own, newest: head });
  };

  test("default: the newest own head that the index lists", async () => {
    await list([...headsUpTo(9_000, { first: 8_990 }), ...headsUpTo(200, { first: 50 })]);
    expect(await ancestor()).toBe(200);
  });

  test("behavior: the block before a fork that happened in the gap", async () => {
    await list(headsUpTo(300, { first: 50, forkAt: 180 }));
    expect(await ancestor()).toBe(179);
  });

  test("behavior: the last final one, where the list began anew", async () => {
    await list(headsUpTo(9_000, { first: 8_990 }));
    expect(await ancestor()).toBe(200 - finalityBlocks(1));
  });

  test("behavior: nothing is common with another chain, nor with a shorter one", async () => {
    await list(headsUpTo(300, { first: 50, forkAt: 1 }));
    expect(await ancestor()).toBe(-1);
    await database.db.delete(headBlock);
    expect(await ancestor(150)).toBe(-1);
  });
});
