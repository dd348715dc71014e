import { describe, expect, test } from "vitest";
import { adaptiveFee } from "../../../src/protocols/algebra/adaptive-fee.ts";
import { columnsOf, dynamicFeeOf } from "../../../src/protocols/algebra/fee-columns.ts";
import { feesAt, volumePerLiquidityOf } from "../../../src/protocols/algebra/fees.ts";
import { algebra } from "../../../src/protocols/algebra/index.ts";
import { type AlgebraPool, chargedAt, quote } from "../../../src/protocols/algebra/pool.ts";
import { slid, slidingFees } from "../../../src/protocols/algebra/sliding-fee.ts";
import { valueAt, written } from "../../../src/protocols/algebra/timepoints.ts";
import { written as remembered, traded } from "../../../src/protocols/algebra/transitions.ts";
import { adaptiveOf, CONFIG, SLIDING, samples, timepointAt } from "./sample.ts";

const at = { number: 2n, timestamp: 12n };
const ONE = 1n << 96n;
const [fixed, adaptive, sliding, first] = samples as [
  AlgebraPool,
  AlgebraPool,
  AlgebraPool,
  AlgebraPool,
];
const sell = ({ token0, token1 }: AlgebraPool) =>
  ({ action: "swap", tokenIn: token0, tokenOut: token1 }) as const;

describe("adaptiveFee", () => {
  const volatilities = [0n, 1_000n, 5_400n, 9_000n, 900_000n, 10n ** 9n];
  const feesOf = (oracle: "v1" | "integral", volumePerLiquidity: bigint) =>
    volatilities.map((volatility) =>
      adaptiveFee(oracle, { volatility, volumePerLiquidity }, CONFIG),
    );

  test("default: from the base to all alphas, by volatility", () => {
    expect(feesOf("integral", 0n)).toEqual([100, 119, 1_550, 2_951, 9_000, 15_000]);
  });

  test("behavior: V1 takes as much of it as was traded by the liquidity", () => {
    // Its series is a little off.
    expect(feesOf("v1", 60n)).toEqual([100, 121, 1_550, 2_950, 9_000, 15_000]);
    expect(feesOf("v1", 0n)).toEqual([100, 110, 825, 1_525, 4_550, 7_550]);
  });

  test("behavior: without alphas the base", () => {
    const flat = { ...CONFIG, alpha1: 0, alpha2: 0, baseFee: 7 };
    const averages = { volatility: 10n ** 9n, volumePerLiquidity: 0n };
    expect(adaptiveFee("integral", averages, flat)).toBe(7);
  });
});

describe("written", () => {
  test("default: a pool that stood still has no volatility, one that moved has", () => {
    const dynamicFee = adaptiveOf("integral");
    if (dynamicFee.kind !== "adaptive") throw new Error("an adaptive sample");
    const still = { tick: 0, timestamp: 100, volumePerLiquidity: 5n };
    const { last } = written("integral", dynamicFee.memory, still);
    expect(last).toMatchObject({ volatilityCumulative: 0n, volumePerLiquidityCumulative: 5n });
    const moved = written("integral", dynamicFee.memory, { ...still, tick: 60 });
    expect(moved.last).toMatchObject({ tickCumulative: 6_000n, averageTick: 60 });
    expect(moved.last.volatilityCumulative).toBeGreaterThan(0n);
    expect(moved).toMatchObject({ before: dynamicFee.memory.last, around: { length: 2 } });
  });
});

describe("valueAt", () => {
  test("behavior: rounded by the second, and the nearest beyond the ends", () => {
    const points = [timepointAt(10), timepointAt(13, { tickCumulative: 8n })];
    const times = [5, 10, 11, 12, 13, 20];
    const found = times.map((time) => valueAt(points, time, (point) => point.tickCumulative));
    expect(found).toEqual([0n, 0n, 2n, 4n, 8n, 8n]);
  });
});

describe("slid", () => {
  test("default: a rise makes selling token0 cheaper and buying it dearer", () => {
    if (SLIDING.kind !== "sliding") throw new Error("a sliding sample");
    const after = slid(SLIDING, { tick: 0, timestamp: 12 });
    expect(after.zeroToOneFactor + after.oneToZeroFactor).toBe(2n * ONE);
    expect(slidingFees(after)).toEqual([2_969, 3_030]);
    expect(after).toMatchObject({ lastTick: 0, lastTimestamp: 12 });
  });

  test("behavior: factors stop at 0 and 2", () => {
    if (SLIDING.kind !== "sliding") throw new Error("a sliding sample");
    const up = slid(SLIDING, { tick: 20_000, timestamp: 0 });
    expect([up.zeroToOneFactor, up.oneToZeroFactor]).toEqual([0n, 2n * ONE]);
    expect(slidingFees(up)).toEqual([1, 6_000]);
    expect(up.lastTick).toBe(-100);
    const down = slid({ ...SLIDING, priceChangeFactor: 3_000 }, { tick: -20_000, timestamp: 0 });
    expect([down.zeroToOneFactor, down.oneToZeroFactor]).toEqual([2n * ONE, 0n]);
  });
});

describe("feesAt", () => {
  test("behavior: in the second of the last timepoint, what the last swap paid", () => {
    const dynamicFee = adaptiveOf("v1");
    const fees = feesAt(dynamicFee, [7, 8], { tick: 500, timestamp: 0 });
    expect(fees).toEqual({ feePips: [7, 8], dynamicFee });
  });
});

describe("quote", () => {
  test("default: a fixed fee is the state's", () => {
    expect(chargedAt(fixed, at)).toBe(fixed);
  });

  test("behavior: the next state charges the fee of its second again", () => {
    for (const state of [adaptive, first]) {
      const quoted = quote(state, sell(state), 10n ** 17n, at);
      if (!quoted.ok) throw new Error(quoted.reason);
      expect(chargedAt(quoted.next, at).feePips).toEqual(chargedAt(state, at).feePips);
      expect(quoted.next.dynamicFee).toMatchObject({ memory: { last: { timestamp: 12 } } });
    }
  });

  test("behavior: V1 remembers what was traded, for the next timepoint", () => {
    const quoted = quote(first, sell(first), 10n ** 17n, at);
    if (!quoted.ok) throw new Error(quoted.reason);
    const { next, amountOut } = quoted;
    const volumePerLiquidity = volumePerLiquidityOf(next.liquidity, [10n ** 17n, amountOut]);
    expect(next.dynamicFee).toMatchObject({ volumePerLiquidity });
    expect(volumePerLiquidity).toBeGreaterThan(0n);
  });

  test("behavior: each swap moves a sliding fee", () => {
    const quoted = quote(sliding, sell(sliding), 10n ** 18n, at);
    if (!quoted.ok) throw new Error(quoted.reason);
    expect(chargedAt(sliding, at).feePips).toEqual([2_969, 3_030]);
    expect(chargedAt(quoted.next, at).feePips[0]).toBeGreaterThan(2_969);
  });
});

describe("columnsOf", () => {
  test("behavior: a row gives back what was read", () => {
    for (const { dynamicFee, feePips } of samples) {
      const row = columnsOf({ feePips, dynamicFee, windowIndex: 3, knownUntil: 9 });
      const isFirst = dynamicFee?.kind === "adaptive" && dynamicFee.oracle === "v1";
      const traded = dynamicFee?.kind === "adaptive" ? dynamicFee.volumePerLiquidity : 0n;
      expect(dynamicFeeOf(row, isFirst ? "v1" : "integral", traded)).toEqual(dynamicFee);
    }
  });
});

describe("traded", () => {
  const log = { amount0: 16n, amount1: -4n, liquidity: 2n };

  test("default: counts from 0 at the first change of a second, then adds", () => {
    const once = traded({ volumePerLiquidity: 99n, timepointTimestamp: 1 }, log, 2);
    expect(once).toEqual({ volumePerLiquidity: 4n << 64n, timepointTimestamp: 2 });
    expect(traded(once, log, 2).volumePerLiquidity).toBe(8n << 64n);
    expect(remembered(once, 2)).toEqual(once);
    expect(remembered(once, 3)).toEqual({ volumePerLiquidity: 0n, timepointTimestamp: 3 });
  });

  test("behavior: what is unknown stays so until a timepoint is written", () => {
    const unknown = { volumePerLiquidity: null, timepointTimestamp: 5 };
    expect(traded(unknown, log, 5).volumePerLiquidity).toBeNull();
    expect(traded(unknown, log, 6).volumePerLiquidity).toBe(4n << 64n);
  });
});

describe("actions", () => {
  test("default: as on a pool of Uniswap V3", () => {
    const operation = { kind: "v3-swap", pool: fixed.address, zeroForOne: true };
    expect(algebra.actions.swap?.(fixed, sell(fixed), 1n)).toEqual(operation);
  });
});
