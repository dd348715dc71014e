import { spawn } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const scripts = join(import.meta.dirname, "../../scripts");
let root = "";

/** An npm that counts its calls and leaves the Node that runs it as the pinned one. */
const workingNpm = `#!/bin/sh
echo "$@" >> npm-calls
mkdir -p node_modules/node/bin node_modules/.bin
ln -sf "${process.execPath}" node_modules/node/bin/node
`;

function fakeNpm(script: string): void {
  writeFileSync(join(root, "bin/npm"), script);
  chmodSync(join(root, "bin/npm"), 0o755);
}

function npmCalls(): readonly string[] {
  const path = join(root, "npm-calls");
  return existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : [];
}

interface Outcome {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

function start(args: readonly string[], variables: Readonly<Record<string, string>> = {}) {
  const { npm_execpath: _, ...env } = process.env;
  const child = spawn(process.execPath, ["scripts/run.mjs", ...args], {
    cwd: root,
    env: { ...env, PATH: `${join(root, "bin")}:/usr/bin:/bin`, ...variables },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const done = new Promise<Outcome>((resolve) => {
    child.on("close", (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  return { child, done };
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "weir-run-"));
  mkdirSync(join(root, "scripts"));
  mkdirSync(join(root, "bin"));
  for (const name of ["run.mjs", "module-resolution.mjs"]) {
    cpSync(join(scripts, name), join(root, "scripts", name));
  }
  writeFileSync(join(root, "package-lock.json"), '{ "lockfileVersion": 3 }\n');
  writeFileSync(
    join(root, "hello.mjs"),
    "console.log(process.execPath, process.argv.slice(2).join());",
  );
  fakeNpm(workingNpm);
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

describe("run.mjs", () => {
  test("default", async () => {
    const first = await start(["hello.mjs", "a", "b c"]).done;
    expect(first.stdout.trim()).toMatch(/ a,b c$/);
    expect(first.code).toBe(0);
    expect(first.stderr).toContain("installing the dependencies");
    expect(npmCalls()).toEqual(["install --no-save --no-audit --no-fund"]);

    const second = await start(["hello.mjs"]).done;
    expect(second.stderr).toBe("");
    expect(npmCalls()).toHaveLength(1);
  });

  test("behavior: a changed lockfile installs again", async () => {
    await start(["hello.mjs"]).done;
    writeFileSync(join(root, "package-lock.json"), '{ "lockfileVersion": 3, "packages": {} }\n');
    const outcome = await start(["hello.mjs"]).done;
    expect(outcome.stderr).toContain("the lockfile changed");
    expect(npmCalls()).toHaveLength(2);
  });

  describe("scripts of the service", () => {
    const install = "install --no-save --no-audit --no-fund";

    beforeEach(() => {
      // Ends when the chains are built.
      writeFileSync(
        join(root, "scripts/start.ts"),
        `import { existsSync } from "node:fs"; while (!existsSync("built")) await 0;`,
      );
      mkdirSync(join(root, "scripts/devnet"));
      writeFileSync(
        join(root, "scripts/devnet/build.ts"),
        `import { appendFileSync } from "node:fs"; appendFileSync("built", "x");`,
      );
    });

    test("behavior: are installed without devDependencies, the devnet first and built then", async () => {
      const first = await start(["scripts/start.ts"]).done;
      expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining("installing") });
      const calls = [`${install} --workspace devnet --omit=dev`, `${install} --omit=dev`];
      expect(npmCalls()).toEqual(calls);
      expect(readFileSync(join(root, "built"), "utf8")).toBe("x");
      expect(await start(["scripts/start.ts"]).done).toMatchObject({ code: 0, stderr: "" });

      writeFileSync(join(root, "package-lock.json"), '{ "lockfileVersion": 3, "packages": {} }\n');
      await start(["scripts/start.ts"]).done;
      calls.push(`${install} --omit=dev`);
      expect(npmCalls()).toEqual(calls);
      expect((await start(["hello.mjs"]).done).stderr).toContain("installing what tests");
      await start(["scripts/start.ts"]).done;
      expect(npmCalls()).toEqual([...calls, install]);
    });

    test("behavior: no chains are built where others are named", async () => {
      writeFileSync(join(root, "scripts/start.ts"), "");
      await start(["scripts/start.ts"], { PONDER_RPC_URL_1: "http://127.0.0.1:1" }).done;
      expect(npmCalls()).toEqual([`${install} --omit=dev`]);
      rmSync(join(root, "node_modules"), { recursive: true });
      writeFileSync(join(root, ".env"), "# The node\nPONDER_RPC_URL_1=http://127.0.0.1:1\n");
      await start(["scripts/start.ts"]).done;
      expect(npmCalls()).toEqual([`${install} --omit=dev`, `${install} --omit=dev`]);
      expect(existsSync(join(root, "built"))).toBe(false);
    });

    test("behavior: nothing is taken from what was installed by hand", async () => {
      mkdirSync(join(root, "node_modules"));
      writeFileSync(join(root, "scripts/start.ts"), "");
      await start(["scripts/start.ts"]).done;
      expect(npmCalls()).toEqual([install]);
    });
  });

  test("behavior: npm, on a Node of the user's, gets no options for the pinned one", async () => {
    fakeNpm(`${workingNpm}echo "options: $NODE_OPTIONS, cache: $NODE_COMPILE_CACHE" > npm-env\n`);
    const variables = { NODE_OPTIONS: "", NODE_COMPILE_CACHE: "" };
    expect((await start(["hello.mjs"], variables).done).code).toBe(0);
    expect(readFileSync(join(root, "npm-env"), "utf8")).toBe("options: , cache: \n");
  });

  test("behavior: a missing pinned Node installs again", async () => {
    await start(["hello.mjs"]).done;
    rmSync(join(root, "node_modules/node"), { recursive: true });
    expect((await start(["hello.mjs"]).done).code).toBe(0);
    expect(npmCalls()).toHaveLength(2);
  });

  test("behavior: tells when npm rewrote the lockfile", async () => {
    fakeNpm(`${workingNpm}echo '{}' > package-lock.json\n`);
    expect((await start(["hello.mjs"]).done).stderr).toContain("npm changed package-lock.json");
    expect((await start(["hello.mjs"]).done).stderr).toBe("");
  });

  test("behavior: does what a skipped install script of node would have done", async () => {
    fakeNpm(`#!/bin/sh
mkdir -p node_modules/node
cat > node_modules/node/installArchSpecificPackage.js <<'SCRIPT'
require("node:fs").mkdirSync("bin");
require("node:fs").symlinkSync(process.execPath, "bin/node");
SCRIPT
`);
    expect((await start(["hello.mjs"]).done).code).toBe(0);
  });

  test("behavior: nobody asks the package.json of drizzle-orm what its modules are", async () => {
    await start(["hello.mjs"]).done;
    for (const name of ["drizzle-orm", "other"]) {
      const directory = join(root, "node_modules", name);
      mkdirSync(directory);
      writeFileSync(join(directory, "package.json"), '{ "type": "commonjs" }');
      writeFileSync(join(directory, "index.mjs"), 'import "./part.js";');
      writeFileSync(join(directory, "part.js"), "console.log(typeof require);");
    }
    const imports = ["drizzle-orm", "other"].map((name) => `import "${name}/index.mjs";`);
    writeFileSync(join(root, "import.mjs"), imports.join("\n"));
    expect((await start(["import.mjs"]).done).stdout).toBe("undefined\nfunction\n");
  });

  test("behavior: keeps the exit code", async () => {
    writeFileSync(join(root, "exit.mjs"), "process.exit(7);");
    expect((await start(["exit.mjs"]).done).code).toBe(7);
  });

  test("behavior: forwards signals and keeps what the script makes of them", async () => {
    writeFileSync(
      join(root, "wait.mjs"),
      `process.on("SIGTERM", () => process.exit(3)); setInterval(() => {}, 1000); console.log("up");`,
    );
    const { child, done } = start(["wait.mjs"]);
    child.stdout.once("data", () => child.kill("SIGTERM"));
    expect((await done).code).toBe(3);
  });

  test("behavior: dies of the signal that the script dies of", async () => {
    writeFileSync(join(root, "kill.mjs"), `process.kill(process.pid, "SIGKILL");`);
    expect((await start(["kill.mjs"]).done).signal).toBe("SIGKILL");
  });

  test("behavior: an interrupt stops the install", async () => {
    fakeNpm(`#!/bin/sh\necho $$ > npm-pid\nexec sleep 60\n`);
    const { child, done } = start(["hello.mjs"]);
    const file = join(root, "npm-pid");
    const told = () => (existsSync(file) ? Number(readFileSync(file, "utf8")) : 0);
    // The file is there before what is in it.
    while (told() === 0) await new Promise((r) => setTimeout(r, 20));
    const pid = told();
    child.kill("SIGINT");
    expect((await done).code).toBe(130);
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  });

  test("error: npm fails", async () => {
    fakeNpm("#!/bin/sh\necho 'E404 no such package' >&2\nexit 9\n");
    const outcome = await start(["hello.mjs"]).done;
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toContain("E404 no such package");
    expect(outcome.stderr).toContain("npm install failed (exit code 9)");
    fakeNpm(workingNpm);
    expect((await start(["hello.mjs"]).done).code).toBe(0);
  });

  test("error: no npm", async () => {
    rmSync(join(root, "bin/npm"));
    const { npm_execpath: _, ...env } = process.env;
    const child = spawn(process.execPath, ["scripts/run.mjs", "hello.mjs"], {
      cwd: root,
      env: { ...env, PATH: join(root, "bin") },
    });
    let stderr = "";
    child.stderr.on("data", (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect(code).toBe(1);
    expect(stderr).toContain("npm was not found");
  });
});
