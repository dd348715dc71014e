import { describe, expect, test } from "vitest";
import { backfillShare } from "../../../scripts/start/progress.ts";

function metrics(chain: string, total: number, cached: number, completed: number): string {
  return [
    "# HELP ponder_historical_total_indexing_seconds Total number of seconds that are required",
    `ponder_historical_total_indexing_seconds{chain="${chain}"} ${total}`,
    `ponder_historical_cached_indexing_seconds{chain="${chain}"} ${cached}`,
    `ponder_historical_completed_indexing_seconds{chain="${chain}"} ${completed}`,
    "",
  ].join("\n");
}

describe("backfillShare", () => {
  test("default", () => {
    expect(backfillShare(metrics("mainnet", 200, 50, 50))).toBe(0.5);
  });

  test("behavior: the slowest chain counts", () => {
    const text = metrics("mainnet", 100, 0, 100) + metrics("berachain", 100, 10, 0);
    expect(backfillShare(text)).toBe(0.1);
  });

  test("behavior: nothing to do is done", () => {
    expect(backfillShare(metrics("mainnet", 0, 0, 0))).toBe(1);
  });

  test("behavior: unknown at first", () => {
    expect(backfillShare("")).toBe(null);
  });
});
