import { afterEach, describe, expect, test, vi } from "vitest";
import { retried } from "../../../src/catalog/live/attempts.ts";

const slept = vi.hoisted(() => ({ ms: 0 }));

vi.mock("node:timers/promises", () => ({
  setTimeout: async (ms: number) => {
    slept.ms += ms;
  },
}));

afterEach(() => {
  slept.ms = 0;
});

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
    let attempts = 0;
    const result = retried(async () => {
      attempts += 1;
      throw new Error(`busy ${attempts}`);
    }).catch((error: Error) => error.message);
    expect(await result).toBe("busy 10");
    expect(slept.ms).toBe(63_875);
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
