import { describe, expect, test } from "vitest";
import { loadStates } from "../../../src/api/graph/load-states.ts";
import { MAX_UINT128 } from "../../../src/lib/math.ts";
import { convex } from "../../../src/protocols/convex/index.ts";
import { apy, edges, maxIn, positions, quote } from "../../../src/protocols/convex/pool.ts";
import { convexPool } from "../../../src/protocols/convex/schema.ts";
import { createDatabase } from "../database.ts";
import { auraPool, pool } from "./sample.ts";

const [edge] = edges(pool);
if (edge === undefined) throw new Error("There is no edge.");
const AT = { number: 0n, timestamp: 400_000n };

describe("positions", () => {
  test("default: the stake in the reward pool, which the booster takes deposits of", () => {
    expect(positions(pool)).toMatchObject([
      { key: pool.rewardPool, primaryAddress: pool.booster, id: null, credits: "anyone" },
    ]);
    expect(edge.tokenOut).toBe(pool.rewardPool);
  });

  test("behavior: a vault takes the deposits itself", () => {
    expect(positions(auraPool)).toMatchObject([
      { key: auraPool.rewardPool, primaryAddress: auraPool.rewardPool, credits: "anyone" },
    ]);
  });
});

describe("quote", () => {
  test("default: one to one, up to what a uint128 holds", () => {
    const largest = maxIn(pool, edge);
    const result = quote(pool, edge, largest);
    expect(result).toMatchObject({ ok: true, amountOut: largest });
    expect(result.ok && result.next).toEqual({
      ...pool,
      supply: MAX_UINT128,
      staked: pool.staked + largest,
    });
    const failure = { ok: false, reason: "insufficient-liquidity" };
    expect(quote(pool, edge, largest + 1n)).toEqual(failure);
  });

  test("behavior: an ended pool keeps its edge and takes nothing", () => {
    const ended = { ...pool, isShutdown: true };
    expect(edges(ended)).toEqual([edge]);
    expect(maxIn(ended, edge)).toBe(0n);
    expect(quote(ended, edge, 1n)).toEqual({ ok: false, reason: "paused" });
  });
});

describe("apy", () => {
  test("default: streams that run and have a price, over what is staked", () => {
    const [crv, cvx] = pool.rewards.map(({ token }) => token);
    const prices = new Map([
      [pool.lpToken, 1],
      [crv, 0.5],
      [cvx, 2],
      [pool.rewards[2]?.token, 1_000],
    ]);
    const usd = (token: string) => prices.get(token as typeof pool.lpToken) ?? null;
    const perSecond = 0.01 * 0.5 + 0.0001 * 2;
    const percent = (100 * perSecond * 31_536_000) / 900_000;
    expect(apy(pool, pool.rewardPool, { at: AT, usd })).toBeCloseTo(percent, 9);
    const later = { ...AT, timestamp: 604_800n };
    expect(apy(pool, pool.rewardPool, { at: later, usd })).toBe(0);
    expect(apy({ ...pool, staked: 0n }, pool.rewardPool, { at: AT, usd })).toBe(0);
    expect(apy(pool, pool.rewardPool, { at: AT, usd: () => null })).toBe(0);
  });
});

describe("accountActions", () => {
  test("behavior: a token that is paid twice is named once", () => {
    const [crv, cvx] = pool.rewards;
    if (crv === undefined || cvx === undefined) throw new Error("There are no rewards.");
    const actions = convex.accountActions?.({ ...pool, rewards: [crv, cvx, cvx] }) ?? [];
    expect(actions.map(({ verb, tokensOut }) => [verb, tokensOut])).toEqual([
      ["withdraw", [pool.lpToken]],
      ["harvest", [crv.token, cvx.token]],
    ]);
  });
});

describe("states", () => {
  test("default: what changed, and what is asked for", async () => {
    const { db, close } = await createDatabase([convexPool]);
    for (const { rewards, entrance: _entrance, ...row } of [pool, auraPool]) {
      await db.insert(convexPool).values({
        ...{ chainId: 1, ...row },
        rewardTokens: rewards.map(({ token }) => token),
        rewardRates: rewards.map(({ rate }) => rate),
        rewardEnds: rewards.map(({ periodFinish }) => periodFinish),
      });
    }
    const load = (sinceBlock: number, ids: readonly string[], chainId = 1) =>
      loadStates(db, convex.states, { chainId, sinceBlock, ids });
    const inOrder = [pool, auraPool].sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(await load(-1, [])).toEqual(inOrder);
    expect(await load(1, [])).toEqual([]);
    expect(await load(1, [pool.id])).toEqual([pool]);
    expect(await load(-1, [], 10)).toEqual([]);
    await close();
  });
});
