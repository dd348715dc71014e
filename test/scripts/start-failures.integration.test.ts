import { readdirSync } from "node:fs";
import { createServer } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import {
  expectFreePorts,
  type Instance,
  instanceEnvironment,
  READY_TIMEOUT_MS,
  startInstance,
} from "../harness/instance.ts";
import { descendants, stillRunning } from "../harness/processes.ts";

const started: Instance[] = [];

function start(env: Readonly<Record<string, string>>, args: readonly string[] = []): Instance {
  const instance = startInstance(env, args);
  started.push(instance);
  return instance;
}

describe("start, before it is ready", () => {
  afterEach(async () => {
    for (const instance of started.splice(0)) await instance.dispose();
  });

  test.for(["starting the devnet", "starting the indexer"])(
    "behavior: Ctrl-C after '%s' stops everything",
    { timeout: READY_TIMEOUT_MS + 30_000 },
    async (moment) => {
      const instance = start(await instanceEnvironment());
      await instance.printed(moment, READY_TIMEOUT_MS);
      const { code, left } = await instance.endWith("SIGINT");
      expect(left).toEqual([]);
      expect(code).toBe(0);
      await expectFreePorts(instance.env);
    },
  );

  test("behavior: a killed start leaves nothing running", async () => {
    const instance = start(await instanceEnvironment());
    await instance.printed("starting the indexer", READY_TIMEOUT_MS);
    const { code, left } = await instance.endWith("SIGKILL");
    expect(code).toBe("SIGKILL");
    expect(left).toEqual([]);
    await expectFreePorts(instance.env);
  });

  test.for([
    [
      "the indexer",
      /indexer\/ponder\.ts start/,
      "The indexer of chain 1 and 80094 ended by itself (SIGKILL)",
    ],
    ["PostgreSQL", /^\S+\/postgres -D/, "The database ended by itself (exit code 137)"],
    ["what keeps PostgreSQL", /^\/bin\/sh .*postgres/, "The database ended by itself (SIGKILL)"],
  ] as const)("error: %s is killed", async ([, command, message]) => {
    const instance = start(await instanceEnvironment());
    await instance.printed("starting the indexer", READY_TIMEOUT_MS);
    const family = () => descendants(instance.process.pid ?? 0);
    await expect.poll(() => family().some((each) => command.test(each.command))).toBe(true);
    const all = family();
    process.kill(all.find((each) => command.test(each.command))?.pid ?? 0, "SIGKILL");
    expect(await instance.ended).toBe(1);
    expect(instance.output()).toContain(message);
    await expect.poll(() => stillRunning(all)).toEqual([]);
    await expectFreePorts(instance.env);
  });

  test("error: a bad variable", async () => {
    const instance = start({ ...(await instanceEnvironment()), PORT: "eighty" });
    expect(await instance.ended).toBe(1);
    expect(instance.output()).toContain('PORT "eighty" is not an integer from 1 to 65535');
    expect(readdirSync(instance.directory)).toEqual([]);
  });

  test("error: an unknown flag", async () => {
    const instance = start(await instanceEnvironment(), ["--fast"]);
    expect(await instance.ended).toBe(1);
    expect(instance.output()).toContain("Unknown flag --fast");
  });

  test("behavior: --help", async () => {
    const instance = start(await instanceEnvironment(), ["--help"]);
    expect(await instance.ended).toBe(0);
    expect(instance.output()).toContain("--no-trader");
  });

  test("error: a port that a stranger took", async () => {
    const env = await instanceEnvironment();
    const stranger = createServer().listen(Number(env.PORT), "127.0.0.1");
    try {
      const instance = start(env);
      expect(await instance.ended).toBe(1);
      expect(instance.output()).toContain(`Port ${env.PORT} for the API is in use`);
    } finally {
      stranger.close();
    }
  });
});
