import { describe, expect, test } from "vitest";
import {
  assessFreshness,
  type IndexView,
  type NodeView,
} from "../../../src/api/graph/freshness.ts";
import { headsUpTo } from "./chain-of-blocks.ts";

const NOW_MS = 1_000_000;
const limits = { maxLagBlocks: 3, maxLagSeconds: 30 };

function index(last: number, { forkAt = Number.POSITIVE_INFINITY, ageMs = 0 } = {}): IndexView {
  return { heads: headsUpTo(last, { forkAt }), publishedAtMs: NOW_MS - ageMs };
}

/** A node at block `last` whose newest `recent` blocks were announced `ageMs` ago, the others long ago. */
function node(last: number, { recent = last, ageMs = 0, silentMs = 0 } = {}): NodeView {
  const heads = headsUpTo(last).map(({ number, hash }) => ({
    number,
    hash,
    announcedAtMs: NOW_MS - (number > last - recent ? ageMs : 900_000),
  }));
  return { heads, answeredAtMs: NOW_MS - silentMs };
}

function assess(indexed: IndexView, seen: NodeView) {
  return assessFreshness(indexed, seen, { limits, nowMs: NOW_MS });
}

describe("assessFreshness", () => {
  test("default: fresh at the node's head", () => {
    expect(assess(index(10), node(10))).toEqual({ fresh: true, lagBlocks: 0 });
  });

  test("behavior: a chain that mines nothing is fresh", () => {
    expect(assess(index(10, { ageMs: 900_000 }), node(10, { recent: 0 })).fresh).toBe(true);
  });

  test("behavior: fresh up to the limits, stale past either", () => {
    expect(assess(index(10), node(13))).toEqual({ fresh: true, lagBlocks: 3 });
    expect(assess(index(10), node(14))).toMatchObject({ code: "INDEX_STALE", lagBlocks: 4 });
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
