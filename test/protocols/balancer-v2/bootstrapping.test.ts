import { describe, expect, test } from "vitest";
import {
  COURSE_BITS,
  kept,
  type WeightCourse,
  weightedAt,
  weightsAt,
  weightsChangeAt,
} from "../../../src/protocols/balancer-v2/bootstrapping.ts";
import {
  swapsSwitched,
  weightsScheduled,
} from "../../../src/protocols/balancer-v2/bootstrapping-transitions.ts";
import { maxIn } from "../../../src/protocols/balancer-v2/capacity.ts";
import { changesAt } from "../../../src/protocols/balancer-v2/changes-at.ts";
import { ONE } from "../../../src/protocols/balancer-v2/fixed-point.ts";
import { burn, mint, share } from "../../../src/protocols/balancer-v2/liquidity.ts";
import {
  apy,
  defiTokens,
  edges,
  quote,
  sharePrice,
} from "../../../src/protocols/balancer-v2/pool.ts";
import { rowState } from "../../../src/protocols/balancer-v2/row-state.ts";
import { spotPrice } from "../../../src/protocols/balancer-v2/spot-price.ts";
import type { BootstrappingPool } from "../../../src/protocols/balancer-v2/state.ts";
import { described, unregistered } from "../../../src/protocols/balancer-v2/transitions.ts";
import type { BlockContext, Edge } from "../../../src/protocols/protocol.ts";
import { deepFreeze } from "../freeze.ts";
import { bootstrappingPool, chargedPool } from "./sample.ts";

const at: BlockContext = { number: 2n, timestamp: 2_000_000_000n };
const pools = deepFreeze([bootstrappingPool, chargedPool]);

function edgeOf(pool: BootstrappingPool, action: Edge["action"]): Edge {
  const edge = edges(pool).find((each) => each.action === action);
  if (edge === undefined) throw new Error(`no ${action}`);
  return edge;
}

describe("kept", () => {
  test("default: as words of deployed bytecode have them", () => {
    // 0x66666666 and 0x1999999a of 31 bits, 0xcccc, 0x3333, 0x9999 and 0x6666 of 16.
    const { startWeight, endWeight } = COURSE_BITS;
    expect(kept((8n * ONE) / 10n, startWeight)).toBe(800_000_000_186_264_516n);
    expect(kept((2n * ONE) / 10n, startWeight)).toBe(200_000_000_279_396_773n);
    expect(kept((6n * ONE) / 10n, endWeight)).toBe(600_000_000_000_000_000n);
    expect(kept(ONE / 2n, endWeight)).toBe(500_007_629_510_948_349n);
    expect([kept(ONE, startWeight), kept(ONE, endWeight)]).toEqual([ONE, ONE]);
  });
});

describe("weightsAt", () => {
  const course: WeightCourse = {
    ...{ startWeights: [800n * ONE, 200n * ONE], endWeights: [500n * ONE, 500n * ONE] },
    ...{ startTime: 1_000n, endTime: 1_003n },
  };

  test("default: moves in a straight line, rounded to where it comes from", () => {
    expect(weightsAt(course, 999n)).toEqual(course.startWeights);
    expect(weightsAt(course, 1_000n)).toEqual(course.startWeights);
    const third = 333_333_333_333_333_333n;
    expect(weightsAt(course, 1_001n)).toEqual([
      800n * ONE - 300n * third,
      200n * ONE + 300n * third,
    ]);
    expect(weightsAt(course, 1_003n)).toEqual(course.endWeights);
    expect(weightsAt(course, 9_999n)).toEqual(course.endWeights);
  });

  test("behavior: a course that takes no time is over when it begins", () => {
    const sudden = { ...course, endTime: 1_000n };
    expect(weightsAt(sudden, 999n)).toEqual(course.startWeights);
    expect(weightsAt(sudden, 1_000n)).toEqual(course.endWeights);
  });

  test("behavior: one whose times are beyond the bits is over", () => {
    expect(weightsAt({ ...course, endTime: 5n }, 500n)).toEqual(course.endWeights);
  });
});

describe("changesAt", () => {
  const { course } = bootstrappingPool;

  test("default: every second while weights move, and when they begin to", () => {
    const moving = { ...course, startTime: 100n, endTime: 200n };
    const next = [50n, 99n, 100n, 199n, 200n, 300n].map((timestamp) =>
      weightsChangeAt(moving, timestamp),
    );
    expect(next).toEqual([101n, 101n, 101n, 200n, null, null]);
    expect(weightsChangeAt({ ...moving, endTime: 100n }, 50n)).toBe(100n);
    const state = { ...bootstrappingPool, course: moving };
    expect(changesAt(state, { timestamp: 150n })).toBe(151n);
    expect(changesAt(state, { timestamp: 50n })).toBe(101n);
    expect(changesAt({ ...state, pausedUntil: 60 }, { timestamp: 50n })).toBe(61n);
    expect(changesAt(state, { timestamp: 200n })).toBeNull();
  });
});

describe("edges", () => {
  test("default: swaps, and redemptions, as only owners join", () => {
    expect(edges(bootstrappingPool).map(({ action }) => action)).toEqual([
      ...["swap", "swap", "redeem", "redeem"],
    ]);
    for (const pool of pools) {
      expect(share(pool)).toBeNull();
      expect(defiTokens(pool)).toMatchObject([{ address: pool.address, isClosed: true }]);
      const deposit = {
        ...edgeOf(pool, "swap"),
        action: "deposit",
        tokenOut: pool.address,
      } as const;
      expect(maxIn(pool, deposit, at)).toBe(0n);
      expect(quote(pool, deposit, 10n ** 18n, at).ok).toBe(false);
      expect(mint(pool, [10n ** 18n, 0n], at).ok).toBe(false);
    }
  });
});

describe("quote", () => {
  test("default: as a weighted pool of the first version with the weights of the time", () => {
    for (const pool of pools) {
      const weighted = weightedAt(pool, at.timestamp);
      for (const edge of edges(pool)) {
        const amount = maxIn(pool, edge, at) / 1_000n;
        const quoted = quote(pool, edge, amount, at);
        const other = quote(weighted, edge, amount, at);
        if (!quoted.ok || !other.ok) throw new Error("no quote");
        expect(quoted.amountOut).toBe(other.amountOut);
        const { balances, supply, lastInvariant } = other.next;
        expect(quoted.next).toEqual({ ...pool, balances, supply, lastInvariant });
        expect(spotPrice(pool, edge, at)).toEqual(spotPrice(weighted, edge, at));
        expect(maxIn(pool, edge, at)).toBe(maxIn(weighted, edge, at));
      }
    }
  });

  test("behavior: a token whose weight falls becomes cheaper", () => {
    const [, buys] = edges(bootstrappingPool) as [Edge, Edge];
    const amounts = [1_000_000_000n, 2_000_000_000n].map((timestamp) => {
      const quoted = quote(bootstrappingPool, buys, 10n ** 9n, { ...at, timestamp });
      return quoted.ok ? quoted.amountOut : 0n;
    });
    expect(amounts[1]).toBeGreaterThan(amounts[0] ?? 0n);
  });

  test("error: paused where the owner lets nobody swap, but exits", () => {
    for (const pool of pools) {
      const closed = { ...pool, swapEnabled: false };
      for (const edge of edges(closed)) {
        const isSwap = edge.action === "swap";
        const quoted = quote(closed, edge, maxIn(pool, edge, at) / 1_000n, at);
        expect(quoted.ok).toBe(!isSwap);
        if (!quoted.ok) expect(quoted.reason).toBe("paused");
        expect(maxIn(closed, edge, at) === 0n).toBe(isSwap);
      }
    }
  });

  test("error: insufficient-liquidity", () => {
    for (const pool of pools) {
      for (const edge of edges(pool)) {
        const most = maxIn(pool, edge, at);
        expect(quote(pool, edge, most, at).ok).toBe(true);
        const reason = "insufficient-liquidity";
        expect(quote(pool, edge, most + 1n, at)).toEqual({ ok: false, reason });
      }
    }
  });
});

describe("apy", () => {
  test("default: none, as another invariant is not another worth", () => {
    expect(sharePrice(bootstrappingPool, at.timestamp)).toBe(0n);
    const { address } = bootstrappingPool;
    expect(apy(bootstrappingPool, address, { at, usd: () => null })).toBe(0);
  });
});

describe("burn", () => {
  test("behavior: in proportion, while paused without fees, as the first version", () => {
    const amount = chargedPool.supply / 1_000n;
    const paused = burn({ ...chargedPool, pausedUntil: Number(at.timestamp) }, amount, at);
    const free = burn({ ...chargedPool, protocolFeeWad: 0n }, amount, at);
    if (!paused.ok || !free.ok) throw new Error("no quote");
    expect(paused.amountsOut).toEqual(free.amountsOut);
  });
});

describe("weightsScheduled", () => {
  const log = {
    ...{ startTime: 7n, endTime: (1n << 32n) + 9n },
    startWeights: [(8n * ONE) / 10n, (2n * ONE) / 10n],
    endWeights: [(6n * ONE) / 10n, (4n * ONE) / 10n],
  };
  const told = weightsScheduled(unregistered(bootstrappingPool.address, 1), log, 5);

  test("default: in as many bits as the pool keeps", () => {
    const { startWeights, endWeights } = bootstrappingPool.course;
    expect(told).toMatchObject({ weights: startWeights, endWeights, updatedBlock: 5 });
    expect(told).toMatchObject({ weightsStartTime: 7n, weightsEndTime: 9n, swapEnabled: true });
  });

  test("behavior: what the factory tells later leaves the course, of which the row makes a state", () => {
    const facts = {
      ...({ kind: "bootstrapping", paysTokens: false, weights: [], shape: [] } as const),
      ...{ scalingFactors: [ONE, 10n ** 30n], rateProviders: [], yieldExempt: [] },
    };
    const row = swapsSwitched(described(told, facts, 6), false, 7);
    expect(row).toMatchObject({ weights: told.weights, scales: [1n, 10n ** 12n] });
    const { startWeights, endWeights } = bootstrappingPool.course;
    expect(rowState(row)).toMatchObject({
      ...{ kind: "bootstrapping", version: 1, swapEnabled: false, updatedBlock: 7 },
      course: { startWeights, endWeights, startTime: 7n, endTime: 9n },
    });
  });
});
