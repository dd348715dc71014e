import { describe, expect, test } from "vitest";
import { feePipsAt } from "../../../src/protocols/slipstream/fees.ts";
import { slipstream } from "../../../src/protocols/slipstream/index.ts";
import { chargedAt, quote, type SlipstreamPool } from "../../../src/protocols/slipstream/pool.ts";
import { samples } from "./sample.ts";

const at = { number: 2n, timestamp: 12n };
const [fixed, moving, first] = samples as [SlipstreamPool, SlipstreamPool, SlipstreamPool];
const sell = (state: SlipstreamPool) =>
  ({ action: "swap", tokenIn: state.token0, tokenOut: state.token1 }) as const;

describe("feePipsAt", () => {
  const fee = {
    ...{ scalingFactor: 2_500_000n, capPips: 400, averageTicks: [10, 11, 12] },
    ...{ latestTimestamp: 100, firstPips: null, sinceTimestamp: 0 },
  };

  test("default: the base and what each tick from the average adds, rounded down", () => {
    expect(feePipsAt(300, fee, { tick: 15, timestamp: 100 })).toBe(312);
    expect(feePipsAt(300, fee, { tick: 5, timestamp: 100 })).toBe(312);
  });

  test("behavior: the average of the time, the last known one from then on", () => {
    const feeAt = (timestamp: number) => feePipsAt(300, fee, { tick: 15, timestamp });
    expect([99, 100, 101, 102, 500].map(feeAt)).toEqual([312, 312, 310, 307, 307]);
  });

  test("behavior: no more than the cap, which binds the base too", () => {
    expect(feePipsAt(300, fee, { tick: 500, timestamp: 100 })).toBe(400);
    expect(feePipsAt(500, fee, { tick: 10, timestamp: 100 })).toBe(400);
  });

  test("behavior: without an average nothing is added", () => {
    const unknown = { ...fee, averageTicks: [] };
    expect(feePipsAt(300, unknown, { tick: 500, timestamp: 100 })).toBe(300);
  });

  test("behavior: that of the first, from when nothing has moved the tick", () => {
    const early = { ...fee, firstPips: 7, sinceTimestamp: 101 };
    expect(feePipsAt(300, early, { tick: 15, timestamp: 100 })).toBe(312);
    expect(feePipsAt(300, early, { tick: 15, timestamp: 101 })).toBe(7);
  });
});

describe("chargedAt", () => {
  test("default: a fixed fee is the state's", () => {
    expect(chargedAt(fixed, at)).toBe(fixed);
  });

  test("behavior: a dynamic one is that of the time", () => {
    expect(chargedAt(moving, at).feePips).toBe(3_060);
    expect(chargedAt(moving, { ...at, timestamp: 14n }).feePips).toBe(3_059);
    expect(chargedAt(first, at).feePips).toBe(100);
  });
});

describe("quote", () => {
  test("behavior: the next state charges by its own tick", () => {
    const quoted = quote(moving, sell(moving), 10n ** 18n, at);
    if (!quoted.ok) throw new Error(quoted.reason);
    const { next } = quoted;
    expect(next).toMatchObject({
      feePips: 3_000,
      dynamicFee: { averageTicks: [-120, -120, -119] },
    });
    expect(next.tick).toBeLessThan(-120);
    const distance = -120 - next.tick;
    expect(chargedAt(next, at).feePips).toBe(3_000 + Math.floor(distance / 2));
  });

  test("behavior: who comes after the first at its time pays in full, later again as the first", () => {
    const quoted = quote(first, sell(first), 10n ** 18n, at);
    if (!quoted.ok) throw new Error(quoted.reason);
    expect(chargedAt(quoted.next, at).feePips).toBe(3_000);
    expect(chargedAt(quoted.next, { ...at, timestamp: 13n }).feePips).toBe(100);
    const buy = { ...sell(first), tokenIn: first.token1, tokenOut: first.token0 };
    const tiny = quote(first, buy, 10n, at);
    expect(tiny.ok && tiny.next.tick === first.tick && tiny.next.dynamicFee).toBe(first.dynamicFee);
  });
});

describe("actions", () => {
  test("default: as on a pool of Uniswap V3", () => {
    const operation = { kind: "v3-swap", pool: fixed.address, zeroForOne: true };
    expect(slipstream.actions.swap?.(fixed, sell(fixed), 1n)).toEqual(operation);
  });
});
