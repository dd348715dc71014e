// Runs the checks and tests: all but the nightly ones, or the stages named as arguments. Other
// arguments are file filters for Vitest.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import {
  type Counts,
  countVitest,
  failedFiles,
  sumCounts,
  type VitestReport,
  withoutFiles,
} from "./test/counts.ts";

const root = join(import.meta.dirname, "..");
const bin = (path: string): string => join(root, "node_modules", path);
const running = new Set<ChildProcess>();

const UNIT_WORKERS = "--maxWorkers=2";
/** Integration tests wait for processes a sixth of their time. */
const INTEGRATION_WORKERS = "--maxWorkers=3";
/** With more files that fail something is broken, and no process was late. */
const MOST_AGAIN = 5;

interface Outcome {
  readonly code: number | null;
  readonly output: string;
  readonly seconds: string;
}

/** What a run of Vitest came to. */
interface Ran {
  readonly counts: Counts;
  /** Null when Vitest ended before it wrote one. */
  readonly report: VitestReport | null;
}

/**
 * Runs a Node program of the dependencies; its output is shown at once, or kept to be shown at its
 * end.
 */
function run(args: readonly string[], output: "shown" | "kept"): Promise<Outcome> {
  const started = Date.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: output === "shown" ? ["ignore", "inherit", "inherit"] : ["ignore", "pipe", "pipe"],
    });
    running.add(child);
    let text = "";
    const keep = (chunk: Buffer): void => {
      text += chunk.toString();
    };
    child.stdout?.on("data", keep);
    child.stderr?.on("data", keep);
    child.on("close", (code) => {
      running.delete(child);
      resolve({ code, output: text, seconds: ((Date.now() - started) / 1000).toFixed(1) });
    });
  });
}

async function check(name: string, args: readonly string[]): Promise<Counts> {
  const { code, output, seconds } = await run(args, "kept");
  if (code !== 0) console.log(output.trimEnd());
  console.log(`${name}: ${code === 0 ? "passed" : "failed"} (${seconds} s)`);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function typecheck(): Promise<Counts> {
  // Writes ponder-env.d.ts, the types of Ponder's virtual modules, which is not committed.
  const codegen = await run([bin("ponder/dist/esm/bin/ponder.js"), "codegen"], "kept");
  if (codegen.code !== 0) console.log(codegen.output.trimEnd());
  const types = [join(root, "docs/openapi.json"), "--output", join(root, "web/generated/api.d.ts")];
  const page = await run([bin("openapi-typescript/bin/cli.js"), ...types], "kept");
  if (page.code !== 0) console.log(page.output.trimEnd());
  // Each further checker finds out anew what others know: four take twice as much of the processor.
  const tsc = [bin("typescript/bin/tsc"), "--checkers", "1"];
  const counts = await Promise.all([
    check("typecheck", [...tsc, "--noEmit"]),
    check("typecheck of the page", [...tsc, "-p", join(root, "web")]),
  ]);
  return sumCounts(counts);
}

async function vitest(projects: readonly string[], options: readonly string[]): Promise<Ran> {
  const directory = mkdtempSync(join(tmpdir(), "weir-test-"));
  const file = join(directory, "report.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const named = projects.flatMap((project) => ["--project", project]);
  const args = ["run", ...named, ...reporters, ...options];
  const { code, seconds } = await run([bin("vitest/vitest.mjs"), ...args], "shown");
  const report = readReport(file);
  const counts = countVitest(report, code);
  rmSync(directory, { recursive: true });
  console.log(
    `${projects.join(" and ")}: ${counts.passed} passed, ${counts.failed} failed (${seconds} s)`,
  );
  return { counts, report };
}

/**
 * Runs the integration tests, and files in which something failed once more, from their start: on
 * a busy machine a process is late once in some thousand tests. A fault fails twice.
 */
async function integration(filters: readonly string[]): Promise<Counts> {
  const { counts, report } = await vitest(["integration"], [INTEGRATION_WORKERS, ...filters]);
  const files = report === null ? [] : failedFiles(report);
  if (report === null || files.length === 0 || files.length > MOST_AGAIN || interrupted) {
    return counts;
  }
  console.log(["once more:", ...files.map((file) => relative(root, file))].join("\n  "));
  const again = await vitest(["integration"], [INTEGRATION_WORKERS, ...files]);
  return sumCounts([countVitest(withoutFiles(report, files), 0), again.counts]);
}

/** Vitest's report; null when Vitest ended before it wrote one. */
function readReport(file: string): VitestReport | null {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    console.log(`vitest left no report: ${error instanceof Error ? error.message : error}`);
    return null;
  }
}

const stages = ["lint", "typecheck", "unit", "integration"];
const args = process.argv.slice(2);
const extra = ["nightly"];
const named = [...stages, ...extra].filter((stage) => args.includes(stage));
const filters = args.filter((arg) => !named.includes(arg));
const wanted = new Set(named.length > 0 ? named : stages);

/**
 * Builds the devnet and its index beside checks and unit tests, if they are not there: test files
 * that need them would wait for one of them to build them.
 */
async function prepare(): Promise<void> {
  const { code, output } = await run([join(root, "scripts/test/prepare.ts")], "kept");
  if (code !== 0) console.log(output.trimEnd());
}

let interrupted = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    interrupted = true;
    for (const child of running) child.kill(signal);
  });
}

const counts: Counts[] = [];
const prepared = wanted.has("integration") ? prepare() : Promise.resolve();
const checks: Promise<Counts>[] = [];
if (wanted.has("lint")) checks.push(check("lint", [bin("@biomejs/biome/bin/biome"), "check", "."]));
if (wanted.has("typecheck")) checks.push(typecheck());
counts.push(...(await Promise.all(checks)));
if (wanted.has("unit") && !interrupted) {
  const unit = await vitest(["unit"], [UNIT_WORKERS, ...filters]);
  counts.push(unit.counts);
}
await prepared;
if (wanted.has("integration") && !interrupted) {
  counts.push(await integration(filters));
}
if (wanted.has("nightly") && !interrupted) {
  process.env.WEIR_TEST_SIZE = "nightly";
  // One run, as a filter may name files of one of them alone.
  const campaigns = await vitest(["unit", "nightly"], filters);
  counts.push(campaigns.counts);
}
const total = sumCounts(counts);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 || total.passed === 0 || interrupted ? 1 : 0);
