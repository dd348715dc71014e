import { type Hex, hexToNumber, numberToHex, RpcRequestError } from "viem";
import { describe, expect, test } from "vitest";
import { createLogWalk } from "../../src/seed/log-walk.ts";

const FILTER = { address: [], topics: [] };

interface Limits {
  readonly blocks: number;
  readonly logs: number;
}

/** A node with one log in every `every`th block, and its limits. */
function nodeOf({ blocks, logs }: Limits, every: number) {
  const refuse = (message: string) => {
    throw new RpcRequestError({ body: {}, error: { code: 35, message }, url: "" });
  };
  const asked: number[] = [];
  const ask = async (_: string, [filter]: readonly unknown[]) => {
    const { fromBlock, toBlock } = filter as { fromBlock: Hex; toBlock: Hex };
    const [from, to] = [hexToNumber(fromBlock), hexToNumber(toBlock)];
    asked.push(to - from + 1);
    if (to - from >= blocks) return refuse(`ranges over ${blocks} blocks are not supported`);
    const found = [];
    for (let at = Math.ceil(from / every) * every; at <= to; at += every) {
      found.push({ blockNumber: numberToHex(at) });
    }
    if (found.length > logs) return refuse(`query returned more than ${logs} results`);
    return found;
  };
  return { walk: createLogWalk(ask), asked };
}

async function blocksOf(walk: ReturnType<typeof nodeOf>["walk"], from: number, to: number) {
  const found: number[] = [];
  let next = from;
  for await (const part of walk(FILTER, { from, to })) {
    for (const { blockNumber } of part.logs) found.push(hexToNumber(blockNumber));
    expect(part.next).toBeGreaterThan(next);
    next = part.next;
  }
  expect(next).toBe(to + 1);
  return found;
}

describe("createLogWalk", () => {
  test.each<[Limits, number]>([
    [{ blocks: 10_000, logs: 10_000 }, 7],
    [{ blocks: 128, logs: 10 }, 3],
    [{ blocks: 2_000_000, logs: 50 }, 11],
    [{ blocks: 1, logs: 1 }, 1],
  ])("default: all logs in their order, within %o", async (limits, every) => {
    const { walk } = nodeOf(limits, every);
    const to = limits.blocks === 1 ? 500 : 60_000;
    const found = await blocksOf(walk, 13, to);
    const wanted = Array.from({ length: to + 1 }, (_, block) => block);
    expect(found).toEqual(wanted.filter((block) => block >= 13 && block % every === 0));
  });

  test("behavior: what is learnt of the blocks serves the next walk", async () => {
    const { walk, asked } = nodeOf({ blocks: 100, logs: 10_000 }, 50);
    await blocksOf(walk, 0, 20_000);
    const before = asked.length;
    await blocksOf(walk, 20_001, 40_000);
    expect(asked.slice(before).every((blocks) => blocks <= 100)).toBe(true);
  });

  test("behavior: a crowded range does not narrow those after it for long", async () => {
    const { walk, asked } = nodeOf({ blocks: 10_000, logs: 20 }, 400);
    await blocksOf(walk, 0, 2_000_000);
    expect(asked.length).toBeLessThan(1_000);
  });

  test("error: LOG_RANGE_TOO_NARROW instead of a million requests", async () => {
    const { walk } = nodeOf({ blocks: 10, logs: 10_000 }, 1_000);
    await expect(blocksOf(walk, 12_000_000, 24_000_000)).rejects.toThrow("add a URL");
  });
});
