import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadStates } from "../../../src/api/graph/load-states.ts";
import { curveGauge as protocol } from "../../../src/protocols/curve-gauge/index.ts";
import { curveGauge } from "../../../src/protocols/curve-gauge/schema.ts";
import { createDatabase } from "../database.ts";
import { gauge, position } from "./sample.ts";

let database: Awaited<ReturnType<typeof createDatabase>>;

beforeAll(async () => {
  database = await createDatabase([curveGauge]);
  for (const { id: _id, rewards, ...state } of [gauge, { ...position, updatedBlock: 5 }]) {
    await database.db.insert(curveGauge).values({
      ...{ ...state, chainId: 1 },
      rewardTokens: rewards.map(({ token }) => token),
      rewardRates: rewards.map(({ rate }) => rate),
      rewardEnds: rewards.map(({ periodFinish }) => periodFinish),
    });
  }
});
afterAll(() => database.close());

const load = (sinceBlock: number, ids: readonly string[] = [], chainId = 1) =>
  loadStates(database.db, protocol.states, { chainId, sinceBlock, ids });

describe("states", () => {
  test("default", async () => {
    const states = await load(-1);
    expect([...states].sort((a, b) => a.updatedBlock - b.updatedBlock)).toEqual([
      gauge,
      { ...position, updatedBlock: 5 },
    ]);
  });

  test("behavior: changes after a block, and those asked for by id", async () => {
    expect((await load(1)).map(({ id }) => id)).toEqual([position.id]);
    expect((await load(5, [gauge.id])).map(({ id }) => id)).toEqual([gauge.id]);
    expect(await load(-1, [], 10)).toEqual([]);
  });
});
