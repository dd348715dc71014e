import { existsSync, readdirSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import postgres from "postgres";
import { toEventSelector } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startDevnet } from "../../devnet/index.ts";
import { requirePorts } from "../../scripts/start/ports.ts";
import { type Instance, instanceEnvironment, startInstance } from "../harness/instance.ts";
import { paste } from "../harness/paste.ts";
import { startPostgres } from "../harness/postgres.ts";
import { descendants } from "../harness/processes.ts";

/** The first start on a machine prepares the devnet. */
const READY_TIMEOUT_MS = 240_000;

const started: Instance[] = [];

function start(env: Readonly<Record<string, string>>, args: readonly string[] = []): Instance {
  const instance = startInstance(env, args);
  started.push(instance);
  return instance;
}

/** The commands that an instance printed. */
function commands(instance: Instance): readonly string[] {
  return instance
    .output()
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.startsWith("curl "));
}

async function expectFreePorts(env: Readonly<Record<string, string>>): Promise<void> {
  const variables = ["PORT", "DEVNET_PORT_1", "DEVNET_PORT_80094"];
  await requirePorts(
    variables.map((variable) => ({
      variable,
      host: "127.0.0.1",
      port: Number(env[variable]),
      purpose: "a test",
    })),
  );
}

describe("start", () => {
  let instance: Instance;

  beforeAll(async () => {
    instance = startInstance(await instanceEnvironment());
    await instance.printed("Press Ctrl-C to stop.", READY_TIMEOUT_MS);
  }, READY_TIMEOUT_MS + 10_000);
  afterAll(() => instance?.dispose());

  /** Where other tests keep the machine busy, the index may fall behind again for a moment. */
  async function expectReady(): Promise<void> {
    const status = async () => (await fetch(`${instance.baseUrl}/ready`)).status;
    await expect.poll(status).toBe(200);
  }

  test("default", async () => {
    await expectReady();
    expect((await fetch(`${instance.baseUrl}/docs`)).status).toBe(200);
    for (const [, chainId, url] of instance
      .output()
      .matchAll(/Chain (\d+)\s+\w+, RPC (http:\S+)/g)) {
      const response = await fetch(url ?? "", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}',
      });
      expect(Number(((await response.json()) as { result: string }).result)).toBe(Number(chainId));
    }
  });

  test("behavior: the printed commands work when pasted", async () => {
    const printed = commands(instance);
    expect(printed).toHaveLength(3);
    for (const command of printed) {
      const answer = (await paste(command)) as {
        amountOut: string;
        tx?: { to: string; data: string };
      };
      expect(BigInt(answer.amountOut), command).toBeGreaterThan(0n);
      if (command.includes("/route?")) expect(answer.tx?.data).toMatch(/^0x[0-9a-f]{8,}$/);
    }
    expect(printed.some((command) => command.includes("chainId=80094"))).toBe(true);
  });

  test("behavior: the trader trades", async () => {
    const rpc = async (method: string, params: unknown[]): Promise<unknown> => {
      const response = await fetch(`http://127.0.0.1:${instance.env.DEVNET_PORT_1}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      });
      return ((await response.json()) as { result: unknown }).result;
    };
    const fromBlock = await rpc("eth_blockNumber", []);
    // Uniswap V2's and V3's Swap events.
    const topics = [
      toEventSelector("Swap(address,uint256,uint256,uint256,uint256,address)"),
      toEventSelector("Swap(address,address,int256,int256,uint160,uint128,int24)"),
    ];
    const swaps = async () => {
      const logs = await rpc("eth_getLogs", [{ fromBlock, toBlock: "latest", topics: [topics] }]);
      return (logs as unknown[]).length;
    };
    await expect.poll(swaps, { interval: 500 }).toBeGreaterThan(0);
  });

  test("error: a second start from the same directory", async () => {
    const ports = await instanceEnvironment();
    const second = start({ ...ports, WEIR_DATA_DIR: instance.directory });
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(
      `Weir already runs from this directory (process ${instance.process.pid}`,
    );
    await expectReady();
  });

  test("error: busy ports", async () => {
    const env = await instanceEnvironment();
    const second = start({ ...instance.env, WEIR_DATA_DIR: env.WEIR_DATA_DIR ?? "" });
    expect(await second.ended).toBe(1);
    for (const variable of ["PORT", "DEVNET_PORT_1", "DEVNET_PORT_80094"]) {
      expect(second.output()).toContain(`set ${variable} to a free port`);
    }
    expect(readdirSync(second.directory)).toEqual([]);
  });

  test("behavior: Ctrl-C stops everything", async () => {
    expect(descendants(instance.process.pid ?? 0).length).toBeGreaterThanOrEqual(4);
    const { code, left } = await instance.endWith("SIGINT");
    expect(left).toEqual([]);
    expect(code).toBe(0);
    expect(instance.output().trimEnd()).toMatch(/weir: stopped$/);
    expect(existsSync(join(instance.directory, "start.lock"))).toBe(false);
    await expectFreePorts(instance.env);
  });
});

describe("start, configured", () => {
  afterEach(async () => {
    for (const instance of started.splice(0)) await instance.dispose();
  });

  test("behavior: DATABASE_URL keeps the tables in Postgres", { timeout: 400_000 }, async () => {
    const server = await startPostgres();
    const sql = postgres(server.url, { max: 1 });
    try {
      const env = { ...(await instanceEnvironment()), DATABASE_URL: server.url };
      const pools: (readonly string[])[] = [];
      // Twice: the second devnet starts anew on what the first one left.
      for (let run = 0; run < 2; run++) {
        const instance = start(env, ["--no-trader"]);
        await instance.printed("Press Ctrl-C to stop.", READY_TIMEOUT_MS);
        const rows = await sql<{ id: string }[]>`select id from weir_devnet.pool order by id`;
        pools.push(rows.map(({ id }) => id));
        for (const command of commands(instance)) {
          expect(await paste(command)).toHaveProperty("amountOut");
        }
        expect((await instance.endWith("SIGTERM")).left).toEqual([]);
      }
      expect(pools[0]?.length).toBeGreaterThan(150);
      expect(pools[1]).toEqual(pools[0]);
    } finally {
      await sql.end();
      await server.stop();
    }
  });

  test("behavior: an RPC URL is indexed instead of a devnet", { timeout: 400_000 }, async () => {
    // The smallest chain: an index on disk is the dearest.
    const devnet = await startDevnet({ chainIds: [80_094] });
    try {
      const env = {
        ...(await instanceEnvironment()),
        PONDER_RPC_URL_80094: devnet.chains[0]?.url ?? "",
        PONDER_START_BLOCK_80094: "0",
      };
      // Twice: the second start resumes from the tables of the first.
      for (let run = 0; run < 2; run++) {
        const instance = start(env);
        await instance.printed("Press Ctrl-C to stop.", READY_TIMEOUT_MS);
        expect(instance.output()).toContain("berachain, RPC from PONDER_RPC_URL_80094");
        const [quote, ...others] = commands(instance);
        expect(others).toEqual([]);
        expect(await paste(quote ?? "")).toHaveProperty("amountOut");
        expect((await instance.endWith("SIGINT")).left).toEqual([]);
      }
    } finally {
      await devnet.stop();
    }
  });
});

describe("start, before it is ready", () => {
  afterEach(async () => {
    for (const instance of started.splice(0)) await instance.dispose();
  });

  test.for(["starting the devnet", "starting the indexer"])(
    "behavior: Ctrl-C after '%s' stops everything",
    { timeout: READY_TIMEOUT_MS + 30_000 },
    async (moment) => {
      const instance = start(await instanceEnvironment());
      await instance.printed(moment, READY_TIMEOUT_MS);
      const { code, left } = await instance.endWith("SIGINT");
      expect(left).toEqual([]);
      expect(code).toBe(0);
      await expectFreePorts(instance.env);
    },
  );

  test("behavior: a killed start leaves nothing running", async () => {
    const instance = start(await instanceEnvironment());
    await instance.printed("starting the indexer", READY_TIMEOUT_MS);
    const { code, left } = await instance.endWith("SIGKILL");
    expect(code).toBe("SIGKILL");
    expect(left).toEqual([]);
    await expectFreePorts(instance.env);
  });

  test("error: the indexer ends by itself", async () => {
    const instance = start(await instanceEnvironment());
    await instance.printed("starting the indexer", READY_TIMEOUT_MS);
    const family = descendants(instance.process.pid ?? 0);
    const indexer = family.find(({ command }) => command.includes("ponder.js"));
    process.kill(indexer?.pid ?? 0, "SIGKILL");
    expect(await instance.ended).toBe(1);
    expect(instance.output()).toContain("The indexer ended by itself (SIGKILL)");
    await expectFreePorts(instance.env);
  });

  test("error: a bad variable", async () => {
    const instance = start({ ...(await instanceEnvironment()), PORT: "eighty" });
    expect(await instance.ended).toBe(1);
    expect(instance.output()).toContain('PORT "eighty" is not an integer from 1 to 65535');
    expect(readdirSync(instance.directory)).toEqual([]);
  });

  test("error: an unknown flag", async () => {
    const instance = start(await instanceEnvironment(), ["--fast"]);
    expect(await instance.ended).toBe(1);
    expect(instance.output()).toContain("Unknown flag --fast");
  });

  test("behavior: --help", async () => {
    const instance = start(await instanceEnvironment(), ["--help"]);
    expect(await instance.ended).toBe(0);
    expect(instance.output()).toContain("--no-trader");
  });

  test("error: a port that a stranger took", async () => {
    const env = await instanceEnvironment();
    const stranger = createServer().listen(Number(env.PORT), "127.0.0.1");
    try {
      const instance = start(env);
      expect(await instance.ended).toBe(1);
      expect(instance.output()).toContain(`Port ${env.PORT} for the API is in use`);
    } finally {
      stranger.close();
    }
  });
});
