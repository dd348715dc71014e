import { describe, expect, test } from "vitest";
import { createSingleFlight } from "../../../src/api/limits/single-flight.ts";

describe("createSingleFlight", () => {
  test("default", async () => {
    const flight = createSingleFlight<number>();
    let computed = 0;
    const compute = async () => {
      computed += 1;
      return computed;
    };
    const answers = [flight("a", compute), flight("a", compute), flight("b", compute)];
    expect(await Promise.all(answers)).toEqual([1, 1, 2]);
  });

  test("behavior: nothing is remembered of what has ended", async () => {
    const flight = createSingleFlight<number>();
    expect(await flight("a", async () => 1)).toBe(1);
    expect(await flight("a", async () => 2)).toBe(2);
  });

  test("behavior: a failure is shared, and not remembered", async () => {
    const flight = createSingleFlight<number>();
    const fail = () => Promise.reject(new Error("down"));
    const both = await Promise.allSettled([flight("a", fail), flight("a", async () => 1)]);
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await flight("a", async () => 1)).toBe(1);
  });
});
