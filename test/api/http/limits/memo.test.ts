import { describe, expect, test } from "vitest";
import { createMemo } from "../../../../src/api/http/limits/memo.ts";

/** Something that counts how often it was computed. */
function counter(): () => Promise<number> {
  let computed = 0;
  return async () => {
    computed += 1;
    return computed;
  };
}

describe("createMemo", () => {
  test("default: once for a moment and a key, under way or kept", async () => {
    const remembered = createMemo<number>(10);
    const compute = counter();
    const [moment, later] = [{}, {}];
    const asked = ["a", "a", "b"].map((key) => remembered(moment, key, compute));
    expect(await Promise.all(asked)).toEqual([1, 1, 2]);
    expect(await remembered(moment, "a", compute)).toBe(1);
    expect(await remembered(later, "a", compute)).toBe(3);
  });

  test("behavior: kept when it is asked for a second time", async () => {
    const remembered = createMemo<number>(10);
    const compute = counter();
    const moment = {};
    const answers: number[] = [];
    for (let n = 0; n < 4; n++) answers.push(await remembered(moment, "a", compute));
    expect(answers).toEqual([1, 2, 2, 2]);
  });

  test("behavior: a failure is shared, and not remembered", async () => {
    const remembered = createMemo<number>(10);
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
    const remembered = createMemo<number>(2);
    const compute = counter();
    const moment = {};
    const ask = (key: string) => remembered(moment, key, compute);
    for (const key of ["a", "b", "c"]) await Promise.all([ask(key), ask(key)]);
    expect([await ask("c"), await ask("b")]).toEqual([3, 2]);
    expect(await ask("a")).toBe(4);
  });
});
