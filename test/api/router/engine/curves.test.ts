import { describe, expect, test } from "vitest";
import type { GraphEdge } from "../../../../src/api/graph/snapshot.ts";
import { curveOf } from "../../../../src/api/router/engine/curves.ts";
import type { BalancerV2Pool } from "../../../../src/protocols/balancer-v2/state.ts";
import { PROTOCOLS } from "../../../../src/protocols/index.ts";
import type { BlockContext, PoolState, Protocol } from "../../../../src/protocols/protocol.ts";

const NOW: BlockContext = { number: 1_000n, timestamp: 1_800_000_000n };
/** In the hour of `NOW`, and a month later. */
const LATER: readonly BlockContext[] = [
  { number: 1_001n, timestamp: NOW.timestamp + 12n },
  { number: 217_000n, timestamp: NOW.timestamp + 2_592_000n },
];
const AMOUNTS = [1, 1e3, 1e9, 1e15, 1e18, 1e21, 1e25];

const families = PROTOCOLS.map((protocol) => ({ family: protocol.family, protocol }));

/** The edges of `test/protocols/<family>/sample.ts`; new objects each time. */
async function edgesOf(protocol: Protocol): Promise<readonly GraphEdge[]> {
  const { samples }: { samples: readonly PoolState[] } = await import(
    `../../../protocols/${protocol.family}/sample.ts`
  );
  return samples.flatMap((state) =>
    protocol.edges(state).map((edge, place) => ({ ...edge, place, protocol, state })),
  );
}

function numbersOf(edge: GraphEdge, at: BlockContext): readonly number[] {
  const curve = curveOf(edge, edge.state, at);
  return AMOUNTS.flatMap((x) => [curve.output(x), curve.marginal(x), curve.capacity]);
}

describe.each(families)("curveOf for $family", ({ protocol }) => {
  test("default: a block's curve is the same whatever block was asked for before", async () => {
    const [asked, fresh] = [await edgesOf(protocol), await edgesOf(protocol)];
    for (const edge of asked) numbersOf(edge, NOW);
    for (const at of LATER) {
      for (const [i, edge] of asked.entries()) {
        const alone = { ...(fresh[i] ?? edge) };
        expect(numbersOf(edge, at), `edge ${i} at ${at.number}`).toEqual(numbersOf(alone, at));
      }
    }
  });

  test("behavior: gas is that of the exact quote where it is not said to be estimated", async () => {
    for (const [i, edge] of (await edgesOf(protocol)).entries()) {
      const curve = curveOf(edge, edge.state, NOW);
      if (curve.isGasEstimated === true || !(curve.capacity > 1)) continue;
      for (const part of [0.001, 0.5, 0.999]) {
        const amountIn = BigInt(Math.floor(curve.capacity * part));
        const quote = protocol.quote(edge.state, edge, amountIn, NOW);
        if (quote.ok) expect(curve.gas(Number(amountIn)), `edge ${i}`).toBe(Number(quote.gas));
      }
    }
  });
});

describe("curveOf", () => {
  test("behavior: a curve that no block changes is made once", async () => {
    const [edge] = await edgesOf(familyOf("uniswap-v2"));
    if (edge === undefined) throw new Error("uniswap-v2 has no sample");
    const curve = curveOf(edge, edge.state, NOW);
    for (const at of LATER) expect(curveOf(edge, edge.state, at)).toBe(curve);
  });

  test.each([
    "curve-stableswap",
    "curve-stableswap-ng",
    "curve-meta",
    "curve-factory",
    "balancer-v3",
  ])("behavior: one of %s is made once where nothing of the pool moves", async (family) => {
    for (const edge of await edgesOf(familyOf(family))) {
      const state = { ...edge.state, ...STILL };
      const still = { ...edge, state };
      const curve = curveOf(still, state, NOW);
      for (const at of LATER) expect(curveOf(still, state, at)).toBe(curve);
    }
  });

  test.each([
    "curve-stableswap",
    "curve-stableswap-ng",
    "curve-meta",
    "curve-factory",
  ])("behavior: one of %s is made anew while the amplification moves, and once more after it", async (family) => {
    const numbersSeen = new Set<number>();
    for (const edge of await edgesOf(familyOf(family))) {
      const state = { ...edge.state, ...RAMP };
      const moving = { ...edge, state };
      const seen = [NOW, ...LATER].map((at) => {
        const numbers = numbersOf(moving, at);
        expect(numbers).toEqual(numbersOf({ ...moving }, at));
        return numbers.join();
      });
      numbersSeen.add(new Set(seen).size);
    }
    expect(numbersSeen).toContain(3);
  });

  test("behavior: one of balancer-v2 is made anew when a rate expires, a pause or a ramp ends", async () => {
    const ends = NOW.timestamp + 12n;
    let different = 0;
    for (const edge of await edgesOf(familyOf("balancer-v2"))) {
      const pool = arrivedAt(edge.state as BalancerV2Pool, NOW.timestamp);
      const rate = { kept: WAD, old: WAD, live: 2n * WAD, expires: ends - 1n };
      const rated = { ...rate, duration: 3_600n, isExempt: false };
      const rates = pool.tokens.map((_, i) => (i === 0 ? rated : null));
      const paused = { ...pool, pausedUntil: Number(ends - 1n) };
      for (const state of [paused, ...(pool.kind === "stable" ? [{ ...pool, rates }] : [])]) {
        const changing = { ...edge, state };
        const curve = curveOf(changing, state, NOW);
        expect(curveOf(changing, state, { number: 1_001n, timestamp: ends - 1n })).toBe(curve);
        const at = { number: 1_002n, timestamp: ends };
        expect(numbersOf(changing, at)).toEqual(numbersOf({ ...changing }, at));
        const before = numbersOf({ ...changing }, NOW);
        if (before.join() !== numbersOf(changing, at).join()) different += 1;
      }
    }
    expect(different).toBeGreaterThan(10);
  });

  test("behavior: one of balancer-v2 is made anew while weights move, and no more after it", async () => {
    let moved = 0;
    for (const edge of await edgesOf(familyOf("balancer-v2"))) {
      const pool = edge.state as BalancerV2Pool;
      if (pool.kind !== "bootstrapping") continue;
      const state = arrivedAt(pool, NOW.timestamp + 20n);
      const moving = { ...edge, state };
      const [first, later, last] = [NOW, ...LATER].map((at) => curveOf(moving, state, at));
      expect(later).not.toBe(first);
      expect(curveOf(moving, state, LATER[1] ?? NOW)).toBe(last);
      for (const at of LATER) expect(numbersOf(moving, at)).toEqual(numbersOf({ ...moving }, at));
      moved += 1;
    }
    expect(moved).toBeGreaterThan(0);
  });
});

/** A pool whose weights arrive at a time, if they move. */
function arrivedAt(pool: BalancerV2Pool, endTime: bigint): BalancerV2Pool {
  return pool.kind === "bootstrapping" ? { ...pool, course: { ...pool.course, endTime } } : pool;
}

const WAD = 10n ** 18n;
const STILL = { initialATime: 0n, futureATime: NOW.timestamp };
const RAMP = {
  ...{ initialA: 10_000n, initialATime: NOW.timestamp - 60n },
  ...{ futureA: 90_000n, futureATime: NOW.timestamp + 60n },
};

function familyOf(family: string): Protocol {
  const protocol = PROTOCOLS.find((one) => one.family === family);
  if (protocol === undefined) throw new Error(`${family} is gone`);
  return protocol;
}
