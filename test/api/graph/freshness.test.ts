import { describe, expect, test } from "vitest";
import {
  assessFreshness,
  type IndexView,
  type NodeView,
} from "../../../src/api/graph/freshness.ts";
import { headsUpTo } from "./chain-of-blocks.ts";

const NOW_MS = 1_000_000;
/** Blocks are 12 s apart. */
const limits = { maxLagChainSeconds: 24, maxLagSeconds: 30 };

function index(last: number, { forkAt = Number.POSITIVE_INFINITY, ageMs = 0 } = {}): IndexView {
  return { heads: headsUpTo(last, { forkAt }), publishedAtMs: NOW_MS - ageMs };
}

/**
 * A node at block `last` whose newest `recent` blocks were announced `ageMs` ago, the others long
 * ago.
 */
function node(last: number, { recent = last, ageMs = 0, silentMs = 0 } = {}): NodeView {
  const heads = headsUpTo(last).map(({ number, hash, timestamp }) => ({
    ...{ number, hash, timestamp },
    announcedAtMs: NOW_MS - (number > last - recent ? ageMs : 900_000),
  }));
  return { heads, answeredAtMs: NOW_MS - silentMs };
}

function assess(indexed: IndexView, seen: NodeView) {
  return assessFreshness(indexed, seen, { limits, nowMs: NOW_MS });
}

describe("assessFreshness", () => {
  test("default: fresh at the node's head", () => {
    expect(assess(index(10), node(10))).toEqual({ fresh: true, lagBlocks: 0, lagSeconds: 0 });
  });

  test("behavior: a chain that mines nothing is fresh", () => {
    expect(assess(index(10, { ageMs: 900_000 }), node(10, { recent: 0 })).fresh).toBe(true);
  });

  test("behavior: fresh up to the limits, stale past either", () => {
    expect(assess(index(10), node(13))).toEqual({
      ...{ fresh: true, lagBlocks: 3, lagSeconds: 24 },
    });
    const behind = { code: "INDEX_STALE", lagBlocks: 4, lagSeconds: 36 };
    expect(assess(index(10), node(14))).toMatchObject(behind);
    expect(assess(index(10), node(11, { recent: 1, ageMs: 30_000 })).fresh).toBe(true);
    expect(assess(index(10), node(11, { recent: 1, ageMs: 30_001 }))).toMatchObject({
      code: "INDEX_STALE",
      lagBlocks: 1,
    });
  });

  test("behavior: the oldest missing block counts, however new the head is", () => {
    const { heads } = node(12, { recent: 1 });
    const seen = { heads, answeredAtMs: NOW_MS };
    expect(assess(index(10), seen)).toMatchObject({ code: "INDEX_STALE", lagBlocks: 2 });
  });

  test("behavior: blocks of one second are no lag", () => {
    const fast = headsUpTo(200).map((head) => ({
      ...head,
      timestamp: (1_000 + head.number / 5) | 0,
    }));
    const heads = fast.map((head) => ({ ...head, announcedAtMs: NOW_MS }));
    const indexed = { heads: fast.slice(0, 100), publishedAtMs: NOW_MS };
    expect(assess(indexed, { heads, answeredAtMs: NOW_MS })).toEqual({
      ...{ fresh: true, lagBlocks: 100, lagSeconds: 20 },
    });
  });

  test("behavior: blocks that were never seen count from the indexed one", () => {
    const { heads } = node(20);
    const seen = { heads: heads.slice(-1), answeredAtMs: NOW_MS };
    const recent = {
      ...seen,
      heads: seen.heads.map((head) => ({ ...head, announcedAtMs: NOW_MS })),
    };
    expect(assess(index(10), recent)).toMatchObject({ code: "INDEX_STALE", lagSeconds: 120 });
    // After an hour without a block the first one is no lag.
    const [first] = recent.heads.map((head) => ({ ...head, number: 11, timestamp: 9_999 }));
    const one = { heads: first === undefined ? [] : [first], answeredAtMs: NOW_MS };
    expect(assess(index(10), one)).toMatchObject({ fresh: true, lagSeconds: 0 });
  });

  test("behavior: another block at the same height is stale at once", () => {
    expect(assess(index(10, { forkAt: 10 }), node(10))).toMatchObject({ code: "INDEX_STALE" });
    expect(assess(index(10, { forkAt: 9 }), node(11))).toMatchObject({ code: "INDEX_STALE" });
    expect(assess(index(11, { forkAt: 9 }), node(10))).toMatchObject({ code: "INDEX_STALE" });
  });

  test("behavior: the index may be ahead of the node's last answer for a while", () => {
    expect(assess(index(12, { ageMs: 30_000 }), node(10)).fresh).toBe(true);
    expect(assess(index(12, { ageMs: 30_001 }), node(10))).toMatchObject({ code: "INDEX_STALE" });
  });

  test("behavior: a silent node is out of reach after the limit", () => {
    expect(assess(index(10), node(10, { silentMs: 30_000 })).fresh).toBe(true);
    expect(assess(index(10), node(10, { silentMs: 30_001 }))).toMatchObject({
      code: "UPSTREAM_UNAVAILABLE",
    });
  });

  test("behavior: nothing known yet", () => {
    const unknown: NodeView = { heads: [], answeredAtMs: null };
    expect(assess(index(10), unknown)).toMatchObject({
      code: "UPSTREAM_UNAVAILABLE",
      lagBlocks: null,
    });
    const empty: IndexView = { heads: [], publishedAtMs: 0 };
    expect(assess(empty, node(10))).toMatchObject({ code: "INDEX_STALE", lagBlocks: null });
  });
});
