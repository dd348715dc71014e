import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { NATIVE } from "../../../src/lib/address.ts";
import { curveFactory } from "../../../src/protocols/curve-factory/index.ts";
import { fixedOf } from "../../../src/protocols/curve-factory/transitions.ts";
import { computeD, computeY } from "../../../src/protocols/curve-stableswap/invariant.ts";
import { reservesAt, virtualPrice } from "../../../src/protocols/curve-stableswap/reserves.ts";
import { exchange, type Reserves, scaled } from "../../../src/protocols/curve-stableswap/trade.ts";
import { nativePool, ratedPool } from "./sample.ts";

const E18 = 10n ** 18n;
const at = { number: 2n, timestamp: 1_800_000_000n };

const amount = z.string().transform(BigInt);
const numbers = {
  ...{ balances: z.array(amount), rates: z.array(amount), supply: amount },
  ...{ feeE10: amount, adminFeeE10: amount, timestamp: amount, virtualPrice: amount.nullable() },
  ...{ initialA: amount, futureA: amount, initialATime: amount, futureATime: amount },
};
/** What a pool's views answered; see `test/fixtures/curve-factory/README.md`. */
const { pools, views } = z
  .object({
    pools: z.record(z.string(), z.object(numbers)),
    views: z.array(
      z.object({
        ...{ pool: z.string(), i: z.number(), j: z.number() },
        ...{ amount, expect: amount, source: z.string() },
      }),
    ),
  })
  .parse(
    JSON.parse(
      readFileSync(new URL("../../fixtures/curve-factory/rated.json", import.meta.url), "utf8"),
    ),
  );

const fixed = fixedOf({ coins: ratedPool.coins, code: "native-rated" });

function recorded(name: string) {
  const pool = pools[name];
  if (pool === undefined) throw new Error(`No pool ${name} was recorded.`);
  return { ...pool, ...fixed };
}

/** `get_dy` of this code, which counts with a unit more than its `exchange`. */
function viewed(
  pool: Reserves,
  { i, j, amountIn }: { readonly i: number; readonly j: number; readonly amountIn: bigint },
): bigint {
  const { amplification, rates, feeE10 } = pool;
  const xp = scaled(pool);
  const d = computeD(xp, amplification) ?? 0n;
  const x = (xp[i] ?? 0n) + (amountIn * (rates[i] ?? 0n)) / E18;
  const y = computeY(
    xp.map((held, at) => (at === i ? x : held)),
    j,
    { d, amplification },
  );
  const dy = (xp[j] ?? 0n) - (y ?? 0n);
  return ((dy - (dy * feeE10) / 10n ** 10n) * E18) / (rates[j] ?? 1n);
}

describe("exchange", () => {
  test.each(views)("default: $amount of $i for $j of $pool, as $source has it", (view) => {
    const { i, j, amount: amountIn } = view;
    const pool = recorded(view.pool);
    const reserves = reservesAt(pool, pool.timestamp);
    expect(viewed(reserves, { i, j, amountIn })).toBe(view.expect);
    const paid = exchange(reserves, { i, j, amountIn })?.amountOut ?? 0n;
    expect([view.expect, view.expect - 1n]).toContain(paid);
  });

  test("behavior: this code keeps what it counts, rounded to what rates tell apart", () => {
    const pool = reservesAt(ratedPool, at.timestamp);
    const amountIn = 3n * E18 + 7n;
    const kept = exchange(pool, { i: 0, j: 1, amountIn });
    const left = exchange({ ...pool, keepsScaled: false }, { i: 0, j: 1, amountIn });
    expect(kept?.amountOut).toBe(left?.amountOut);
    const [ofFirst = 0n, ofSecond = 0n] = [0, 1].map(
      (coin) => (left?.balances[coin] ?? 0n) - (kept?.balances[coin] ?? 0n),
    );
    expect(ofFirst).toBe(0n);
    // What an exchange pays less is not the pool's, and rounding is once instead of thrice.
    expect(ofSecond).toBeGreaterThan(0n);
    expect(ofSecond).toBeLessThanOrEqual(4n);
    const sold = exchange(pool, { i: 1, j: 0, amountIn });
    const [, held = 0n] = sold?.balances ?? [];
    const [, before = 0n] = pool.balances;
    expect(before + amountIn - held).toBeLessThanOrEqual(1n);
  });
});

describe("virtualPrice", () => {
  test("default: as the pool told", () => {
    const told = Object.keys(pools).map(recorded);
    for (const pool of told.filter(({ virtualPrice: price }) => price !== null)) {
      expect(virtualPrice(pool, pool.timestamp)).toBe(pool.virtualPrice);
    }
    expect(told.some(({ virtualPrice: price }) => price !== null)).toBe(true);
  });
});

describe("actions", () => {
  test("behavior: the liquidity token is another one than the pool", () => {
    const edges = curveFactory.edges(ratedPool);
    expect(edges.map(({ tokenIn }) => tokenIn)).not.toContain(ratedPool.address);
    const share = curveFactory.liquidity?.share(ratedPool);
    expect(share).toMatchObject({ token: ratedPool.lpToken, tokens: [NATIVE, ratedPool.coins[1]] });
    expect(curveFactory.defiTokens?.(ratedPool)).toMatchObject([{ address: ratedPool.lpToken }]);
    expect(curveFactory.edges(nativePool).at(-1)?.tokenIn).toBe(nativePool.address);
  });
});
