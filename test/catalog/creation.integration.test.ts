import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { beginCreation, endCreation } from "../../src/catalog/creation.ts";

let root: string;
let directory: string;
let note: string;
let warnings: string[];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "weir-creation-"));
  directory = join(root, "data", "pglite");
  note = join(root, "data", "pglite.unfinished");
  warnings = [];
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

const MODULE = JSON.stringify(join(import.meta.dirname, "../../src/catalog/creation.ts"));
const PGLITE = JSON.stringify(import.meta.resolve("@electric-sql/pglite"));

/** A process that opens the database as the indexer does: `end` once it is open, then whatever `work` says. */
function opening(work: string): ChildProcess {
  const script = `
    import { beginCreation, endCreation } from ${MODULE};
    import { PGlite } from ${PGLITE};
    const directory = ${JSON.stringify(directory)};
    beginCreation(directory, () => undefined);
    const database = new PGlite(directory);
    await database.waitReady;
    endCreation(directory);
    ${work}`;
  return spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: "pipe" });
}

async function exitCode(child: ChildProcess): Promise<unknown> {
  const [code] = await once(child, "exit");
  return code;
}

/** Cuts a creation off. The version is among the first files that it writes, long before it has read the catalogs. */
async function cutOff(): Promise<void> {
  const child = opening("");
  while (!existsSync(join(directory, "PG_VERSION"))) await sleep(5);
  child.kill("SIGKILL");
  await exitCode(child);
  expect(existsSync(note)).toBe(true);
}

const begin = () => beginCreation(directory, (message) => warnings.push(message));

describe("beginCreation", () => {
  test("default", () => {
    begin();
    expect(existsSync(note)).toBe(true);
    endCreation(directory);
    expect(existsSync(note)).toBe(false);
    expect(warnings).toEqual([]);
  });

  test("behavior: what a killed creation left is removed, and can be created", async () => {
    await cutOff();
    expect(readdirSync(directory).length).toBeGreaterThan(10);
    begin();
    expect(readdirSync(join(root, "data"))).toEqual(["pglite.unfinished"]);
    expect(warnings).toEqual([expect.stringContaining(directory)]);
    expect(await exitCode(opening("process.exit(0);"))).toBe(0);
    expect(existsSync(note)).toBe(false);
  });

  test("behavior: what was committed stays, however the process ended", async () => {
    const writer = opening(
      `await database.exec("create table kept as select 7 as n"); console.log(1); setInterval(() => {}, 1e6);`,
    );
    if (writer.stdout !== null) await once(writer.stdout, "data");
    writer.kill("SIGKILL");
    await exitCode(writer);
    begin();
    expect(warnings).toEqual([]);
    const reader = opening(
      `const { rows } = await database.query("select n from kept"); process.exit(rows[0].n);`,
    );
    expect(await exitCode(reader)).toBe(7);
  });

  test("behavior: the same process may come again while it creates", () => {
    begin();
    mkdirSync(directory);
    writeFileSync(join(directory, "PG_VERSION"), "16");
    begin();
    expect(readdirSync(directory)).toEqual(["PG_VERSION"]);
    expect(warnings).toEqual([]);
  });

  test("behavior: a start that ended before it created anything leaves nothing to tell", async () => {
    const child = spawn(process.execPath, [
      "--input-type=module",
      "-e",
      `import { beginCreation } from ${MODULE}; beginCreation(${JSON.stringify(directory)}, () => undefined);`,
    ]);
    expect(await exitCode(child)).toBe(0);
    begin();
    expect(warnings).toEqual([]);
  });
});
