import { describe, expect, test } from "vitest";
import { createBuilds } from "../../../../src/api/chain/past/builds.ts";

/** Builds that end when told to. */
function workshop(options = { kept: 2, waiting: 2 }) {
  const builds = createBuilds<string>(options);
  const started: string[] = [];
  const ends = new Map<string, (failure?: Error) => void>();
  const get = (key: string) =>
    builds.get(key, () => {
      started.push(key);
      return new Promise((resolve, reject) => {
        ends.set(key, (failure) => (failure === undefined ? resolve(`${key}!`) : reject(failure)));
      });
    });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const finish = async (key: string, failure?: Error) => {
    await settled();
    ends.get(key)?.(failure);
    await settled();
  };
  return { get, started, finish };
}

describe("createBuilds", () => {
  test("default: what is asked for at the same time or again is built once", async () => {
    const { get, started, finish } = workshop();
    const asked = [get("a"), get("a")];
    await finish("a");
    expect(await Promise.all([...asked, get("a")])).toEqual(["a!", "a!", "a!"]);
    expect(started).toEqual(["a"]);
  });

  test("behavior: one is built at a time, in order", async () => {
    const { get, started, finish } = workshop();
    const asked = Promise.all([get("a"), get("b")]);
    await finish("none");
    expect(started).toEqual(["a"]);
    await finish("a");
    expect(started).toEqual(["a", "b"]);
    await finish("b");
    expect(await asked).toEqual(["a!", "b!"]);
  });

  test("behavior: the least recently asked for is forgotten first", async () => {
    const { get, started, finish } = workshop();
    for (const key of ["a", "b", "a", "c", "a", "b"]) {
      const asked = get(key);
      await finish(key);
      expect(await asked).toBe(`${key}!`);
    }
    expect(started).toEqual(["a", "b", "c", "b"]);
  });

  test("behavior: a failure is everyone's who waits, and nobody's after", async () => {
    const { get, started, finish } = workshop();
    const asked = Promise.allSettled([get("a"), get("a"), get("b")]);
    await finish("a", new Error("no node"));
    await finish("b");
    const [first, second, other] = await asked;
    expect([first?.status, second?.status, other?.status]).toEqual([
      ...["rejected", "rejected", "fulfilled"],
    ]);
    const again = get("a");
    await finish("a");
    expect(await again).toBe("a!");
    expect(started).toEqual(["a", "b", "a"]);
  });

  test("error: OVERLOADED", async () => {
    const { get, finish } = workshop();
    const asked = ["a", "b", "c"].map(get);
    await expect(get("d")).rejects.toMatchObject({ code: "OVERLOADED", retryAfterSeconds: 2 });
    for (const key of ["a", "b", "c"]) await finish(key);
    expect(await Promise.all(asked)).toEqual(["a!", "b!", "c!"]);
    const later = get("d");
    await finish("d");
    expect(await later).toBe("d!");
  });
});
