import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { anchorOf } from "../../scripts/page/document.ts";
import { STATUS_OF_CODE } from "../../src/api/http/errors.ts";
import { readEnvironment, VARIABLE_NAMES } from "../../src/lib/env.ts";
import { DEPLOY_VARIABLE_NAMES, readDeployEnvironment } from "../../src/lib/env-deploy.ts";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const example = read(".env.example");

const CONFIGURATION = "docs/reference/configuration.md";

/** Variables that end in a chain id. */
const CHAIN_VARIABLES = [
  "PONDER_RPC_URL",
  "PONDER_WS_URL",
  "PONDER_RPC_BUDGET",
  "PONDER_START_BLOCK",
];

/** The cells of a document's table whose head row starts with `head`. */
function table(document: string, head: string): readonly (readonly string[])[] {
  const [, body] = read(document).split(new RegExp(`^\\| ${head} .*\\n\\|[-|]+\\|\\n`, "m"));
  const rows = body?.split(/\n(?!\|)/)[0]?.split("\n") ?? [];
  return rows.map((row) =>
    row
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );
}

const code = (cell: string | undefined) => cell?.replaceAll("`", "") ?? "";

describe("environment variables", () => {
  const expected = [
    ...CHAIN_VARIABLES.map((name) => `${name}_<chainId>`),
    ...VARIABLE_NAMES,
    ...DEPLOY_VARIABLE_NAMES,
  ].toSorted();

  test("default", () => {
    const documented = table(CONFIGURATION, "variable").map(([name]) => code(name));
    expect(documented.toSorted()).toEqual(expected);
  });

  test("behavior: .env.example has them all, commented out", () => {
    const names = [...example.matchAll(/^# ([A-Z][A-Z0-9_]+)=/gm)].map(([, name = ""]) =>
      CHAIN_VARIABLES.includes(name.replace(/_\d+$/, ""))
        ? name.replace(/\d+$/, "<chainId>")
        : name,
    );
    expect(names.toSorted()).toEqual(expected);
    expect(example).not.toMatch(/^[^#\n]/m);
  });

  test("behavior: .env.example is valid when uncommented", () => {
    const source = Object.fromEntries(
      [...example.matchAll(/^# ([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    );
    expect([...readEnvironment(source).chains.keys()]).toEqual([1]);
    expect(readDeployEnvironment(source).deployerKey).toMatch(/^0+1$/);
  });

  test("behavior: the documented defaults are the real ones", () => {
    const environment = readEnvironment({});
    const real: Readonly<Record<string, string | number>> = {
      DATABASE_SCHEMA: environment.databaseSchema,
      WEIR_DATA_DIR: environment.dataDirectory,
      HOST: environment.host,
      PORT: environment.port,
      LOG_LEVEL: environment.logLevel,
      MAX_LAG_CHAIN_SECONDS: environment.maxLagChainSeconds,
      MAX_LAG_SECONDS: environment.maxLagSeconds,
      POLLING_INTERVAL_MS: environment.pollingIntervalMs,
      STOP_DELAY_SECONDS: environment.stopDelaySeconds,
      HISTORY: environment.history ? "on" : "off",
      REQUIRE_API_KEY: String(environment.protection.requireKey),
      RATE_LIMIT_PER_KEY: environment.protection.ratePerKey,
      REQUEST_TIMEOUT_MS: environment.protection.requestTimeoutMs,
      MAX_CONCURRENT_ANSWERS: environment.protection.maxConcurrentAnswers,
      MAX_WAITING_ANSWERS: environment.protection.maxWaitingAnswers,
      DEVNET_PORT_1: environment.devnetPorts.get(1) ?? "none",
      DEVNET_PORT_80094: environment.devnetPorts.get(80_094) ?? "none",
    };
    const documented = new Map(
      table(CONFIGURATION, "variable").map(([name, value]) => [code(name), code(value)]),
    );
    for (const [name, value] of Object.entries(real)) {
      expect(documented.get(name), name).toBe(String(value));
    }
  });
});

describe("errors", () => {
  test("default", () => {
    const documented = table("docs/guides/errors.md", "status").flatMap(([status, cell]) =>
      [...(cell ?? "").matchAll(/`([A-Z_]+)`/g)].map(([, name]) => [name, Number(status)]),
    );
    expect(Object.fromEntries(documented)).toEqual(STATUS_OF_CODE);
  });
});

/** What links can lead to in a document. */
function anchors(document: string): readonly string[] {
  return [...read(document).matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) => anchorOf(title));
}

describe("documents", () => {
  /** What the page serves under `/docs`. */
  const served = [
    "CONTRIBUTING.md",
    ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".md"))
      .map((name) => `docs/${name}`),
  ];
  const documents = [...["README.md", "CHANGELOG.md"], "devnet/README.md", ...served];

  test.for(documents)("behavior: every link of %s leads somewhere", (document) => {
    for (const [, target = ""] of read(document).matchAll(/\]\(([^)]+)\)/g)) {
      if (target.startsWith("https://")) continue;
      const [path = "", fragment] = target.split("#");
      const file = path === "" ? document : join(dirname(document), path);
      expect(existsSync(join(root, file)), target).toBe(true);
      if (fragment !== undefined) expect(anchors(file), target).toContain(fragment);
    }
  });

  test.for(documents)("behavior: every path and npm script in %s exists", (document) => {
    const text = read(document);
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    for (const [, script = ""] of text.matchAll(/npm run ([a-z:]+)/g)) {
      expect(scripts, script).toHaveProperty([script]);
    }
    const paths = /`((?:src|test|docs|devnet|bench|scripts|abis|contracts|\.ci)\/[\w./-]+)`/g;
    for (const [, path = ""] of text.matchAll(paths)) {
      expect(existsSync(join(root, path)), path).toBe(true);
    }
  });

  test("behavior: the page lists every document once, by its name", () => {
    const listed = [
      ...read("web/src/views/docs/documents.ts").matchAll(
        /entry\(\s*"([\w-]+)",.*?import\("\.\.\/\.\.\/\.\.\/\.\.\/([^"]+)"\)/gs,
      ),
    ].map(([, slug, path]) => [slug, path]);
    const expected = served.map((path) => [basename(path, ".md").toLowerCase(), path]);
    expect(listed.toSorted()).toEqual(expected.toSorted());
  });

  test("behavior: the README is short", () => {
    expect(read("README.md").split("\n").length).toBeLessThanOrEqual(150);
  });

  test("behavior: docs/benchmarks.md names every benchmark and no other", () => {
    const named = [
      ...read("docs/benchmarks.md").matchAll(/`node scripts\/run\.mjs (bench\/\S+\.ts)`/g),
    ];
    const files = readdirSync(join(root, "bench"), { recursive: true, encoding: "utf8" }).filter(
      (file) => file.endsWith(".ts") && !file.includes("node_modules"),
    );
    // A benchmark starts with a comment on what it measures; the other files are its parts.
    const benchmarks = files.filter((file) => read(`bench/${file}`).startsWith("//"));
    expect(named.map(([, path]) => path).toSorted()).toEqual(
      benchmarks.map((file) => `bench/${file}`).toSorted(),
    );
  });
});
