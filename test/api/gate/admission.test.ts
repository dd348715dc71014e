import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createAdmission } from "../../../src/api/gate/admission.ts";
import { task, turns } from "../limits/task.ts";

const clock = performance.now;
let nowMs = 0;

beforeEach(() => {
  nowMs = 0;
  performance.now = () => nowMs;
});

afterEach(() => {
  performance.now = clock;
});

describe("createAdmission", () => {
  test("default: each in its turn", async () => {
    const admission = createAdmission({ concurrent: 1, waiting: 1 });
    const tasks = [task(), task()];
    const runs = tasks.map(({ run }) => admission.run(run));
    await turns(3);
    expect(tasks.map((one) => one.isStarted())).toEqual([true, false]);
    expect(admission.refusal()).toMatchObject({ code: "OVERLOADED", retryAfterSeconds: 1 });
    await expect(admission.run(async () => 1)).rejects.toMatchObject({ code: "OVERLOADED" });
    for (const one of tasks) one.end();
    expect(await Promise.all(runs)).toEqual(["done", "done"]);
    expect(admission.refusal()).toBeNull();
  });

  test("error: OVERLOADED without waiting when tasks of late took too long", async () => {
    const admission = createAdmission({ concurrent: 1, waiting: 100 });
    const slow = task();
    const first = admission.run(slow.run);
    await turns(3);
    nowMs += 6_000;
    slow.end();
    await first;
    const running = task();
    const second = admission.run(running.run);
    await turns(3);
    await expect(admission.run(async () => 1)).rejects.toMatchObject({ code: "OVERLOADED" });
    running.end();
    await second;
  });

  test("error: OVERLOADED sooner once the queue was not empty for a while", async () => {
    const admission = createAdmission({ concurrent: 1, waiting: 100 });
    const slow = task();
    const first = admission.run(slow.run);
    await turns(3);
    nowMs += 400;
    slow.end();
    await first;
    const tasks = [task(), task()];
    const runs = tasks.map(({ run }) => admission.run(run));
    await turns(3);
    // A burst: the third waits for some 800 ms.
    const burst = task();
    runs.push(admission.run(burst.run));
    nowMs += 101;
    await expect(admission.run(async () => 1)).rejects.toMatchObject({ code: "OVERLOADED" });
    for (const one of [...tasks, burst]) one.end();
    expect(await Promise.all(runs)).toHaveLength(3);
  });

  test("behavior: a load stays one for as long as requests are refused, even when the queue gets empty", async () => {
    const admission = createAdmission({ concurrent: 1, waiting: 100 });
    /** Whether a second task may wait behind a running one that takes 400 ms. */
    async function mayWait(): Promise<boolean> {
      const running = task();
      const run = admission.run(running.run);
      await turns(3);
      const refusal = admission.refusal();
      nowMs += 400;
      running.end();
      await run;
      return refusal === null;
    }
    await mayWait();
    expect(await mayWait()).toBe(true);
    // Somebody waits for longer than a burst lasts.
    const tasks = [task(), task()];
    const runs = tasks.map(({ run }) => admission.run(run));
    await turns(3);
    admission.refusal();
    nowMs += 101;
    expect(admission.refusal()).not.toBeNull();
    for (const one of tasks) one.end();
    await Promise.all(runs);
    for (let seconds = 0; seconds < 12; seconds += 3) {
      expect(await mayWait()).toBe(false);
      nowMs += 2_600;
    }
    nowMs += 5_001;
    expect(await mayWait()).toBe(true);
  });
});
