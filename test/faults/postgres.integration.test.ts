import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FaultyService, startFaultyService } from "../harness/faulty-service.ts";
import { keepAsking } from "../harness/load.ts";

let service: FaultyService;

beforeAll(async () => {
  service = await startFaultyService({ STOP_DELAY_SECONDS: "2" });
}, 300_000);

afterAll(() => service?.stop());

describe("Postgres", () => {
  test("behavior: a restart is survived; blocks of meanwhile are indexed after it", async () => {
    const before = await service.quote();
    expect(before.status).toBe(200);
    const restarting = service.postgres.restart(1_000);
    for (let mined = 0; mined < 3; mined++) {
      await service.mine();
      const answer = await service.quote();
      if (answer.status === 200) expect(answer.amountOut).toBe(before.amountOut);
      else expect(answer.status).toBe(503);
      await sleep(300);
    }
    await restarting;
    await service.followed();
    expect(await service.quote()).toEqual(before);
  });
});

describe("SIGTERM", () => {
  test("behavior: under load, no request is dropped", async () => {
    const load = keepAsking(service.quoteUrl, {
      connections: 8,
      readyUrl: `${service.api.url}/ready`,
    });
    await sleep(1_000);
    await service.api.stop();
    const { byStatus, dropped } = await load;
    expect(dropped).toEqual([]);
    expect([...byStatus.keys()]).toEqual([200]);
    expect(service.api.output()).not.toContain("were cut");
    await service.ponder.stop();
    expect(service.ponder.output()).not.toContain("Failed to shutdown");
  });
});
