import { custom, type Transport } from "viem";
import { describe, expect, test } from "vitest";
import {
  chainConfigs,
  databaseConfig,
  headSource,
  rentedChains,
} from "../../src/catalog/config.ts";
import { readEnvironment } from "../../src/lib/env.ts";

const two = readEnvironment({
  PONDER_RPC_URL_1: "http://127.0.0.1:8545",
  PONDER_WS_URL_1: "ws://127.0.0.1:8545",
  PONDER_RPC_URL_10: "https://a.example/k,https://b.example/k",
  POLLING_INTERVAL_MS: "250",
});

describe("rentedChains", () => {
  test("default: those with a node of others, or a budget", () => {
    expect(rentedChains(two)).toEqual(new Set([10]));
    const local = { PONDER_RPC_URL_1: "http://localhost:8545" };
    expect(rentedChains(readEnvironment(local))).toEqual(new Set());
    const limited = readEnvironment({ ...local, PONDER_RPC_BUDGET_1: "600" });
    expect(rentedChains(limited)).toEqual(new Set([1]));
  });
});

describe("chainConfigs", () => {
  test("default", () => {
    const gateways = new Map([
      [1, "http://127.0.0.1:5/one"],
      [10, "http://127.0.0.1:5/ten"],
    ]);
    const { mainnet, optimism } = chainConfigs(two, gateways);
    expect(mainnet).toMatchObject({ id: 1, ws: "ws://127.0.0.1:8545", pollingInterval: 250 });
    expect(new Set([mainnet?.rpc].flat()).size).toBe(32);
    expect(optimism).toEqual({
      id: 10,
      rpc: ["http://127.0.0.1:5/ten?connection=0", "http://127.0.0.1:5/ten?connection=1"],
      pollingInterval: 250,
    });
  });

  test("behavior: no announcements of a chain whose headers have the bloom of others", () => {
    const avalanche = readEnvironment({
      PONDER_RPC_URL_43114: "http://127.0.0.1:8545",
      PONDER_WS_URL_43114: "ws://127.0.0.1:8545",
    });
    const configs = chainConfigs(avalanche, new Map([[43_114, "http://127.0.0.1:5/one"]]));
    expect(configs.avalanche?.ws).toBeUndefined();
  });

  test("behavior: a transport is taken as it is", () => {
    const transport = custom({ request: () => Promise.resolve(null) });
    const gateways = new Map<number, string | Transport>([
      [1, "http://127.0.0.1:5/one"],
      [10, transport],
    ]);
    expect(chainConfigs(two, gateways).optimism?.rpc).toBe(transport);
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
  const run = { starts, digest: "d1" };
  const hashed = (source: object) => JSON.stringify(source);

  test("default", () => {
    expect(headSource(two, run)).toMatchObject({
      chain: { mainnet: { startBlock: 400 }, optimism: { startBlock: 0 } },
      interval: 1,
      history: true,
      digest: "d1",
    });
  });

  test("behavior: sources differ with the past kept and without, for other chains, and for other code", () => {
    const chains = new Map([...two.chains].slice(1));
    for (const other of [{ history: false }, { chains }]) {
      const source = headSource({ ...two, ...other }, run);
      expect(hashed(source)).not.toBe(hashed(headSource(two, run)));
    }
    const changed = headSource(two, { ...run, digest: "d2" });
    expect(hashed(changed)).not.toBe(hashed(headSource(two, run)));
  });

  test("behavior: where a run begins does not count", () => {
    const later = new Map([...starts].map(([id]) => [id, { firstBlock: 1_000 }]));
    const source = headSource(two, { ...run, starts: later });
    expect(hashed(source)).toBe(hashed(headSource(two, run)));
  });
});

describe("databaseConfig", () => {
  test("default", () => {
    const url = "postgres://weir@db/weir";
    expect(databaseConfig(readEnvironment({ DATABASE_URL: url }))).toMatchObject({
      kind: "postgres",
      connectionString: url,
    });
  });

  test("error: no database", () => {
    expect(() => databaseConfig(readEnvironment({}))).toThrow("set DATABASE_URL");
  });
});
