import { describe, expect, test } from "vitest";
import { loadStates } from "../../../src/api/graph/load-states.ts";
import {
  edges,
  maxIn,
  quote,
  type StakingPool,
} from "../../../src/protocols/synthetix-staking/pool.ts";
import { stakingRewards } from "../../../src/protocols/synthetix-staking/schema.ts";
import { states as stored } from "../../../src/protocols/synthetix-staking/states.ts";
import { changed, created } from "../../../src/protocols/synthetix-staking/transitions.ts";
import { createDatabase } from "../database.ts";
import { samples } from "./sample.ts";

const [open, paused] = samples as readonly [StakingPool, StakingPool];
const [stake] = edges(open);
if (stake === undefined) throw new Error("There is no edge.");

describe("quote", () => {
  test("default: one to one, and counted", () => {
    const result = quote(open, stake, 5n);
    expect(result).toMatchObject({ ok: true, amountOut: 5n });
    expect(result.ok && result.next.totalSupply).toBe(open.totalSupply + 5n);
  });

  test("error: paused", () => {
    expect(quote(paused, stake, 1n)).toEqual({ ok: false, reason: "paused" });
    expect(maxIn(paused, stake)).toBe(0n);
  });
});

describe("changed", () => {
  const empty = created(100n);
  const reward = { eventName: "RewardAdded", args: { reward: 1_005n } } as const;

  test("default: a reward is paid over the duration, with what is left of the last", () => {
    const first = { ...empty, ...changed(empty, reward, 1_000) };
    expect(first).toMatchObject({ rewardRate: 10n, periodFinish: 1_100 });
    expect(changed(first, reward, 1_060)).toEqual({ rewardRate: 14n, periodFinish: 1_160 });
    expect(changed(first, reward, 1_100)).toEqual({ rewardRate: 10n, periodFinish: 1_200 });
  });

  test("behavior: a new duration spreads what is left anew", () => {
    const first = { ...empty, ...changed(empty, reward, 1_000) };
    const update = { eventName: "RewardsDurationUpdated", args: { newDuration: 200n } } as const;
    expect(changed(first, update, 1_200)).toEqual({ rewardsDuration: 200 });
    expect(changed(first, update, 1_060)).toEqual({
      ...{ rewardsDuration: 200, rewardRate: 2n, periodFinish: 1_260 },
    });
  });

  test("behavior: stakes are summed, the pause is remembered", () => {
    const staked = {
      ...empty,
      ...changed(empty, { eventName: "Staked", args: { amount: 7n } }, 1),
    };
    const withdrawn = changed(staked, { eventName: "Withdrawn", args: { amount: 3n } }, 1);
    expect(withdrawn).toEqual({ totalSupply: 4n });
    const pause = { eventName: "PauseChanged", args: { isPaused: true } } as const;
    expect(changed(staked, pause, 1)).toEqual({ isPaused: true });
  });
});

describe("states", () => {
  test("default: what changed, and what is asked for", async () => {
    const { db, close } = await createDatabase([stakingRewards]);
    const { id, ...row } = open;
    await db.insert(stakingRewards).values({ chainId: 1, ...row });
    expect(await loadStates(db, stored, { chainId: 1, sinceBlock: -1, ids: [] })).toEqual([open]);
    expect(await loadStates(db, stored, { chainId: 1, sinceBlock: 1, ids: [] })).toEqual([]);
    expect(await loadStates(db, stored, { chainId: 1, sinceBlock: 1, ids: [id] })).toEqual([open]);
    expect(await loadStates(db, stored, { chainId: 10, sinceBlock: -1, ids: [id] })).toEqual([]);
    await close();
  });
});
