import { afterEach, describe, expect, test } from "vitest";
import { createQueue } from "../../../../src/api/http/limits/queue.ts";
import { aside } from "../../../../src/lib/steps.ts";
import { task, turns } from "./task.ts";

const LONGEST_WAIT_MS = 5_000;

const clock = performance.now;

/** A clock that stands still until it is told how many milliseconds have passed. */
function stopClock(): (ms: number) => void {
  let nowMs = 0;
  performance.now = () => nowMs;
  return (ms) => {
    nowMs += ms;
  };
}

afterEach(() => {
  performance.now = clock;
});

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

  test("behavior: requests on the way to the queue count, half as many again as tasks", async () => {
    const queue = createQueue({ concurrent: 2, waiting: 1 });
    expect(queue.refusal(2)).toBeNull();
    expect(queue.refusal(3)).toBeNull();
    expect(queue.refusal(4)).toMatchObject({ code: "OVERLOADED", retryAfterSeconds: 1 });
    expect(await queue.run(async () => 1)).toBe(1);
  });

  test("behavior: who waits for a node lets another work, and then works on at once", async () => {
    const queue = createQueue({ concurrent: 1, waiting: 4 });
    const [first, second, third] = [task(), task(), task()];
    const log: string[] = [];
    const runs = [
      queue.run(async () => {
        await Promise.all([aside(first.run), aside(first.run)]);
        log.push("back");
      }),
      queue.run(second.run),
      queue.run(async () => {
        // One is away already, as many as may.
        await aside(third.run);
        log.push("third");
      }),
      queue.run(async () => log.push("fourth")),
    ];
    await turns(10);
    expect([first, second, third].map((one) => one.isStarted())).toEqual([true, true, false]);
    second.end();
    await turns(10);
    expect(third.isStarted()).toBe(true);
    expect(log).toEqual([]);
    third.end();
    await turns(10);
    expect(log).toEqual(["third", "fourth"]);
    first.end();
    await Promise.all(runs);
    expect(log).toEqual(["third", "fourth", "back"]);
    expect(queue.refusal()).toBeNull();
  });

  test("behavior: what a node takes is not taken for work", async () => {
    const pass = stopClock();
    const queue = createQueue({ concurrent: 1, waiting: 4 });
    const slow = queue.run(() => aside(async () => pass(60_000)));
    await slow;
    const held = task();
    const run = queue.run(held.run);
    expect(queue.refusal()).toBeNull();
    held.end();
    await run;
  });

  test("behavior: what a task leaves waiting neither holds a place nor frees one", async () => {
    const queue = createQueue({ concurrent: 1, waiting: 1 });
    const left = task();
    let waiting: Promise<string> | undefined;
    await queue.run(async () => {
      waiting = aside(left.run);
    });
    const [next, last] = [task(), task()];
    const runs = [queue.run(next.run), queue.run(last.run)];
    await turns(10);
    left.end();
    await waiting;
    await turns(10);
    expect([next, last].map((one) => one.isStarted())).toEqual([true, false]);
    for (const one of [next, last]) one.end();
    await Promise.all(runs);
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
    const pass = stopClock();
    const queue = createQueue({ concurrent: 1, waiting: 1 });
    const slow = task();
    const first = queue.run(slow.run);
    const late = task();
    const second = queue.run(late.run);
    const refused = expect(second).rejects.toMatchObject({ code: "OVERLOADED" });
    await turns(3);
    pass(LONGEST_WAIT_MS + 1);
    slow.end();
    await Promise.all([first, refused]);
    expect(late.isStarted()).toBe(false);
    expect(await queue.run(async () => 1)).toBe(1);
  });
});

describe("refusal", () => {
  test("default: each in its turn", async () => {
    stopClock();
    const queue = createQueue({ concurrent: 1, waiting: 1 });
    const tasks = [task(), task()];
    const runs = tasks.map(({ run }) => queue.run(run));
    await turns(3);
    expect(tasks.map((one) => one.isStarted())).toEqual([true, false]);
    expect(queue.refusal()).toMatchObject({ code: "OVERLOADED", retryAfterSeconds: 1 });
    await expect(queue.run(async () => 1)).rejects.toMatchObject({ code: "OVERLOADED" });
    for (const one of tasks) one.end();
    expect(await Promise.all(runs)).toEqual(["done", "done"]);
    expect(queue.refusal()).toBeNull();
  });

  test("error: OVERLOADED without waiting when tasks of late took too long", async () => {
    const pass = stopClock();
    const queue = createQueue({ concurrent: 1, waiting: 100 });
    const slow = task();
    const first = queue.run(slow.run);
    await turns(3);
    pass(6_000);
    slow.end();
    await first;
    const running = task();
    const second = queue.run(running.run);
    await turns(3);
    await expect(queue.run(async () => 1)).rejects.toMatchObject({ code: "OVERLOADED" });
    running.end();
    await second;
  });

  test("error: OVERLOADED sooner once the queue was not empty for a while", async () => {
    const pass = stopClock();
    const queue = createQueue({ concurrent: 1, waiting: 100 });
    const slow = task();
    const first = queue.run(slow.run);
    await turns(3);
    pass(400);
    slow.end();
    await first;
    const tasks = [task(), task()];
    const runs = tasks.map(({ run }) => queue.run(run));
    await turns(3);
    // A burst: the third waits for some 800 ms.
    const burst = task();
    runs.push(queue.run(burst.run));
    pass(101);
    await expect(queue.run(async () => 1)).rejects.toMatchObject({ code: "OVERLOADED" });
    for (const one of [...tasks, burst]) one.end();
    expect(await Promise.all(runs)).toHaveLength(3);
  });

  test("behavior: a load stays one for as long as requests are refused, even when the queue gets empty", async () => {
    const pass = stopClock();
    const queue = createQueue({ concurrent: 1, waiting: 100 });
    /** Whether a second task may wait behind a running one that takes 400 ms. */
    async function mayWait(): Promise<boolean> {
      const running = task();
      const run = queue.run(running.run);
      await turns(3);
      const refusal = queue.refusal();
      pass(400);
      running.end();
      await run;
      return refusal === null;
    }
    await mayWait();
    expect(await mayWait()).toBe(true);
    // Somebody waits for longer than a burst lasts.
    const tasks = [task(), task()];
    const runs = tasks.map(({ run }) => queue.run(run));
    await turns(3);
    queue.refusal();
    pass(101);
    expect(queue.refusal()).not.toBeNull();
    for (const one of tasks) one.end();
    await Promise.all(runs);
    for (let seconds = 0; seconds < 12; seconds += 3) {
      expect(await mayWait()).toBe(false);
      pass(2_600);
    }
    pass(5_001);
    expect(await mayWait()).toBe(true);
  });

  test("behavior: while connections come, one in a turn, no task begins, for so long", async () => {
    let accepted = 0;
    let [most, startedAt] = [100, -1];
    const queue = createQueue({ concurrent: 1, waiting: 8, accepted: () => accepted });
    const arrive = (): void => {
      if (accepted === most) return;
      accepted += 1;
      setImmediate(arrive);
    };
    const begin = async (): Promise<void> => {
      startedAt = accepted;
    };
    arrive();
    await queue.run(begin);
    expect(startedAt).toBe(100);
    most = 10_000;
    arrive();
    await queue.run(begin);
    expect(startedAt).toBeGreaterThan(300);
    expect(startedAt).toBeLessThan(1_000);
    most = accepted;
  });
});
