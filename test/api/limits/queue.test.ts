import { describe, expect, test } from "vitest";
import { createQueue } from "../../../src/api/limits/queue.ts";

/** A task that ends when told to. */
function task() {
  let end: () => void = () => undefined;
  let started = false;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const run = async () => {
    started = true;
    await ended;
    return "done";
  };
  return { run, end: () => end(), isStarted: () => started };
}

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};

describe("createQueue", () => {
  test("default", async () => {
    const queue = createQueue({ maxConcurrentAnswers: 2, maxWaitingAnswers: 1 });
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
    const queue = createQueue({ maxConcurrentAnswers: 3, maxWaitingAnswers: 0 });
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
    const queue = createQueue({ maxConcurrentAnswers: 1, maxWaitingAnswers: 0 });
    for (let n = 0; n < 3; n++) {
      await expect(queue.run(() => Promise.reject(new Error("reverts")))).rejects.toThrow(
        "reverts",
      );
    }
    expect(await queue.run(async () => 1)).toBe(1);
  });

  test("error: OVERLOADED when as many wait as may", async () => {
    const queue = createQueue({ maxConcurrentAnswers: 1, maxWaitingAnswers: 2 });
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

  test("error: OVERLOADED without waiting when tasks of late took too long", async () => {
    const queue = createQueue({ maxConcurrentAnswers: 1, maxWaitingAnswers: 100 });
    const clock = performance.now;
    let nowMs = 0;
    performance.now = () => nowMs;
    try {
      const slow = task();
      const first = queue.run(slow.run);
      await turns(3);
      nowMs += 6_000;
      slow.end();
      await first;
      const running = task();
      const second = queue.run(running.run);
      await turns(3);
      await expect(queue.run(async () => 1)).rejects.toMatchObject({ code: "OVERLOADED" });
      running.end();
      await second;
    } finally {
      performance.now = clock;
    }
  });

  test("error: OVERLOADED sooner once the queue was not empty for a while", async () => {
    const queue = createQueue({ maxConcurrentAnswers: 1, maxWaitingAnswers: 100 });
    const clock = performance.now;
    let nowMs = 0;
    performance.now = () => nowMs;
    try {
      const slow = task();
      const first = queue.run(slow.run);
      await turns(3);
      nowMs += 400;
      slow.end();
      await first;
      const tasks = [task(), task()];
      const runs = tasks.map(({ run }) => queue.run(run));
      await turns(3);
      // A burst: the third waits for some 800 ms.
      const burst = task();
      runs.push(queue.run(burst.run));
      nowMs += 101;
      await expect(queue.run(async () => 1)).rejects.toMatchObject({ code: "OVERLOADED" });
      for (const one of [...tasks, burst]) one.end();
      expect(await Promise.all(runs)).toHaveLength(3);
    } finally {
      performance.now = clock;
    }
  });

  test("behavior: a load stays one for as long as requests are refused, even when the queue gets empty", async () => {
    const queue = createQueue({ maxConcurrentAnswers: 1, maxWaitingAnswers: 100 });
    const clock = performance.now;
    let nowMs = 0;
    performance.now = () => nowMs;
    /** Whether a second task may wait behind a running one that takes 400 ms. */
    async function mayWait(): Promise<boolean> {
      const running = task();
      const run = queue.run(running.run);
      await turns(3);
      const refusal = queue.refusal();
      nowMs += 400;
      running.end();
      await run;
      return refusal === null;
    }
    try {
      await mayWait();
      expect(await mayWait()).toBe(true);
      // Somebody waits for longer than a burst lasts.
      const tasks = [task(), task()];
      const runs = tasks.map(({ run }) => queue.run(run));
      await turns(3);
      queue.refusal();
      nowMs += 101;
      expect(queue.refusal()).not.toBeNull();
      for (const one of tasks) one.end();
      await Promise.all(runs);
      for (let seconds = 0; seconds < 12; seconds += 3) {
        expect(await mayWait()).toBe(false);
        nowMs += 2_600;
      }
      nowMs += 5_001;
      expect(await mayWait()).toBe(true);
    } finally {
      performance.now = clock;
    }
  });
});
