import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { chainConfigs, databaseConfig, headSource } from "../../src/catalog/config.ts";
import { readEnvironment } from "../../src/lib/env.ts";

const two = readEnvironment({
  PONDER_RPC_URL_1: "http://127.0.0.1:8545",
  PONDER_WS_URL_1: "ws://127.0.0.1:8545",
  PONDER_RPC_URL_10: "https://a.example/k,https://b.example/k",
  POLLING_INTERVAL_MS: "250",
});

describe("chainConfigs", () => {
  test("default", () => {
    const gateways = new Map([
      [1, "http://127.0.0.1:5/one"],
      [10, "http://127.0.0.1:5/ten"],
    ]);
    const { mainnet, optimism } = chainConfigs(two, gateways);
    expect(mainnet).toMatchObject({ id: 1, ws: "ws://127.0.0.1:8545", pollingInterval: 250 });
    expect(new Set(mainnet?.rpc).size).toBe(8);
    expect(optimism).toEqual({
      id: 10,
      rpc: ["http://127.0.0.1:5/ten?connection=0", "http://127.0.0.1:5/ten?connection=1"],
      pollingInterval: 250,
    });
  });

  test("error: no chain", () => {
    expect(() => chainConfigs(readEnvironment({}), new Map())).toThrow("PONDER_RPC_URL_<chainId>");
  });
});

describe("headSource", () => {
  const starts = new Map([
    [1, { firstBlock: 400 }],
    [10, { firstBlock: 0 }],
  ]);
  const hashed = (source: object) => JSON.stringify(source);

  test("default", () => {
    expect(headSource(two, starts)).toMatchObject({
      chain: { mainnet: { startBlock: 400 }, optimism: { startBlock: 0 } },
      interval: 1,
      history: true,
    });
  });

  test("behavior: sources differ with the past kept and without, and for other chains", () => {
    const chains = new Map([...two.chains].slice(1));
    for (const other of [{ history: false }, { chains }]) {
      const source = headSource({ ...two, ...other }, starts);
      expect(hashed(source)).not.toBe(hashed(headSource(two, starts)));
    }
  });

  test("behavior: where a run begins does not count", () => {
    const later = new Map([...starts].map(([id]) => [id, { firstBlock: 1_000 }]));
    expect(hashed(headSource(two, later))).toBe(hashed(headSource(two, starts)));
  });
});

describe("databaseConfig", () => {
  const fail = (message: string) => expect.unreachable(message);

  test("behavior: in memory, without a lock", () => {
    const inMemory = { kind: "pglite", directory: "memory://" };
    expect(databaseConfig(readEnvironment({ DATABASE_URL: "memory://" }), fail)).toEqual(inMemory);
  });

  test("default: the embedded database, locked", () => {
    const root = mkdtempSync(join(tmpdir(), "weir-config-"));
    const directory = join(root, "pglite");
    try {
      expect(databaseConfig(readEnvironment({ WEIR_DATA_DIR: root }), fail)).toEqual({
        kind: "pglite",
        directory,
      });
      expect(existsSync(`${directory}.lock`)).toBe(true);
    } finally {
      rmSync(root, { recursive: true });
    }
  });

  test("behavior: Postgres by DATABASE_URL", () => {
    const url = "postgres://weir@db/weir";
    expect(databaseConfig(readEnvironment({ DATABASE_URL: url }), fail)).toEqual({
      kind: "postgres",
      connectionString: url,
    });
  });
});
