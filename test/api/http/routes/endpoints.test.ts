import { describe, expect, test } from "vitest";
import { costOf, QUEUED_PATHS } from "../../../../src/api/http/routes/endpoints.ts";

describe("costOf", () => {
  test("default", () => {
    const costs = {
      "/api/v1/tokens": 1,
      "/api/v1/shortcuts/quote": 5,
      "/api/v1/history/pools/1/0x0000000000000000000000000000000000000001": 5,
      "/api/v1/shortcuts/quote/": 5,
      "/api/v1/shortcuts/route": 10,
      "/api/v1/shortcuts/route/nontokenized": 10,
      "/api/v1/shortcuts/bundle": 20,
      "/api/v1/export/tokens": 20,
      "/api/v1/sql": 50,
      "/api/v1/wallet/approve": 2,
      "/api/v1/shortcuts/routes": 1,
      "/api/v1/nothing": 1,
    };
    for (const [path, cost] of Object.entries(costs)) expect(costOf(path), path).toBe(cost);
  });
});

describe("QUEUED_PATHS", () => {
  test("default: what searches and simulates", () => {
    expect([...QUEUED_PATHS].sort()).toEqual([
      "/api/v1/shortcuts/bundle",
      "/api/v1/shortcuts/quote",
      "/api/v1/shortcuts/route",
      "/api/v1/shortcuts/route/nontokenized",
    ]);
  });
});
