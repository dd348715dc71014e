import { describe, expect, test } from "vitest";
import { costOf } from "../../../src/api/limits/cost.ts";

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
      "/api/v1/shortcuts/routes": 1,
      "/api/v1/nothing": 1,
    };
    for (const [path, cost] of Object.entries(costs)) expect(costOf(path), path).toBe(cost);
  });
});
