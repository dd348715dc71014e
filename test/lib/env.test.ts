import { describe, expect, test } from "vitest";
import { CHAINS } from "../../src/lib/chains.ts";
import { EnvironmentError, processEnvironment, readEnvironment } from "../../src/lib/env.ts";

const RPC = { PONDER_RPC_URL_1: "http://127.0.0.1:8545" };

function problemsOf(source: Record<string, string>) {
  try {
    readEnvironment(source);
  } catch (error) {
    if (error instanceof EnvironmentError) return error.problems;
    throw error;
  }
  return [];
}

describe("readEnvironment", () => {
  test("default", () => {
    expect(readEnvironment({})).toEqual({
      chains: new Map(),
      databaseUrl: null,
      readerUrl: null,
      databaseSchema: "weir",
      dataDirectory: ".weir/data",
      host: "127.0.0.1",
      port: 42_069,
      publicUrl: "http://127.0.0.1:42069",
      logLevel: "info",
      maxLagChainSeconds: 60,
      maxLagSeconds: 30,
      history: true,
      minimumDepthUsd: 1_000,
      maxPoolTicks: 10_000,
      historyDays: null,
      reconciliation: { pools: 256, hours: 24 },
      admissionsPerMinute: 60,
      pollingIntervalMs: 1_000,
      stopDelaySeconds: 1,
      apiProcesses: null,
      allPoolsBelow: 20_000,
      minPoolUsd: 1_000,
      quoteSampleShare: 0.01,
      protection: {
        requireKey: false,
        trustedProxies: [],
        ratePerKey: 30_000,
        ratePerAddress: null,
        requestTimeoutMs: 10_000,
        maxConcurrentAnswers: 8,
        maxWaitingAnswers: 256,
      },
      devnetPorts: new Map([
        [1, 8_545],
        [80_094, 8_546],
      ]),
    });
  });

  test("behavior: several chains, in ascending order", () => {
    const { chains } = readEnvironment({
      PONDER_RPC_URL_80094: "https://rpc.example/a, http://localhost:1/b",
      PONDER_RPC_URL_1: "http://127.0.0.1:8545",
      PONDER_WS_URL_1: "ws://127.0.0.1:8545",
      PONDER_START_BLOCK_1: "0",
    });
    expect([...chains.keys()]).toEqual([1, 80_094]);
    expect(chains.get(1)).toMatchObject({
      rpcUrls: ["http://127.0.0.1:8545"],
      wsUrl: "ws://127.0.0.1:8545",
      startBlock: 0,
      startState: null,
    });
    expect(chains.get(1)?.chain.name).toBe("mainnet");
    expect(chains.get(80_094)).toMatchObject({
      rpcUrls: ["https://rpc.example/a", "http://localhost:1/b"],
      wsUrl: null,
      startBlock: null,
      startState: { block: null },
    });
  });

  test.each([
    ["genesis", null],
    ["23000000", { block: 23_000_000 }],
  ])("behavior: PONDER_START_BLOCK_1=%s", (value, startState) => {
    const variables = { PONDER_RPC_URL_1: "http://127.0.0.1:8545", PONDER_START_BLOCK_1: value };
    const { chains } = readEnvironment(variables);
    expect(chains.get(1)).toMatchObject({ startBlock: null, startState });
  });

  test("behavior: Postgres by DATABASE_URL", () => {
    for (const url of ["postgres://u:p@db:5432/weir", "postgresql://db/weir"]) {
      expect(readEnvironment({ DATABASE_URL: url }).databaseUrl).toBe(url);
    }
  });

  test("behavior: blank values count as unset", () => {
    const blank = { PORT: "", DATABASE_URL: " ", PONDER_RPC_URL_1: "", PONDER_START_BLOCK_1: "" };
    expect(readEnvironment(blank)).toEqual(readEnvironment({}));
  });

  test("behavior: trusted proxies, as addresses and subnets", () => {
    const { protection } = readEnvironment({ TRUSTED_PROXIES: "127.0.0.1, 10.0.0.0/8,fd00::/8" });
    expect(protection.trustedProxies).toEqual(["127.0.0.1", "10.0.0.0/8", "fd00::/8"]);
  });

  test("behavior: a start block without an RPC URL is harmless", () => {
    expect(readEnvironment({ PONDER_START_BLOCK_10: "7" }).chains.size).toBe(0);
  });

  test.each([
    ["PORT", "0"],
    ["PORT", "65536"],
    ["PORT", "80.5"],
    ["PORT", "-1"],
    ["PORT", "1e3"],
    ["PORT", "0x10"],
    ["MAX_LAG_CHAIN_SECONDS", "few"],
    ["MAX_LAG_SECONDS", "0"],
    ["POLLING_INTERVAL_MS", "99"],
    ["REQUIRE_API_KEY", "yes"],
    ["TRUSTED_PROXIES", "proxy.example"],
    ["TRUSTED_PROXIES", "10.0.0.0/33"],
    ["TRUSTED_PROXIES", "10.0.0.1,"],
    ["RATE_LIMIT_PER_KEY", "-1"],
    ["RATE_LIMIT_PER_ADDRESS", "1e3"],
    ["REQUEST_TIMEOUT_MS", "0"],
    ["MAX_CONCURRENT_ANSWERS", "0"],
    ["MAX_WAITING_ANSWERS", "many"],
    ["DATABASE_SCHEMA", "weir_app"],
    ["DEVNET_PORT_1", "99999"],
    ["DEVNET_PORT_80094", "x"],
    ["LOG_LEVEL", "verbose"],
    ["HISTORY", "yes"],
    ["ALL_POOLS_BELOW", "-1"],
    ["MIN_POOL_USD", "1000.5"],
    ["QUOTE_SAMPLE_SHARE", "1.5"],
    ["QUOTE_SAMPLE_SHARE", "1 %"],
    ["WEIR_API_PROCESSES", "0"],
    ["WEIR_API_PROCESSES", "65"],
    ["DATABASE_SCHEMA", "public"],
    ["DATABASE_SCHEMA", "ponder_sync"],
    ["DATABASE_SCHEMA", "pg_weir"],
    ["DATABASE_SCHEMA", 'a"; drop'],
    ["DATABASE_SCHEMA", "a".repeat(31)],
    ["DATABASE_SCHEMA", "defi"],
    ["HOST", "http://localhost"],
    ["PONDER_START_BLOCK_1", "latest"],
    ["PONDER_START_BLOCK_1", "-1"],
  ])("error: ENVIRONMENT_INVALID %s=%s", (variable, value) => {
    const problems = problemsOf({ ...RPC, [variable]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]?.variable).toBe(variable);
    expect(problems[0]?.message).toContain(`"${value}"`);
    expect(problems[0]?.message).toMatch(/; (set|unset)/);
  });

  test.each([
    ["PONDER_RPC_URL_1", "https://key:SECRET@"],
    ["PONDER_RPC_URL_1", "wss://host/SECRET"],
    ["PONDER_RPC_URL_1", "http://ok,,http://host/SECRET"],
    ["PONDER_RPC_URL_1", "SECRET"],
    ["PONDER_WS_URL_1", "http://host/SECRET"],
    ["DATABASE_URL", "mysql://user:SECRET@host/db"],
    ["DATABASE_URL", "SECRET"],
    ["DATABASE_READER_URL", "mysql://user:SECRET@host/db"],
    ["DATABASE_URL", "memory://SECRET"],
  ])("error: ENVIRONMENT_INVALID %s, which may hold a secret", (variable, value) => {
    const problems = problemsOf({ ...RPC, [variable]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]?.variable).toBe(variable);
    expect(problems[0]?.message).not.toContain("SECRET");
    expect(problems[0]?.message).toContain("; set");
  });

  test("error: ENVIRONMENT_INVALID unknown chain", () => {
    for (const variable of ["PONDER_RPC_URL_5", "PONDER_RPC_URL_01", "PONDER_WS_URL_x"]) {
      const [problem] = problemsOf({ ...RPC, [variable]: "http://127.0.0.1" });
      expect(problem?.variable).toBe(variable);
      expect(problem?.message).toContain([...CHAINS.keys()].join(", "));
    }
  });

  test("error: ENVIRONMENT_INVALID a socket without an RPC URL", () => {
    const [problem] = problemsOf({ PONDER_WS_URL_10: "ws://127.0.0.1" });
    expect(problem?.variable).toBe("PONDER_WS_URL_10");
    expect(problem?.message).toContain("PONDER_RPC_URL_10");
  });

  test("error: ENVIRONMENT_INVALID names every bad variable at once", () => {
    const bad = { PORT: "x", LOG_LEVEL: "y", PONDER_RPC_URL_2: "http://z", DATABASE_URL: "u" };
    const variables = problemsOf(bad).map(({ variable }) => variable);
    expect(variables.sort()).toEqual(Object.keys(bad).sort());
    expect(() => readEnvironment(bad)).toThrow(/PORT "x"[\s\S]*LOG_LEVEL "y"/);
  });
});

describe("processEnvironment", () => {
  test("default", () => {
    process.env.PONDER_START_BLOCK_1 = "not a block";
    try {
      expect(() => processEnvironment()).toThrow(EnvironmentError);
    } finally {
      delete process.env.PONDER_START_BLOCK_1;
    }
  });
});
