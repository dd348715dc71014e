import { describe, expect, test } from "vitest";
import { createGraphCopy, type GraphCopy } from "../../../src/api/search/graph-copy.ts";
import { changedStates, newsBetween, wholeState } from "../../../src/api/search/graph-news.ts";
import { KEPT_VERSIONS } from "../../../src/api/search/messages.ts";
import { PROTOCOLS } from "../../../src/protocols/index.ts";
import type { PoolState } from "../../../src/protocols/protocol.ts";
import { type Block, blocksOf, chainOf } from "./blocks.ts";
import { sent } from "./copying-follower.ts";

const MARKET = { tokens: 20, pools: 60 };

/** A copy that is told of a block in parts, and of what came while they were under way. */
function copyFrom(start: Block, now: Block, version: number): GraphCopy {
  const copy = createGraphCopy(sent(chainOf()), PROTOCOLS);
  const states = [...start.published.memory.states.values()].map(wholeState);
  copy.take(sent(states.slice(0, 30)));
  copy.take(sent(states.slice(30)));
  const changed = changedStates(start.published.memory, now.published.memory);
  const tokens = new Set(now.published.memory.tokens.keys());
  const told = { ...start.published, accepted: new Set<never>() };
  const touched = { states: changed, tokens };
  copy.build(version, sent(newsBetween(told, now.published, touched)));
  return copy;
}

describe("createGraphCopy", () => {
  test.each([1, 2, 3])("default: equals what it follows in every version, market %i", (seed) => {
    const blocks = blocksOf({ ...MARKET, seed });
    const history = Array.from({ length: 40 }, () => blocks.next().value);
    let copy: GraphCopy | null = null;
    for (const [version, block] of history.entries()) {
      const before = history[version - 1];
      // Now and then one starts anew, as in a process that was started again.
      if (copy === null || before === undefined || version % 17 === 0) {
        copy = copyFrom(history[Math.max(0, version - 3)] ?? block, block, version);
      } else {
        copy.build(version, sent(newsBetween(before.published, block.published, block.touched)));
      }
      const snapshot = copy.snapshot(version);
      expect(snapshot).toEqual(block.snapshot);
      expect([...(snapshot?.edges.keys() ?? [])]).toEqual([...block.snapshot.edges.keys()]);
    }
  });

  test("behavior: keeps the last versions", () => {
    const [blocks, last] = [blocksOf({ ...MARKET, seed: 4 }), 9];
    let before = blocks.next().value;
    const copy = copyFrom(before, before, 1);
    for (let version = 2; version <= last; version++) {
      const next = blocks.next().value;
      copy.build(version, sent(newsBetween(before.published, next.published, next.touched)));
      before = next;
    }
    expect(copy.snapshot(last - KEPT_VERSIONS)).toBeNull();
    expect(copy.snapshot(last - KEPT_VERSIONS + 1)).not.toBeNull();
  });
});

describe("newsBetween", () => {
  test("behavior: what a pool's states share is not sent again", () => {
    const blocks = blocksOf({ ...MARKET, seed: 5 });
    const [before, after] = [blocks.next().value, blocks.next().value];
    const news = newsBetween(before.published, after.published, after.touched);
    const changes = news.states.filter((change) => "members" in change);
    expect(changes.length).toBeGreaterThan(0);
    for (const { members } of changes) {
      expect(members).toHaveProperty("updatedBlock", after.snapshot.block.number);
      expect(members).not.toHaveProperty("ticks");
      expect(members).not.toHaveProperty("slug");
    }
  });
});

describe.each(PROTOCOLS.map(({ family }) => family))("%s", (family) => {
  test("behavior: its states arrive in another process as they are", async () => {
    const module: { samples: readonly PoolState[] } = await import(
      `../../protocols/${family}/sample.ts`
    );
    expect(sent(module.samples)).toEqual(module.samples);
  });
});
