import { describe, expect, test } from "vitest";
import { createRemembered } from "../../../src/api/limits/remembered.ts";

describe("createRemembered", () => {
  test("default: once for a moment and a key, under way or not", async () => {
    const remembered = createRemembered<number>(10);
    let computed = 0;
    const compute = async () => {
      computed += 1;
      return computed;
    };
    const [moment, later] = [{}, {}];
    const asked = ["a", "a", "b"].map((key) => remembered(moment, key, compute));
    expect(await Promise.all(asked)).toEqual([1, 1, 2]);
    expect(await remembered(moment, "a", compute)).toBe(1);
    expect(await remembered(later, "a", compute)).toBe(3);
  });

  test("behavior: a failure is shared, and not remembered", async () => {
    const remembered = createRemembered<number>(10);
    const moment = {};
    const fail = () => Promise.reject(new Error("down"));
    const both = await Promise.allSettled([
      remembered(moment, "a", fail),
      remembered(moment, "a", async () => 1),
    ]);
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await remembered(moment, "a", async () => 2)).toBe(2);
  });

  test("behavior: the oldest is forgotten beyond the most", async () => {
    const remembered = createRemembered<string>(2);
    const moment = {};
    for (const key of ["a", "b", "c"]) await remembered(moment, key, async () => key);
    expect(await remembered(moment, "c", async () => "again")).toBe("c");
    expect(await remembered(moment, "b", async () => "again")).toBe("b");
    expect(await remembered(moment, "a", async () => "again")).toBe("again");
  });
});
