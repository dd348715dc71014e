import { type Address, concatHex, type Hex, numberToHex, pad } from "viem";
import { describe, expect, test } from "vitest";
import { isNews, readFeeds } from "../../../src/catalog/price-feeds/reading.ts";

const [A, B] = [pad("0xa", { size: 20 }), pad("0xb", { size: 20 })];

function word(value: bigint): Hex {
  return numberToHex(value, { size: 32, signed: value < 0n });
}

function round(answer: bigint, updatedAt: bigint): Hex {
  return concatHex([word(7n), word(answer), word(updatedAt - 9n), word(updatedAt), word(7n)]);
}

/** Reads feeds whose calls return these; undefined: the call reverts. */
function read(returns: Readonly<Record<Address, readonly (Hex | undefined)[]>>) {
  let asked = 0;
  const seen = new Map<Address, number>();
  const reading = readFeeds(async (calls) => {
    asked += 1;
    return calls.map(({ target }) => {
      const at = seen.get(target) ?? 0;
      seen.set(target, at + 1);
      const returnData = returns[target]?.[at];
      return { success: returnData !== undefined, returnData: returnData ?? "0x" };
    });
  }, Object.keys(returns) as Address[]);
  return reading.then((answers) => ({ answers, asked }));
}

describe("readFeeds", () => {
  test("default: answer, decimals and time of every feed in one call", async () => {
    const { answers, asked } = await read({
      [A]: [word(8n), round(300_000_000_000n, 1_700n)],
      [B]: [word(18n), round(-5n, 1_800n)],
    });
    expect(asked).toBe(1);
    expect(answers).toEqual(
      new Map([
        [A, { answer: 300_000_000_000n, decimals: 8, updatedAt: 1_700n }],
        [B, { answer: -5n, decimals: 18, updatedAt: 1_800n }],
      ]),
    );
  });

  test("behavior: one that reverts or answers something else is left out, the others stay", async () => {
    const good = [word(8n), round(5n, 1_700n)];
    for (const bad of [
      [undefined, undefined],
      [word(8n), undefined],
      [undefined, round(1n, 10n)],
      ["0x" as const, "0x" as const],
      [word(8n), word(1n)],
      [word(256n), round(1n, 10n)],
      [word(2n ** 255n), round(1n, 10n)],
      [word(8n), concatHex([round(1n, 10n), word(0n)])],
    ]) {
      const { answers } = await read({ [A]: bad, [B]: good });
      expect([...answers.keys()]).toEqual([B]);
    }
  });
});

describe("isNews", () => {
  const known = { answer: 5n, decimals: 8, updatedAt: 1_700n };

  test("default: when nothing was known or anything differs", () => {
    expect(isNews(null, known)).toBe(true);
    expect(isNews(known, { ...known })).toBe(false);
    expect(isNews(known, { ...known, answer: 6n })).toBe(true);
    expect(isNews(known, { ...known, decimals: 9 })).toBe(true);
    expect(isNews(known, { ...known, updatedAt: 1_701n })).toBe(true);
  });
});
