import { describe, expect, test } from "vitest";
import { findAncestor } from "../../../src/api/graph/heads.ts";
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
