import { setTimeout as sleep } from "node:timers/promises";
import { Hono } from "hono";
import { expect, test } from "vitest";
import type { AppEnv } from "../../../../src/api/http/app-env.ts";
import { deadline } from "../../../../src/api/http/limits/deadline.ts";
import { ServiceError } from "../../../../src/lib/errors.ts";
import { inTurns, type Steps } from "../../../../src/lib/steps.ts";

/** Works until it is not asked to go on, a millisecond at a time. */
function* endless(worked: () => void): Steps<never> {
  for (;;) {
    for (const at = performance.now(); performance.now() - at < 1; );
    worked();
    yield;
  }
}

test("error: OVERLOADED after the time, and the search for it ends", async () => {
  let work = 0;
  const app = new Hono<AppEnv>();
  app.onError((error, c) => {
    if (!(error instanceof ServiceError)) throw error;
    return c.json({ code: error.code, message: error.message }, 503);
  });
  app.use(deadline(50));
  app.get("/", async (c) => {
    await inTurns(endless(() => (work += 1)));
    return c.text("never");
  });
  const answer = await app.request("/");
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({
    code: "OVERLOADED",
    message: "There was no answer within 50 ms; try again in 1 s.",
  });
  await sleep(50);
  const done = work;
  expect(done).toBeGreaterThan(0);
  await sleep(50);
  expect(work).toBe(done);
});
