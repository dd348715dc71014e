import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DockerfileParser } from "dockerfile-ast";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import packageJson from "../../package.json" with { type: "json" };
import { PAGE_SOURCES } from "../../scripts/page/digest.ts";
import { readEnvironment, VARIABLE_NAMES } from "../../src/lib/env.ts";
import { imports } from "../harness/imports.ts";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const dockerfile = DockerfileParser.parse(read("Dockerfile"));
const caddyfile = read("deploy/Caddyfile");
const guide = read("docs/deployment.md");

/** An image's tag that names one version at least to the minor one. */
const PINNED = /^[a-z]+:\d+\.\d+(\.\d+)?(-[a-z0-9]+)*$/;

const healthcheck = z.strictObject({
  test: z.array(z.string()),
  interval: z.string(),
  timeout: z.string(),
  retries: z.number().optional(),
  start_period: z.string().optional(),
});
const dependsOn = z.union([
  z.array(z.string()),
  z.record(
    z.string(),
    z.strictObject({ condition: z.enum(["service_started", "service_healthy"]) }),
  ),
]);
const serviceSchema = z.strictObject({
  build: z.string().optional(),
  image: z.string(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  env_file: z.string().optional(),
  ports: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  depends_on: dependsOn.optional(),
  healthcheck: healthcheck.optional(),
  restart: z.literal("unless-stopped"),
  init: z.boolean().optional(),
  profiles: z.array(z.string()).optional(),
  shm_size: z.string().optional(),
  stop_grace_period: z.string().optional(),
});
/** What compose.yaml uses of https://github.com/compose-spec/compose-spec; a key outside of it is a mistake. */
const composeSchema = z.object({
  name: z.string(),
  services: z.record(z.string(), serviceSchema),
  networks: z.strictObject({
    default: z.strictObject({
      ipam: z.strictObject({ config: z.tuple([z.strictObject({ subnet: z.string() })]) }),
    }),
  }),
  volumes: z.record(z.string(), z.null()),
});
const text = read("compose.yaml");
const compose = composeSchema.parse(parse(text, { merge: true }));
const services = Object.entries(compose.services);
const own = services.filter(([, { build }]) => build !== undefined);

/** A value as Compose puts it in, where `.env` has `set` and otherwise only what must be there. */
function interpolated(value: string, set: Readonly<Record<string, string>> = {}): string {
  const inner = value.replaceAll(/\$\{([A-Z_]+)\}/g, (_, name) => set[name] ?? "");
  return inner.replaceAll(
    /\$\{([A-Z_]+):([-?+])([^}]*)\}/g,
    (_, name: string, kind: string, text: string) => {
      if (kind === "+") return set[name] === undefined ? "" : text;
      return set[name] ?? (kind === "-" ? text : "x");
    },
  );
}

/** Paths of the project that the image holds. */
const copied = dockerfile.getCOPYs().flatMap((copy) => {
  if (copy.getFlags().some((flag) => flag.getName() === "from")) return [];
  const paths = copy.getArguments().map((argument) => argument.getValue());
  return paths.slice(0, -1);
});

const isInImage = (path: string) =>
  copied.some((entry) => path === entry || path.startsWith(`${entry}/`));

describe("Dockerfile", () => {
  test("default", () => {
    const stages = dockerfile.getFROMs();
    expect(stages).toHaveLength(3);
    for (const from of stages) {
      expect(from.getImage()).toMatch(PINNED);
      expect(from.getImage()).toContain(`:${packageJson.dependencies.node}-`);
    }
    const names = dockerfile.getInstructions().map((each) => each.getKeyword());
    expect(names.filter((name) => name === "USER")).toHaveLength(1);
    expect(names.lastIndexOf("USER")).toBeGreaterThan(names.lastIndexOf("FROM"));
    expect(names.lastIndexOf("RUN")).toBeLessThan(names.lastIndexOf("USER"));
    expect(dockerfile.getHEALTHCHECKs()).toHaveLength(1);
    const source = read("Dockerfile");
    expect(source).toContain("\nUSER node\n");
    expect(source).toContain(`PORT=${readEnvironment({}).port}\n`);
    expect(source).toContain(`EXPOSE ${readEnvironment({}).port}\n`);
    const [, script = ""] = /CMD \["node", "(scripts\/[^"]+)"\]/.exec(source) ?? [];
    expect(existsSync(join(root, script))).toBe(true);
  });

  test("behavior: what is copied exists and is not ignored", () => {
    const [first, ...kept] = read(".dockerignore").trim().split("\n");
    expect(first).toBe("*");
    expect(new Set(kept.map((line) => line.slice(1)))).toEqual(new Set(copied));
    for (const path of copied) expect(existsSync(join(root, path)), path).toBe(true);
  });

  test("behavior: the page is built of all that it is made of", () => {
    expect(PAGE_SOURCES.filter((path) => !isInImage(path))).toEqual([]);
  });

  test.for([
    "scripts/api.ts",
    "scripts/indexer.ts",
    "scripts/keys.ts",
    "scripts/decode.ts",
    "ponder.config.ts",
    "ponder.schema.ts",
    "indexer/ponder.config.ts",
    "indexer/ponder.schema.ts",
    "indexer/src/api/index.ts",
  ])("behavior: the image holds all that %s imports", (entry) => {
    const dependencies: readonly string[] = Object.keys(packageJson.dependencies);
    const missing = [...imports(entry)].filter((name) =>
      existsSync(join(root, name)) ? !isInImage(name) : !dependencies.includes(name),
    );
    expect(missing).toEqual([]);
  });

  test("behavior: every program is looked at", () => {
    expect([...imports("scripts/api.ts")]).toEqual(
      expect.arrayContaining([
        "src/protocols/index.ts",
        "abis/BalancerV2Vault.ts",
        "ponder",
        "postgres",
      ]),
    );
  });
});

describe("compose.yaml", () => {
  test("default", () => {
    expect(Object.keys(compose.services)).toEqual([
      "postgres",
      "indexer-a",
      "indexer-b",
      "api-1",
      "api-2",
      "proxy",
    ]);
    for (const [name, { build, image, depends_on: needs = [], volumes = [] }] of services) {
      if (build === undefined) expect(image, name).toMatch(PINNED);
      for (const needed of Array.isArray(needs) ? needs : Object.keys(needs)) {
        expect(compose.services, name).toHaveProperty([needed]);
      }
      for (const [from = ""] of volumes.map((volume) => volume.split(":"))) {
        if (from.startsWith("./")) expect(existsSync(join(root, from)), from).toBe(true);
        else expect(compose.volumes).toHaveProperty([from]);
      }
    }
  });

  test("behavior: every process has a check of its health", () => {
    for (const [name, { build, healthcheck: check }] of services) {
      expect(build !== undefined || check !== undefined, name).toBe(true);
    }
  });

  test("behavior: the environment is what the processes read", () => {
    for (const [name, { environment = {}, command = [] }] of own) {
      expect(VARIABLE_NAMES, name).toEqual(expect.arrayContaining(Object.keys(environment)));
      const values = Object.entries(environment).map(([key, value]) => [key, interpolated(value)]);
      const read = readEnvironment(Object.fromEntries(values));
      expect(read.databaseUrl).toMatch(/^postgres:/);
      expect(read.protection.trustedProxies).toEqual(
        name.startsWith("api") ? [compose.networks.default.ipam.config[0].subnet] : [],
      );
      expect(existsSync(join(root, command[1] ?? "")), name).toBe(true);
      for (const url of values.flatMap(([, value = ""]) => (URL.canParse(value) ? [value] : []))) {
        expect(compose.services).toHaveProperty([new URL(url).hostname]);
      }
    }
  });

  test("behavior: what has to be set is in the guide", () => {
    const names = new Set([...text.matchAll(/\$\{([A-Z_]+)/g)].map(([, name = ""]) => name));
    for (const name of [...names, "COMPOSE_PROFILES"]) expect(guide).toContain(`\`${name}\``);
  });
});

describe("Caddyfile", () => {
  test("default", () => {
    const upstreams = new Set(caddyfile.match(/\b[a-z]+-\d:\d+\b/g));
    const expected = own
      .filter(([name]) => name.startsWith("api"))
      .map(([name, { environment }]) => `${name}:${environment?.PORT}`);
    expect([...upstreams]).toEqual(expected);
    const [, port] = /^:(\d+) \{|^:(\d+)$/m.exec(caddyfile)?.filter(Boolean) ?? [];
    expect(compose.services.proxy?.ports).toEqual([`\${PUBLIC_PORT:-8080}:${port}`]);
    expect(caddyfile).toContain("health_uri /ready");
  });
});
