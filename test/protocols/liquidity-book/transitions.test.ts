import { numberToHex } from "viem";
import { describe, expect, test } from "vitest";
import {
  added,
  binsChanged,
  composed,
  created,
  forced,
  type PoolChange,
  parametersSet,
  swapped,
  taken,
  tradeOf,
  unpacked,
} from "../../../src/protocols/liquidity-book/transitions.ts";
import { samples } from "./sample.ts";

const parameters = samples[0]?.parameters ?? ({} as never);
const pool: PoolChange = {
  ...created(parameters, 100, 1),
  ...{ volatilityAccumulator: 30_000, volatilityReference: 5_000, idReference: 98 },
  ...{ timeOfLastUpdate: 1_000, reserveX: 7n, reserveY: 9n, totalX: 70n, totalY: 90n },
};
const packed = (x: bigint, y: bigint) => numberToHex((y << 128n) | x, { size: 32 });
const bin = (reserveX: bigint, reserveY: bigint) => ({ reserveX, reserveY });

describe("unpacked", () => {
  test("default: X below Y", () => {
    expect(unpacked(packed(3n, 5n))).toEqual(bin(3n, 5n));
    expect(added(bin(1n, 2n), bin(3n, 5n))).toEqual(bin(4n, 7n));
    expect(taken(bin(4n, 7n), bin(3n, 5n))).toEqual(bin(1n, 2n));
  });
});

describe("swapped", () => {
  const inActive = { id: 100, before: bin(7n, 9n), after: bin(10n, 4n) };

  test("default: in the active bin the others stay as they were read", () => {
    const log = { ...inActive, volatilityAccumulator: 25_000 };
    expect(swapped(pool, log, { block: 5, timestamp: 1_010 })).toEqual({
      ...{ idReference: 98, volatilityReference: 5_000, volatilityAccumulator: 25_000 },
      ...{ timeOfLastUpdate: 1_010, activeId: 100, ...bin(10n, 4n), totalX: 73n, totalY: 85n },
      ...{ binsBlock: 1, updatedBlock: 5 },
    });
  });

  test("behavior: another bin becomes the active one; references move by time", () => {
    const log = { ...inActive, id: 99, volatilityAccumulator: 25_000 };
    expect(swapped(pool, log, { block: 5, timestamp: 1_100 })).toMatchObject({
      ...{ idReference: 100, volatilityReference: 15_000, activeId: 99, binsBlock: 5 },
    });
  });

  test("behavior: the first trade tells which bin was active before it", () => {
    const unknown = { ...pool, activeId: 3, timeOfLastUpdate: 0 };
    const at = { block: 5, timestamp: 100_000 };
    const log = { ...inActive, id: 94, volatilityAccumulator: 60_000 };
    expect(swapped(unknown, log, at)).toMatchObject({
      ...{ idReference: 100, volatilityReference: 0, activeId: 94, binsBlock: 5 },
    });
    const up = { ...log, before: bin(9n, 0n), after: bin(4n, 7n) };
    expect(swapped(unknown, up, at)).toMatchObject({ idReference: 88 });
  });

  test("behavior: the second bin of a trade moves no reference", () => {
    const moment = { block: 5, timestamp: 1_100 };
    const first = { ...pool, ...swapped(pool, { ...inActive, volatilityAccumulator: 1 }, moment) };
    const log = { ...inActive, id: 99, volatilityAccumulator: 2 };
    expect(swapped(first, log, moment)).toMatchObject({
      ...{ idReference: 100, volatilityReference: 15_000, volatilityAccumulator: 2 },
    });
  });
});

describe("binsChanged", () => {
  test("default: more in the active bin alone", () => {
    const change = { id: 100, before: bin(7n, 9n), after: bin(8n, 9n) };
    expect(binsChanged(pool, [change], 5)).toEqual({
      ...{ ...bin(8n, 9n), totalX: 71n, totalY: 90n, binsBlock: 1, updatedBlock: 5 },
    });
  });

  test("behavior: another bin, or one that was empty, has all read again", () => {
    const other = { id: 101, before: bin(1n, 0n), after: bin(0n, 0n) };
    expect(binsChanged(pool, [other], 5)).toEqual({
      ...{ totalX: 69n, totalY: 90n, binsBlock: 5, updatedBlock: 5 },
    });
    const filled = { id: 100, before: bin(0n, 0n), after: bin(0n, 3n) };
    expect(binsChanged(pool, [filled], 5)).toMatchObject({ binsBlock: 5, ...bin(0n, 3n) });
  });
});

describe("composed", () => {
  test("default: counts as a trade in the active bin", () => {
    const at = { block: 5, timestamp: 1_010 };
    expect(composed(pool, { id: 100, ...bin(7n, 9n) }, at)).toEqual({
      ...{ idReference: 98, volatilityReference: 5_000, volatilityAccumulator: 25_000 },
      ...{ timeOfLastUpdate: 1_010, activeId: 100, ...bin(7n, 9n), binsBlock: 1, updatedBlock: 5 },
    });
  });

  test("behavior: tells the active bin where no trade has", () => {
    const unknown = { ...pool, activeId: 90, timeOfLastUpdate: 0 };
    const at = { block: 5, timestamp: 100_000 };
    expect(composed(unknown, { id: 100, ...bin(1n, 2n) }, at)).toMatchObject({
      ...{
        activeId: 100,
        idReference: 100,
        volatilityAccumulator: 0,
        ...bin(1n, 2n),
        binsBlock: 5,
      },
    });
  });
});

describe("forced", () => {
  test("default: decays whatever the time", () => {
    expect(forced(pool, 5)).toEqual({
      ...{ idReference: 100, volatilityReference: 15_000, updatedBlock: 5 },
    });
  });
});

describe("parametersSet", () => {
  test("default: all of them, and nothing else of the log", () => {
    const log = { sender: "0x", ...parameters, baseFactor: 1 };
    expect(parametersSet(log, 5)).toEqual({ ...parameters, baseFactor: 1, updatedBlock: 5 });
  });
});

describe("tradeOf", () => {
  const [tokenX, tokenY] = ["0xaa", "0xbb"] as const;

  test("default: what came in has the protocol's part of the fee", () => {
    const log = { amountsIn: packed(90n, 0n), amountsOut: packed(0n, 50n) };
    const fees = { totalFees: packed(20n, 0n), protocolFees: packed(10n, 0n) };
    expect(tradeOf({ tokenX, tokenY }, { ...log, ...fees })).toEqual({
      ...{ tokenIn: tokenX, tokenOut: tokenY, amountIn: 100n, amountOut: 50n, feeIn: 20n },
    });
  });

  test("behavior: Y for X", () => {
    const log = { amountsIn: packed(0n, 90n), amountsOut: packed(50n, 0n) };
    const fees = { totalFees: packed(0n, 20n), protocolFees: packed(0n, 0n) };
    expect(tradeOf({ tokenX, tokenY }, { ...log, ...fees })).toEqual({
      ...{ tokenIn: tokenY, tokenOut: tokenX, amountIn: 90n, amountOut: 50n, feeIn: 20n },
    });
  });
});
