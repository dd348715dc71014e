import { describe, expect, test } from "vitest";
import { loadStates } from "../../../src/api/graph/load-states.ts";
import { MAX_UINT128 } from "../../../src/lib/math.ts";
import { masterChef } from "../../../src/protocols/masterchef/index.ts";
import {
  type ChefPool,
  edges,
  maxIn,
  poolId,
  positions,
  quote,
} from "../../../src/protocols/masterchef/pool.ts";
import { chefPool } from "../../../src/protocols/masterchef/schema.ts";
import { states as stored } from "../../../src/protocols/masterchef/states.ts";
import { stakedAfter } from "../../../src/protocols/masterchef/transitions.ts";
import { positionKey } from "../../../src/protocols/position.ts";
import { createDatabase } from "../database.ts";
import { samples } from "./sample.ts";

const [ofCaller, ofAnyone] = samples as readonly [ChefPool, ChefPool];
const [edge] = edges(ofCaller);
if (edge === undefined) throw new Error("There is no edge.");

describe("poolId", () => {
  test("default: the chef's address, then the pool's number", () => {
    expect(poolId("0x00000000000000000000000000000000000000ff", 258n)).toBe(
      "0x00000000000000000000000000000000000000ff000000000000000000000102",
    );
  });
});

describe("positions", () => {
  test("default: one for each pool, by its number", () => {
    const [position] = positions(ofCaller);
    const key = positionKey(ofCaller.chef, "12");
    expect(position).toMatchObject({ key, id: "12", credits: "caller", delegateOnly: false });
    expect(edge.tokenOut).toBe(key);
    expect(positions(ofAnyone)).toMatchObject([{ credits: "anyone" }]);
  });
});

describe("quote", () => {
  test("default: one to one, up to what a uint128 holds", () => {
    const largest = maxIn(ofCaller, edge);
    const result = quote(ofCaller, edge, largest);
    expect(result).toMatchObject({ ok: true, amountOut: largest });
    expect(result.ok && result.next.staked).toBe(MAX_UINT128);
    expect(quote(ofCaller, edge, largest + 1n)).toEqual({
      ok: false,
      reason: "insufficient-liquidity",
    });
  });
});

describe("accountActions", () => {
  test("behavior: without a known reward there is nothing to harvest", () => {
    const verbs = (state: ChefPool) =>
      masterChef.accountActions?.(state).map(({ verb }) => verb) ?? [];
    expect(verbs(ofCaller)).toEqual(["withdraw", "harvest"]);
    expect(verbs({ ...ofCaller, rewardToken: null })).toEqual(["withdraw"]);
  });
});

describe("stakedAfter", () => {
  test("default: deposits add, withdrawals take", () => {
    const args = { amount: 3n };
    expect(stakedAfter(5n, { eventName: "Deposit", args })).toBe(8n);
    expect(stakedAfter(5n, { eventName: "Withdraw", args })).toBe(2n);
    expect(stakedAfter(5n, { eventName: "EmergencyWithdraw", args })).toBe(2n);
  });
});

describe("states", () => {
  test("default: what changed, and what is asked for", async () => {
    const { db, close } = await createDatabase([chefPool]);
    await db.insert(chefPool).values({ chainId: 1, ...ofCaller });
    const { id } = ofCaller;
    expect(await loadStates(db, stored, { chainId: 1, sinceBlock: -1, ids: [id] })).toEqual([
      ofCaller,
    ]);
    expect(await loadStates(db, stored, { chainId: 1, sinceBlock: 1, ids: [] })).toEqual([]);
    expect(await loadStates(db, stored, { chainId: 1, sinceBlock: 1, ids: [id] })).toEqual([
      ofCaller,
    ]);
    expect(await loadStates(db, stored, { chainId: 10, sinceBlock: -1, ids: [id] })).toEqual([]);
    await close();
  });
});
