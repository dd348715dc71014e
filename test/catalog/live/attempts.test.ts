import { describe, expect, test } from "vitest";
import { retried } from "../../../src/catalog/live/attempts.ts";

describe("retried", () => {
  test("default: what the first attempt that succeeds gives", async () => {
    const failures: number[] = [];
    let attempts = 0;
    const result = retried(
      async () => {
        attempts += 1;
        if (attempts < 4) throw new Error("busy");
        return "done";
      },
      (_error, attempt) => {
        failures.push(attempt);
      },
    );
    expect(await result).toBe("done");
    expect(failures).toEqual([1, 2, 3]);
  });

  test("error: of the last attempt, after a minute", async () => {
    let [attempts, waitedMs] = [0, 0];
    const result = retried(
      async () => {
        attempts += 1;
        throw new Error(`busy ${attempts}`);
      },
      () => undefined,
      async (ms) => {
        waitedMs += ms;
      },
    );
    await expect(result).rejects.toThrow("busy 10");
    expect(waitedMs).toBe(63_875);
  });

  test("error: what is thrown about a failure ends it", async () => {
    const result = retried(
      async () => {
        throw new Error("busy");
      },
      () => {
        throw new Error("in vain");
      },
    );
    await expect(result).rejects.toThrow("in vain");
  });
});
