import { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { turnBetweenStatements } from "../../../src/api/store/turns.ts";

const STATEMENTS = 300;

let database: PGlite;

beforeAll(async () => {
  database = await PGlite.create();
  await database.exec("create table counter (id int primary key, value int)");
  await database.exec("insert into counter values (1, 0)");
}, 60_000);

afterAll(() => database?.close());

/** Turns of the event loop while a transaction of many statements runs. */
async function turnsDuringTransaction(): Promise<number> {
  let turns = 0;
  const count = (): void => {
    turns += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  await database.transaction(async (transaction) => {
    for (let n = 0; n < STATEMENTS; n++) {
      await transaction.query("update counter set value = value + 1 where id = $1", [1]);
    }
  });
  clearImmediate(counting);
  return turns;
}

async function value(): Promise<unknown> {
  const { rows } = await database.query<{ value: number }>("select value from counter");
  return rows[0]?.value;
}

describe("turnBetweenStatements", () => {
  test("default: other work gets its turn while statements follow each other", async () => {
    expect(await turnsDuringTransaction()).toBe(0);
    turnBetweenStatements(database);
    expect(await turnsDuringTransaction()).toBeGreaterThan(0);
    expect(await value()).toBe(2 * STATEMENTS);
  });

  test("behavior: transactions stay one after the other", async () => {
    turnBetweenStatements(database);
    const before = await value();
    await Promise.all([turnsDuringTransaction(), turnsDuringTransaction()]);
    expect(await value()).toBe(Number(before) + 2 * STATEMENTS);
  });

  test("error: a statement that fails rejects, and the next one runs", async () => {
    turnBetweenStatements(database);
    await expect(database.query("select * from nowhere")).rejects.toThrow(/nowhere/);
    expect(await value()).toBeTypeOf("number");
  });
});
