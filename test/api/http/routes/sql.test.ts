import { describe, expect, test } from "vitest";
import type { Protection } from "../../../../src/api/http/deps.ts";
import type { SqlRunner } from "../../../../src/api/sql/runner.ts";
import { get } from "../../fixture/app.ts";

const KEY = "the-key";
const protection: Protection = {
  keys: { needsKey: () => true, idOf: (text) => (text === KEY ? "id" : null) },
  limits: { consume: async () => ({ allowed: true, remaining: 1, resetSeconds: 1 }) },
  clientAddress: () => "127.0.0.1",
  ratePerKey: 0,
  ratePerAddress: 0,
  requestTimeoutMs: 10_000,
};
const asked: unknown[] = [];
const sql: SqlRunner = async (query, parameters) => {
  asked.push([query, parameters]);
  return { columns: ["time"], rows: [{ time: new Date(0) }], truncated: false };
};

function post(body: unknown, { key = KEY, changes = { protection, sql } as object } = {}) {
  return get("/api/v1/sql", changes, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  });
}

describe("POST /api/v1/sql", () => {
  test("default", async () => {
    const { status, body } = await post({ query: "select $1", parameters: [1] });
    expect(status).toBe(200);
    expect(body).toEqual({
      columns: ["time"],
      rows: [{ time: "1970-01-01T00:00:00.000Z" }],
      truncated: false,
    });
    await post({ query: "select 2" });
    expect(asked).toEqual([
      ["select $1", [1]],
      ["select 2", []],
    ]);
  });

  test("error: UNAUTHORIZED, even where nothing else needs a key", async () => {
    const open = { ...protection, keys: { ...protection.keys, needsKey: () => false } };
    for (const changes of [{ sql }, { sql, protection: open }]) {
      const { status, body } = await post({ query: "select 1" }, { changes });
      expect(status).toBe(401);
      expect(body).toMatchObject({ code: "UNAUTHORIZED" });
    }
    expect((await post({ query: "select 1" }, { key: "another" })).status).toBe(401);
  });

  test("error: NOT_FOUND where nothing runs queries", async () => {
    const { status, body } = await post({ query: "select 1" }, { changes: { protection } });
    expect(status).toBe(404);
    expect(body).toMatchObject({ message: expect.stringContaining("answers no SQL") });
  });

  test("error: INVALID_ARGUMENT", async () => {
    for (const body of [
      null,
      {},
      { query: "" },
      { query: "select 1\0" },
      { query: "x".repeat(10_001) },
      { query: "select 1", parameters: [{}] },
      { query: "select 1", parameters: Array.from({ length: 101 }, () => 1) },
    ]) {
      const answer = await post(body);
      expect(answer.status, JSON.stringify(body)).toBe(400);
    }
  });
});
