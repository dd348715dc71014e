import { describe, expect, test } from "vitest";
import { createQueue, LONGEST_WAIT_MS } from "../../../src/api/limits/queue.ts";
import { task, turns } from "./task.ts";

describe("createQueue", () => {
  test("default", async () => {
    const queue = createQueue({ concurrent: 2, waiting: 1 });
    const tasks = [task(), task(), task()];
    const runs = tasks.map(({ run }) => queue.run(run));
    await turns(10);
    expect(tasks.map((one) => one.isStarted())).toEqual([true, true, false]);
    tasks[0]?.end();
    await turns(10);
    expect(tasks.map((one) => one.isStarted())).toEqual([true, true, true]);
    for (const one of tasks) one.end();
    expect(await Promise.all(runs)).toEqual(["done", "done", "done"]);
  });

  test("behavior: lets the event loop turn between two starts", async () => {
    const queue = createQueue({ concurrent: 3, waiting: 0 });
    const log: string[] = [];
    const runs = ["a", "b", "c"].map((name) => queue.run(async () => log.push(name)));
    const ended = Promise.all(runs);
    for (let turn = 0; turn < 5; turn++) {
      await turns(1);
      log.push("turn");
    }
    await ended;
    expect(log.join(" ")).toMatch(/a turn( turn)* b turn( turn)* c/);
  });

  test("behavior: a failed task gives its place back", async () => {
    const queue = createQueue({ concurrent: 1, waiting: 0 });
    for (let n = 0; n < 3; n++) {
      await expect(queue.run(() => Promise.reject(new Error("reverts")))).rejects.toThrow(
        "reverts",
      );
    }
    expect(await queue.run(async () => 1)).toBe(1);
  });

  test("error: OVERLOADED when as many wait as may", async () => {
    const queue = createQueue({ concurrent: 1, waiting: 2 });
    const tasks = [task(), task(), task()];
    const runs = tasks.map(({ run }) => queue.run(run));
    await expect(queue.run(async () => 1)).rejects.toMatchObject({
      code: "OVERLOADED",
      retryAfterSeconds: 1,
      message: expect.stringContaining("try again in 1 s"),
    });
    for (const one of tasks) one.end();
    expect(await Promise.all(runs)).toHaveLength(3);
    expect(await queue.run(async () => 1)).toBe(1);
  });

  test("error: OVERLOADED when its turn did not come in time", async () => {
    const queue = createQueue({ concurrent: 1, waiting: 1 });
    const clock = performance.now;
    let nowMs = 0;
    performance.now = () => nowMs;
    try {
      const slow = task();
      const first = queue.run(slow.run);
      const late = task();
      const second = queue.run(late.run);
      const refused = expect(second).rejects.toMatchObject({ code: "OVERLOADED" });
      await turns(3);
      nowMs += LONGEST_WAIT_MS + 1;
      slow.end();
      await Promise.all([first, refused]);
      expect(late.isStarted()).toBe(false);
      expect(await queue.run(async () => 1)).toBe(1);
    } finally {
      performance.now = clock;
    }
  });

  test("behavior: place", async () => {
    const queue = createQueue({ concurrent: 2, waiting: 3 });
    const places = [queue.place()];
    const tasks = [task(), task(), task()];
    const runs: Promise<unknown>[] = [];
    for (const { run } of tasks) {
      runs.push(queue.run(run));
      await turns(3);
      places.push(queue.place());
    }
    expect(places).toEqual([-2, -1, 0, 1]);
    for (const one of tasks) one.end();
    await Promise.all(runs);
    expect(queue.place()).toBe(-2);
  });
});
