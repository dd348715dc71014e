import { describe, expect, test } from "vitest";
import { atOnce, inTurns, requestSignal, type Steps } from "../../src/lib/steps.ts";

/** Keeps the processor for some milliseconds between rests. */
function* busy(rests: number, ms: number, rested: (at: number) => void): Steps<string> {
  for (let rest = 0; rest < rests; rest++) {
    for (const at = performance.now(); performance.now() - at < ms; );
    rested(rest);
    yield;
  }
  return "done";
}

function* failing(): Steps<never> {
  yield;
  throw new Error("no more");
}

describe("atOnce", () => {
  test("default", () => {
    const rests: number[] = [];
    expect(atOnce(busy(3, 0, (at) => rests.push(at)))).toBe("done");
    expect(rests).toEqual([0, 1, 2]);
  });

  test("error: what the work throws", () => {
    expect(() => atOnce(failing())).toThrow("no more");
  });
});

describe("inTurns", () => {
  test("default: others have their turn meanwhile", async () => {
    const order: string[] = [];
    const work = inTurns(busy(4, 8, (at) => order.push(`rest ${at}`)));
    setImmediate(() => order.push("other"));
    expect(await work).toBe("done");
    expect(order.indexOf("other")).toBeGreaterThan(0);
    expect(order.indexOf("other")).toBeLessThan(order.indexOf("rest 3"));
  });

  test("behavior: of much work at once one goes on in a turn", async () => {
    let [parts, most, began] = [0, 0, 0];
    const turn = () => {
      // Those that were begun in the first turn have their first part in it.
      if (began > 0) most = Math.max(most, parts);
      began += 1;
      parts = 0;
      counting = setImmediate(turn);
    };
    let counting = setImmediate(turn);
    const part = () => {
      parts += 1;
    };
    const all = Array.from({ length: 8 }, () => inTurns(busy(4, 6, part)));
    expect(await Promise.all(all)).toEqual(new Array(8).fill("done"));
    clearImmediate(counting);
    expect(most).toBe(1);
    expect(began).toBeGreaterThan(8 * 3);
  });

  test("behavior: a rest of work that takes no time is no turn", async () => {
    let turns = 0;
    const turn = () => {
      turns += 1;
      counting = setImmediate(turn);
    };
    let counting = setImmediate(turn);
    expect(await inTurns(busy(10_000, 0, () => undefined))).toBe("done");
    clearImmediate(counting);
    expect(turns).toBeLessThan(5_000);
  });

  test("error: OVERLOADED once its request is given up", async () => {
    let rests = 0;
    const work = busy(1_000, 2, (at) => {
      rests = at;
    });
    const given = AbortSignal.timeout(20);
    const ended = requestSignal.run(given, () => inTurns(work));
    await expect(ended).rejects.toMatchObject({ code: "OVERLOADED" });
    expect(rests).toBeLessThan(500);
    expect(await inTurns(busy(3, 0, () => undefined))).toBe("done");
  });

  test("error: what the work throws", async () => {
    await expect(inTurns(failing())).rejects.toThrow("no more");
  });
});
