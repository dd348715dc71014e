import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadStates } from "../../../src/api/graph/load-states.ts";
import { curveStableswap } from "../../../src/protocols/curve-stableswap/index.ts";
import { curvePool } from "../../../src/protocols/curve-stableswap/schema.ts";
import { createDatabase } from "../database.ts";
import { threePool, twoPool } from "./sample.ts";

let database: Awaited<ReturnType<typeof createDatabase>>;

beforeAll(async () => {
  database = await createDatabase([curvePool]);
  for (const { address, slug, since, latest, balances, updatedBlock, ...state } of [
    { ...threePool, updatedBlock: 3 },
    { ...twoPool, updatedBlock: 7 },
    { ...twoPool, address: "0x00000000000000000000000000000000000000aa", updatedBlock: 9 } as const,
  ]) {
    const { supply, feeE10, adminFeeE10, initialA, futureA, initialATime, futureATime } = state;
    await database.db.insert(curvePool).values({
      ...{ chainId: 1, address, slug, supply, feeE10, adminFeeE10, balances: [...balances] },
      ...{ initialA, futureA, initialATime, futureATime, readBlock: -1, updatedBlock },
      ...{ sincePrice: since.price, sinceTimestamp: since.timestamp },
      ...{ latestPrice: latest.price, latestTimestamp: latest.timestamp },
    });
  }
});
afterAll(() => database.close());

const load = (sinceBlock: number, ids: readonly string[] = [], chainId = 1) =>
  loadStates(database.db, curveStableswap.states, { chainId, sinceBlock, ids });

describe("states", () => {
  test("default: what the row holds and the configuration fixes", async () => {
    const states = await load(-1);
    expect([...states].sort((a, b) => a.updatedBlock - b.updatedBlock)).toEqual([
      { ...threePool, updatedBlock: 3 },
      { ...twoPool, updatedBlock: 7 },
    ]);
  });

  test("behavior: changes after a block, and those asked for by id", async () => {
    expect((await load(3)).map(({ id }) => id)).toEqual([twoPool.id]);
    expect((await load(8, [threePool.id])).map(({ id }) => id)).toEqual([threePool.id]);
    expect(await load(-1, [], 10)).toEqual([]);
  });
});
