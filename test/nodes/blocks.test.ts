import { keccak256, numberToHex, toHex } from "viem";
import { describe, expect, test } from "vitest";
import { createKnownBlocks, headerOf, withoutBloom } from "../../src/nodes/blocks.ts";

const block = {
  number: numberToHex(7),
  hash: keccak256(toHex("7")),
  parentHash: keccak256(toHex("6")),
  logsBloom: `0x${"0".repeat(500)}8${"0".repeat(11)}`,
  timestamp: "0x1",
};

describe("createKnownBlocks", () => {
  test("default: a header tells whether its block has logs", () => {
    const header = headerOf(block);
    if (header === null) throw new Error("no header");
    const known = createKnownBlocks();
    known.see(header);
    expect(known.byHash(block.hash)?.hasLogs).toBe(true);
    const foreign = createKnownBlocks(false);
    foreign.see(header);
    expect(foreign.byHash(block.hash)?.hasLogs).toBe(false);
  });
});

describe("withoutBloom", () => {
  test("default: the bloom that makes Ponder ask for the logs", () => {
    expect(withoutBloom(block)).toEqual({ ...block, logsBloom: `0x${"0".repeat(512)}` });
    expect(headerOf(withoutBloom(block))?.hasLogs).toBe(false);
    expect(withoutBloom(null)).toBeNull();
    expect(withoutBloom("0x7")).toBe("0x7");
  });
});
