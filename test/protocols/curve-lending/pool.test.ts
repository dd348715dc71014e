import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { loadStates } from "../../../src/api/graph/load-states.ts";
import { rayDiv } from "../../../src/protocols/aave-v3/ray-math.ts";
import { curveLending } from "../../../src/protocols/curve-lending/index.ts";
import { balancesOf, incomeRay } from "../../../src/protocols/curve-lending/lending.ts";
import type { CurveLendingPool } from "../../../src/protocols/curve-lending/pool.ts";
import { curveLendingPool } from "../../../src/protocols/curve-lending/schema.ts";
import { exchange, movedBy } from "../../../src/protocols/curve-lending/trade.ts";
import { computeD } from "../../../src/protocols/curve-stableswap/invariant.ts";
import { type Reserves, scaled } from "../../../src/protocols/curve-stableswap/trade.ts";
import type { BlockContext, Edge } from "../../../src/protocols/protocol.ts";
import { createDatabase } from "../database.ts";
import { threeCoins, twoCoins } from "./sample.ts";

const { edges, maxIn, quote, liquidity, actions } = curveLending;
const E18 = 10n ** 18n;
const at: BlockContext = { number: 2n, timestamp: 1_800_000_100n };

const amount = z.string().transform(BigInt);
/** What the pools' views answered; see `test/fixtures/curve-lending/README.md`. */
const { pools, views } = z
  .object({
    pools: z.record(
      z.string(),
      z.object({
        ...{ balances: z.array(amount), rates: z.array(amount), supply: amount.nullable() },
        ...{ feeE10: amount, adminFeeE10: amount, offpegE10: amount, a: amount },
        virtualPrice: amount.nullable(),
      }),
    ),
    views: z.array(
      z.object({
        ...{ pool: z.string(), i: z.number(), j: z.number() },
        ...{ amount, expect: amount, source: z.string() },
      }),
    ),
  })
  .parse(
    JSON.parse(
      readFileSync(new URL("../../fixtures/curve-lending/views.json", import.meta.url), "utf8"),
    ),
  );

function recorded(name: string): Reserves {
  const pool = pools[name];
  if (pool === undefined) throw new Error(`No pool ${name} was recorded.`);
  const code = { aPrecision: 100n, dividesAtOnce: false, addsUnit: true };
  const amplification = { a: pool.a, ...code };
  return { ...pool, supply: pool.supply ?? 0n, amplification };
}

/** `get_dy`, which rounds to the coin's units before it takes the fee. */
function viewed(
  pool: Reserves,
  trade: { readonly i: number; readonly j: number; readonly amountIn: bigint },
): bigint {
  const moved = movedBy(pool, trade);
  if (moved === null) return 0n;
  const dy = (moved.dy * E18) / (pool.rates[trade.j] ?? E18);
  return dy - (moved.feeE10 * dy) / 10n ** 10n;
}

function edgeOf({ coins }: CurveLendingPool, i: number, j: number): Edge {
  const [tokenIn, tokenOut] = [coins[i], coins[j]];
  if (tokenIn === undefined || tokenOut === undefined) throw new Error("It has no such coin.");
  return { action: "swap", tokenIn, tokenOut };
}

function reasonOf(state: CurveLendingPool, edge: Edge, amountIn: bigint): string {
  const quoted = quote(state, edge, amountIn, at);
  return quoted.ok ? "" : quoted.reason;
}

describe("exchange", () => {
  test.each(views)("default: $amount of $i for $j of $pool, as $source has it", (view) => {
    const { i, j, amount: amountIn } = view;
    const pool = recorded(view.pool);
    expect(viewed(pool, { i, j, amountIn })).toBe(view.expect);
    const paid = exchange(pool, { i, j, amountIn })?.amountOut ?? 0n;
    expect([view.expect, view.expect - 1n]).toContain(paid);
  });

  test("behavior: the invariant is that of the recorded virtual price", () => {
    const pool = recorded("am3CRV");
    const d = computeD(scaled(pool), pool.amplification) ?? 0n;
    expect((d * E18) / pool.supply).toBe(pools.am3CRV?.virtualPrice);
  });
});

describe("incomeRay", () => {
  test("default: linear from the last update of the reserve on", () => {
    const { indicesRay, accruedAt } = threeCoins;
    const [[index = 0n, , last = 0n], [since = 0n]] = [indicesRay, accruedAt];
    expect(incomeRay(threeCoins, 0, since)).toBe(index);
    // 2 % in a year.
    expect(incomeRay(threeCoins, 0, since + 31_536_000n)).toBe((index * 102n + 50n) / 100n);
    expect(incomeRay(threeCoins, 2, 5n)).toBe(last);
  });
});

describe("quote", () => {
  test("default: aTokens are minted and burned in scaled units, and the admin has half of the fee", () => {
    const amountIn = 1_000n * E18 + 1n;
    const quoted = quote(threeCoins, edgeOf(threeCoins, 0, 1), amountIn, at);
    if (!quoted.ok) throw new Error(quoted.reason);
    const { amountOut, next } = quoted;
    const [minted, burned] = [
      rayDiv(amountIn, incomeRay(threeCoins, 0, at.timestamp)),
      rayDiv(amountOut, incomeRay(threeCoins, 1, at.timestamp)),
    ];
    const { scaledBalances, available, adminBalances } = threeCoins;
    const [dai = 0n, usdc = 0n, usdt] = scaledBalances;
    expect(next.scaledBalances).toEqual([dai + minted, usdc - burned, usdt]);
    const [heldDai = 0n, heldUsdc = 0n, heldUsdt] = available;
    expect(next.available).toEqual([heldDai + amountIn, heldUsdc - amountOut, heldUsdt]);
    expect(next.accruedAt).toEqual([at.timestamp, at.timestamp, threeCoins.accruedAt[2]]);
    const fee = (next.adminBalances[1] ?? 0n) - (adminBalances[1] ?? 0n);
    // About 0.02 % of a thousand dollars.
    expect(Number(fee)).toBeGreaterThan(200_000 * 0.9);
    expect(Number(fee)).toBeLessThan(200_000 * 1.3);
    expect(balancesOf(next, at.timestamp)[0]).toBeGreaterThan(
      (balancesOf(threeCoins, at.timestamp)[0] ?? 0n) + amountIn - 3n,
    );
  });

  test("behavior: interest changes what is paid", () => {
    const later = { number: 9n, timestamp: 1_810_000_000n };
    const edge = edgeOf(threeCoins, 0, 2);
    const [now, then] = [at, later].map((block) => quote(threeCoins, edge, E18 * 100_000n, block));
    expect(now?.ok && then?.ok && now.amountOut !== then.amountOut).toBe(true);
  });

  test("error: paused where the market takes or pays none of a coin", () => {
    const frozen = { ...threeCoins, isFrozen: [true, false, false] };
    expect(reasonOf(frozen, edgeOf(frozen, 0, 1), E18)).toBe("paused");
    expect(reasonOf(frozen, edgeOf(frozen, 1, 0), 1_000_000n)).toBe("");
    const closed = { ...threeCoins, isActive: [false, true, true] };
    expect(reasonOf(closed, edgeOf(closed, 0, 1), E18)).toBe("paused");
    expect(reasonOf(closed, edgeOf(closed, 1, 0), 1_000_000n)).toBe("paused");
    expect(reasonOf(closed, edgeOf(closed, 1, 2), 1_000_000n)).toBe("");
    const stopped = { ...threeCoins, isPaused: true };
    for (const edge of edges(stopped)) {
      expect(maxIn(stopped, edge, at)).toBe(0n);
      expect(reasonOf(stopped, edge, E18)).toBe("paused");
    }
  });

  test("error: insufficient-liquidity beyond what the market has of a coin", () => {
    const poor = { ...threeCoins, available: [5_000n * E18, 0n, 10n ** 12n] };
    const edge = edgeOf(poor, 2, 0);
    const most = maxIn(poor, edge, at);
    const quoted = quote(poor, edge, most, at);
    // Within a few thousandths of all that is there.
    expect(quoted.ok && quoted.amountOut > 4_980n * E18 && quoted.amountOut <= 5_000n * E18).toBe(
      true,
    );
    expect(reasonOf(poor, edge, most + 1n)).toBe("insufficient-liquidity");
    expect(maxIn(poor, edgeOf(poor, 0, 1), at)).toBe(0n);
  });

  test("error: amount-too-small where nothing is credited", () => {
    const dear = { ...twoCoins, indicesRay: [3n * 10n ** 27n, 10n ** 27n] };
    expect(reasonOf(dear, edgeOf(dear, 0, 1), 1n)).toBe("amount-too-small");
    expect(reasonOf(threeCoins, edgeOf(threeCoins, 0, 1), 10n ** 11n)).toBe("amount-too-small");
  });
});

describe("edges", () => {
  test("behavior: none where all of a coin is the admin's", () => {
    const { scaledBalances } = threeCoins;
    expect(edges(threeCoins)).toHaveLength(12);
    const adminBalances = scaledBalances.map((held) => held * 2n);
    expect(edges({ ...threeCoins, adminBalances })).toEqual([]);
    expect(liquidity?.share({ ...threeCoins, adminBalances })).toBeNull();
  });
});

describe("liquidity", () => {
  test("default: all coins in and out", () => {
    const minted = liquidity?.mint(threeCoins, [E18, 2_000_000n, 0n], at);
    if (!minted?.ok) throw new Error("It is minted.");
    expect(minted.next.supply).toBe(threeCoins.supply + minted.amountOut);
    expect(minted.next.scaledBalances[2]).toBe(threeCoins.scaledBalances[2]);
    const burned = liquidity?.burn(threeCoins, 10n ** 21n, at);
    if (!burned?.ok) throw new Error("It is burned.");
    const balances = balancesOf(threeCoins, at.timestamp);
    expect(burned.amountsOut).toEqual(
      balances.map((held) => (held * 10n ** 21n) / threeCoins.supply),
    );
  });

  test("error: what the market refuses", () => {
    const frozen = { ...threeCoins, isFrozen: [false, false, true] };
    expect(liquidity?.mint(frozen, [E18, 0n, 1n], at)).toMatchObject({ reason: "paused" });
    expect(liquidity?.mint(frozen, [E18, 1_000n, 0n], at)).toMatchObject({ ok: true });
    expect(liquidity?.burn(frozen, E18, at)).toMatchObject({ ok: true });
    expect(liquidity?.burn({ ...frozen, isPaused: true }, E18, at)).toMatchObject({
      reason: "paused",
    });
    const poor = { ...threeCoins, available: [1n, 10n ** 12n, 10n ** 12n] };
    expect(liquidity?.burn(poor, E18, at)).toMatchObject({ reason: "insufficient-liquidity" });
    expect(liquidity?.burn(threeCoins, 1n, at)).toMatchObject({ reason: "amount-too-small" });
  });
});

describe("actions", () => {
  test("default: what the aTokens stand for is given and paid", () => {
    const swap = actions.swap?.(threeCoins, edgeOf(threeCoins, 2, 0), 1n);
    expect(swap).toMatchObject({
      ...{ target: threeCoins.address, function: { name: "exchange_underlying" }, approve: true },
      args: [{ value: 2n }, { value: 0n }, { kind: "amountIn" }, { value: 0n }],
    });
    const enter = edges(threeCoins).find(({ action }) => action === "deposit");
    const leave = edges(threeCoins).find(({ action }) => action === "redeem");
    if (enter === undefined || leave === undefined) throw new Error("It has both.");
    const [deposit, redeem] = [
      actions.deposit?.(threeCoins, enter, 1n),
      actions.redeem?.(threeCoins, leave, 1n),
    ];
    expect(deposit).toMatchObject({ args: [{ kind: "list" }, { value: 0n }, { value: true }] });
    expect(redeem).toMatchObject({
      args: [{ kind: "amountIn" }, { value: 0n }, { value: 0n }, { value: true }],
    });
  });
});

describe("states", () => {
  test("default: what changed, what is asked for, and none that did not answer", async () => {
    const { db, close } = await createDatabase([curveLendingPool]);
    const { id, since, latest, ...row } = threeCoins;
    const seen = {
      ...{ sincePrice: since.price, sinceTimestamp: since.timestamp },
      ...{ latestPrice: latest.price, latestTimestamp: latest.timestamp },
    };
    const lists = JSON.parse(
      JSON.stringify(row, (_, value) => (typeof value === "bigint" ? `${value}n` : value)),
      (_, value) => (/^\d+n$/.test(String(value)) ? BigInt(String(value).slice(0, -1)) : value),
    );
    await db.insert(curveLendingPool).values({ chainId: 1, ...lists, ...seen, isStale: false });
    const load = (sinceBlock: number, ids: readonly string[]) =>
      loadStates(db, curveLending.states, { chainId: 1, sinceBlock, ids });
    expect(await load(-1, [])).toEqual([threeCoins]);
    expect(await load(1, [])).toEqual([]);
    expect(await load(1, [id])).toEqual([threeCoins]);
    await db.update(curveLendingPool).set({ isStale: true });
    expect(await load(-1, [])).toEqual([]);
    await close();
  });
});
