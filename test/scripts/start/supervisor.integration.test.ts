import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ChildOptions } from "../../../scripts/start/child.ts";
import { StopRequest } from "../../../scripts/start/failure.ts";
import {
  createSupervisor,
  type Restart,
  type Supervisor,
} from "../../../scripts/start/supervisor.ts";

let directory = "";
let stop = new AbortController();
let supervisor: Supervisor;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "weir-supervisor-"));
  stop = new AbortController();
  supervisor = createSupervisor(stop.signal);
});
afterEach(() => {
  supervisor.kill();
  rmSync(directory, { recursive: true, force: true });
});

/** Starts a child that runs `code`, and itself starts a grandchild whose id it writes down. */
function startFamily(name: string, code: string, restart?: Restart): void {
  const program = `
    const { spawn } = require("node:child_process");
    const grandchild = spawn("sleep", ["300"], { stdio: "ignore" });
    require("node:fs").writeFileSync(${JSON.stringify(join(directory, name))}, process.pid + " " + grandchild.pid);
    ${code}`;
  const child: ChildOptions = {
    name,
    program: { kind: "node", args: ["-e", program], env: process.env },
    logFile: join(directory, "logs", `${name}.log`),
    onLine: () => "hidden",
    onMessage: () => undefined,
  };
  supervisor.start(child, restart);
}

async function familyIds(name: string): Promise<readonly number[]> {
  const file = join(directory, name);
  while (!existsSync(file) || readFileSync(file, "utf8") === "") await sleep(20);
  return readFileSync(file, "utf8").split(" ").map(Number);
}

async function expectGone(ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    await expect.poll(() => isRunning(id)).toBe(false);
  }
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return !readFileSync(`/proc/${id}/stat`, "utf8").includes(") Z ");
  } catch {
    return false;
  }
}

describe("createSupervisor", () => {
  test("default", async () => {
    startFamily("first", "setInterval(() => {}, 1000);");
    const ids = await familyIds("first");
    expect(await supervisor.during(Promise.resolve(7))).toBe(7);
    await supervisor.stop();
    await expectGone(ids);
  });

  test("behavior: stops the last one first, in order", async () => {
    const order = join(directory, "order");
    const onTerm = (name: string) =>
      `process.on("SIGTERM", () => setTimeout(() => { require("node:fs").appendFileSync(${JSON.stringify(order)}, "${name} "); process.exit(0); }, 100)); setInterval(() => {}, 1000);`;
    startFamily("first", onTerm("first"));
    startFamily("second", onTerm("second"));
    await familyIds("first");
    await familyIds("second");
    await sleep(100);
    await supervisor.stop();
    expect(readFileSync(order, "utf8")).toBe("second first ");
  });

  test("behavior: a stop request rejects what is waited for", async () => {
    startFamily("first", "setInterval(() => {}, 1000);");
    const waiting = supervisor.during(new Promise(() => undefined));
    stop.abort(new StopRequest("SIGINT"));
    await expect(waiting).rejects.toThrow(StopRequest);
    expect(() => startFamily("second", "")).toThrow(StopRequest);
  });

  test("behavior: kill takes what a child started", async () => {
    startFamily("first", `process.on("SIGTERM", () => {}); setInterval(() => {}, 1000);`);
    const ids = await familyIds("first");
    supervisor.kill();
    await expectGone(ids);
  });

  test("behavior: a child's death takes what it started and shows its last lines", async () => {
    startFamily(
      "first",
      `console.log("before"); console.error("the reason"); setTimeout(() => process.exit(9), 50);`,
    );
    const ids = await familyIds("first");
    await expect(supervisor.during(new Promise(() => undefined))).rejects.toThrow(
      /The first ended by itself \(exit code 9\).*\| before.*\| the reason/s,
    );
    await expectGone(ids);
    expect(readFileSync(join(directory, "logs", "first.log"), "utf8")).toContain("the reason");
  });

  test("behavior: a child that may be started again takes nobody with it", async () => {
    startFamily("other", "setInterval(() => {}, 1000);");
    const other = await familyIds("other");
    const said: string[] = [];
    startFamily("first", `console.log("the reason"); setTimeout(() => process.exit(9), 200);`, {
      leastRunMs: 0,
      say: (line) => said.push(line),
    });
    const before = await familyIds("first");
    await expectGone(before);
    await expect.poll(() => familyIds("first"), { timeout: 20_000 }).not.toEqual(before);
    expect(said[0]).toMatch(/The first ended by itself \(exit code 9\).*started again in 1 s/s);
    expect(readFileSync(join(directory, "logs", "first.log.before"), "utf8")).toContain("reason");
    expect(other.every(isRunning)).toBe(true);
    expect(await supervisor.during(Promise.resolve(7))).toBe(7);
    await supervisor.stop();
    await expectGone(other);
  });

  test("behavior: but one that ends too soon ends all", async () => {
    startFamily("first", "process.exit(9);", { leastRunMs: 60_000, say: () => undefined });
    await expect(supervisor.during(new Promise(() => undefined))).rejects.toThrow("exit code 9");
  });

  test("behavior: a child ends when its parent is killed", async () => {
    const leash = join(import.meta.dirname, "../../../scripts/start/leash.ts");
    const child = join(directory, "child.ts");
    writeFileSync(child, "setInterval(() => {}, 1000);");
    startFamily(
      "parent",
      `const child = spawn(process.execPath, ["--import", ${JSON.stringify(leash)}, ${JSON.stringify(child)}],
         { stdio: ["ignore", "ignore", "ignore", "ipc"], detached: true });
       setTimeout(() => { require("node:fs").writeFileSync(${JSON.stringify(join(directory, "leashed"))}, String(child.pid)); }, 500);
       setTimeout(() => process.kill(process.pid, "SIGKILL"), 700);`,
    );
    const [leashed] = await familyIds("leashed");
    expect(isRunning(leashed ?? 0)).toBe(true);
    await expectGone([leashed ?? 0]);
  });
});
