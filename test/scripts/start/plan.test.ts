import { describe, expect, test } from "vitest";
import { planStart } from "../../../scripts/start/plan.ts";
import { readEnvironment } from "../../../src/lib/env.ts";

describe("planStart", () => {
  test("default", () => {
    const plan = planStart(readEnvironment({}));
    expect(plan).toMatchObject({
      mode: "devnet",
      dataDirectory: ".weir/data",
      clusterDirectory: ".weir/data/postgres-devnet",
      indexes: [{ chainIds: [1, 80_094], schema: "weir_devnet" }],
      lockFile: ".weir/data/start.lock",
      baseUrl: "http://127.0.0.1:42069",
    });
    expect(plan.ports.map(({ variable, port }) => [variable, port])).toEqual([
      ["PORT", 42_069],
      ["DEVNET_PORT_1", 8545],
      ["DEVNET_PORT_80094", 8546],
    ]);
  });

  test("behavior: with RPC URLs, those chains, each with an index of its own", () => {
    const plan = planStart(
      readEnvironment({ PONDER_RPC_URL_8453: "http://node", PONDER_RPC_URL_1: "http://node" }),
    );
    expect(plan).toMatchObject({
      mode: "real chains",
      dataDirectory: ".weir/data",
      clusterDirectory: ".weir/data/postgres",
      indexes: [
        { chainIds: [1], schema: "weir_1" },
        { chainIds: [8453], schema: "weir_8453" },
      ],
    });
    expect(plan.ports.map(({ variable }) => variable)).toEqual(["PORT"]);
  });

  test("behavior: an address that a client can use", () => {
    const base = (HOST: string) => planStart(readEnvironment({ HOST, PORT: "80" })).baseUrl;
    expect(base("0.0.0.0")).toBe("http://127.0.0.1:80");
    expect(base("::")).toBe("http://127.0.0.1:80");
    expect(base("::1")).toBe("http://[::1]:80");
    expect(base("localhost")).toBe("http://localhost:80");
  });
});
