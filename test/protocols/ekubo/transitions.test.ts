import { describe, expect, test } from "vitest";
import { poolWordsOf, wordsView } from "../../../src/protocols/ekubo/reading.ts";
import { states } from "../../../src/protocols/ekubo/states.ts";
import { changeOf, poolWordOf, wordOfPool } from "../../../src/protocols/ekubo/transitions.ts";
import { concentrated, narrow } from "./sample.ts";

describe("poolWordOf", () => {
  test("default: what the word holds, negative ticks too", () => {
    for (const { sqrtRatio, tick, liquidity } of [concentrated, narrow]) {
      expect(poolWordOf(wordOfPool({ sqrtRatio, tick, liquidity }))).toEqual({
        ...{ sqrtRatio, tick, liquidity },
      });
    }
  });
});

describe("changeOf", () => {
  test("default: the ticks are the last eight bytes of the id", () => {
    const id = `0x${"5".repeat(48)}ffffff380000012c` as const;
    expect(changeOf(id, -7n)).toEqual({ tickLower: -200, tickUpper: 300, liquidityDelta: -7n });
  });
});

describe("poolWordsOf", () => {
  test("default: a word for each pool; none for one that is not there, or without an answer", () => {
    const { id, core, sqrtRatio, tick, liquidity } = narrow;
    expect(wordsView(core, [id, id]).data).toHaveLength(2 + 8 + 128);
    const word = wordOfPool({ sqrtRatio, tick, liquidity }).toString(16).padStart(64, "0");
    expect(poolWordsOf(`0x${word}${"0".repeat(64)}`, 2)).toEqual([
      { sqrtRatio, tick, liquidity },
      null,
    ]);
    expect(poolWordsOf(null, 2)).toEqual([null, null]);
  });
});

describe("states", () => {
  test("default: a row with its ticks, or with its one range", () => {
    for (const pool of [concentrated, narrow]) {
      const { id, router: _router, feeX64: fee, tickSpacing: _spacing, ticks, ...row } = pool;
      const { liquidityAbove } = ticks;
      const beside = [...ticks.ticks].map((tick, at) => ({
        ...{ poolId: id, tick },
        liquidityNet: (liquidityAbove[at] ?? 0n) - (liquidityAbove[at - 1] ?? 0n),
      }));
      expect(states.state({ ...row, chainId: 1, poolId: id, fee }, beside, null)).toEqual({
        ...pool,
        poolId: undefined,
      });
    }
  });
});
