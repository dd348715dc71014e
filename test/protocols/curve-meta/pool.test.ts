import { describe, expect, test } from "vitest";
import { curveMeta } from "../../../src/protocols/curve-meta/index.ts";
import { inBlock, reliance } from "../../../src/protocols/curve-stableswap/metapool.ts";
import { reservesAt, virtualPrice } from "../../../src/protocols/curve-stableswap/reserves.ts";
import { exchange, removeOneCoin } from "../../../src/protocols/curve-stableswap/trade.ts";
import type { BlockContext } from "../../../src/protocols/protocol.ts";
import { threePool as threePoolState } from "../curve-stableswap/sample.ts";
import { pools, recordedPool, vectors } from "./recorded.ts";
import { fraxThreeCrv, samples, threePool } from "./sample.ts";

const at: BlockContext = { number: 2n, timestamp: 1_800_000_000n };
const [FRAX, THREE_CRV] = fraxThreeCrv.coins as readonly [`0x${string}`, `0x${string}`];
const sell = { action: "swap", tokenIn: FRAX, tokenOut: THREE_CRV } as const;

/**
 * What the contracts do, whatever `maxIn` says: numbers of tiny amounts are among those recorded.
 */
function paid({ pool, kind, i, j, amount }: (typeof vectors)[number]): bigint | null {
  const { meta, base, timestamp } = recordedPool(pool);
  // A rate that the pool keeps for a while is recorded with it.
  const state = meta.rates[1] === 0n ? inBlock({ ...meta, offpegE10: null }, { timestamp }) : meta;
  const places = kind === "through" ? { i: 0, j: 1 } : { i, j };
  const traded = exchange(reservesAt(state, timestamp), { ...places, amountIn: amount });
  if (kind === "meta" || traded === null) return traded?.amountOut || null;
  const redeemed = removeOneCoin(reservesAt(base, timestamp), { i: j, amountIn: traded.amountOut });
  return redeemed?.amountOut ?? null;
}

describe("inBlock", () => {
  test.each(
    Object.keys(pools).filter((name) => recordedPool(name).baseVirtualPrice !== null),
  )("default: the base pool of %s answers the recorded virtual price", (name) => {
    const { base, baseVirtualPrice, timestamp } = recordedPool(name);
    expect(virtualPrice(base, timestamp)).toBe(baseVirtualPrice);
  });

  test("behavior: the rate is that of the block, as the base pool's amplification moves", () => {
    const base = { ...threePool, initialATime: 1_799_999_000n, futureATime: 1_800_001_000n };
    const rateAt = (timestamp: bigint) =>
      inBlock({ ...fraxThreeCrv, base }, { timestamp }).rates[1];
    expect(rateAt(1_800_000_000n)).toBe(virtualPrice(base, 1_800_000_000n));
    expect(rateAt(1_800_000_012n)).not.toBe(rateAt(1_800_000_000n));
  });

  test("behavior: nothing is traded while nobody knows the base pool", () => {
    const state = { ...fraxThreeCrv, base: null };
    expect(curveMeta.maxIn(state, sell, at)).toBe(0n);
    expect(curveMeta.quote(state, sell, 1n, at)).toMatchObject({ ok: false, reason: "paused" });
    expect(curveMeta.edges(state)).toEqual(curveMeta.edges(fraxThreeCrv));
  });
});

describe("quote", () => {
  test.each(vectors)("default: $kind $i to $j of $pool, as recorded by $source", (vector) => {
    expect(paid(vector)).toBe(vector.expect);
  });

  test("behavior: all that maxIn allows is paid, and one unit more is refused", () => {
    for (const state of samples) {
      for (const edge of curveMeta.edges(state)) {
        const most = curveMeta.maxIn(state, edge, at);
        expect(most).toBeGreaterThan(0n);
        expect(curveMeta.quote(state, edge, most, at).ok).toBe(true);
        expect(curveMeta.quote(state, edge, most + 1n, at).ok).toBe(false);
      }
    }
  });
});

describe("reliance", () => {
  test("default: a metapool is given its base pool, and trades at what it is then", () => {
    expect(reliance.on(fraxThreeCrv)).toBe(fraxThreeCrv.basePool);
    const richer = { ...threePoolState, balances: threePoolState.balances.map((x) => x + x / 50n) };
    const given = reliance.given(fraxThreeCrv, richer);
    expect(given.base).toBe(richer);
    expect(inBlock(given, at).rates[1]).toBe(virtualPrice(richer, at.timestamp));
    const before = curveMeta.quote(
      reliance.given(fraxThreeCrv, threePoolState),
      sell,
      10n ** 21n,
      at,
    );
    const after = curveMeta.quote(given, sell, 10n ** 21n, at);
    if (!before.ok || !after.ok) throw new Error("Both are to be traded.");
    expect(after.amountOut).toBeLessThan(before.amountOut);
  });

  test("behavior: what is no pool of Curve's is as good as unknown", () => {
    const other = { id: fraxThreeCrv.basePool, slug: "other", updatedBlock: 1 };
    expect(reliance.given(fraxThreeCrv, other).base).toBeNull();
    expect(reliance.given(fraxThreeCrv, null).base).toBeNull();
  });
});
