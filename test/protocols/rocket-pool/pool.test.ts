import { describe, expect, test } from "vitest";
import { loadStates } from "../../../src/api/graph/load-states.ts";
import {
  apy,
  edges,
  price,
  quote,
  type RocketPoolState,
} from "../../../src/protocols/rocket-pool/pool.ts";
import { rocketPool } from "../../../src/protocols/rocket-pool/schema.ts";
import { states as stored } from "../../../src/protocols/rocket-pool/states.ts";
import { readAt } from "../../../src/protocols/rocket-pool/transitions.ts";
import { createDatabase } from "../database.ts";
import { samples } from "./sample.ts";

const ETHER = 10n ** 18n;
const DAY_SECONDS = 86_400;
const state = samples[0] as RocketPoolState;

describe("edges", () => {
  test("behavior: none before the oracle's first word", () => {
    expect(edges({ ...state, rEthSupply: 0n })).toEqual([]);
    expect(edges(state)).toHaveLength(2);
  });
});

describe("quote", () => {
  test("default: a deposit pays the fee first", () => {
    const [deposit] = edges(state);
    if (deposit === undefined) throw new Error("There is no deposit.");
    const net = (ETHER * 9_995n) / 10_000n;
    const amountOut = (net * state.rEthSupply) / state.totalEth;
    expect(quote(state, deposit, ETHER)).toMatchObject({ ok: true, amountOut });
  });
});

describe("readAt", () => {
  const { id: _id, slug: _slug, updatedBlock: _block, rEth: _rEth, ...read } = state;
  const { sincePrice: _price, sinceTimestamp: _time, ...reading } = read;

  test("default: the first reading is both observations", () => {
    const facts = readAt(null, reading);
    const seen = { price: price(reading), timestamp: reading.balancesTimestamp };
    expect(facts).toMatchObject({
      ...{ sincePrice: seen.price, sinceTimestamp: seen.timestamp },
      ...{ latestPrice: seen.price, latestTimestamp: seen.timestamp },
    });
  });

  test("behavior: nothing changes when a reading is the same", () => {
    expect(readAt(readAt(null, reading), reading)).toBeNull();
  });

  test("behavior: the yield is the growth since the observation before", () => {
    const first = readAt(null, reading);
    const totalEth = (reading.totalEth * 10_001n) / 10_000n;
    const balancesTimestamp = reading.balancesTimestamp + DAY_SECONDS;
    const second = readAt(first, { ...reading, totalEth, balancesTimestamp });
    expect(apy({ ...state, ...second })).toBeCloseTo(3.65, 6);
    expect(apy({ ...state, ...first })).toBe(0);
  });
});

describe("states", () => {
  test("default: what changed, and what is asked for", async () => {
    const { db, close } = await createDatabase([rocketPool]);
    const { id, ...row } = state;
    const latest = { latestPrice: 1n, latestTimestamp: 1 };
    await db.insert(rocketPool).values({ chainId: 1, ...row, ...latest });
    expect(await loadStates(db, stored, { chainId: 1, sinceBlock: -1, ids: [] })).toEqual([state]);
    expect(await loadStates(db, stored, { chainId: 1, sinceBlock: 1, ids: [] })).toEqual([]);
    expect(await loadStates(db, stored, { chainId: 1, sinceBlock: 1, ids: [id] })).toEqual([state]);
    expect(await loadStates(db, stored, { chainId: 10, sinceBlock: -1, ids: [id] })).toEqual([]);
    await close();
  });
});
