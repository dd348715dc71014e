import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { toEventSelector } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startDevnet } from "../../devnet/index.ts";
import {
  expectFreePorts,
  type Instance,
  instanceEnvironment,
  READY_TIMEOUT_MS,
  startInstance,
} from "../harness/instance.ts";
import { paste } from "../harness/paste.ts";
import { startPostgres } from "../harness/postgres.ts";
import { descendants } from "../harness/processes.ts";
import { runKeys } from "../harness/run-script.ts";

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

/** Rows of the devnet's index by table; but when they were read, and the blocks. */
async function indexed(sql: postgres.Sql): Promise<ReadonlyMap<string, readonly string[]>> {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'weir_devnet' and table_type = 'BASE TABLE'
      and table_name !~ '^_|_log$|^head_block$' order by 1`;
  const found = new Map<string, readonly string[]>();
  for (const { name } of tables) {
    const rows = await sql<{ row: string }[]>`
      select (to_jsonb(t) - 'updated_block')::text as row from ${sql(`weir_devnet.${name}`)} t order by 1`;
    found.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return found;
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
    expect((await fetch(`${instance.baseUrl}/docs/reference`)).status).toBe(200);
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

  test("behavior: a key is made beside it, and opens SQL over HTTP", async () => {
    const { code, stdout, stderr } = await runKeys(instance.env, "create", "--name", "analyst");
    expect([code, stderr]).toEqual([0, ""]);
    const ask = async (key: string) => {
      const response = await fetch(`${instance.baseUrl}/api/v1/sql`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
        body: JSON.stringify({ query: "select chain_id from defi.chains order by 1" }),
      });
      return [response.status, await response.json()];
    };
    expect((await ask("wrong"))[0]).toBe(401);
    const rows = [{ chain_id: 1 }, { chain_id: 80_094 }];
    await expect.poll(() => ask(stdout.trim())).toMatchObject([200, { rows }]);
  });

  test("behavior: Ctrl-C stops everything", async () => {
    expect(descendants(instance.process.pid ?? 0).length).toBeGreaterThanOrEqual(4);
    const { code, left } = await instance.endWith("SIGINT");
    expect(left).toEqual([]);
    expect(code).toBe(0);
    expect(instance.output().trimEnd()).toMatch(/weir: stopped$/);
    for (const file of ["start.lock", "postgres.url"]) {
      expect(existsSync(join(instance.directory, file)), file).toBe(false);
    }
    await expectFreePorts(instance.env);
  });

  test("behavior: the key is kept", async () => {
    expect((await runKeys(instance.env, "list")).stdout).toMatch(/^[0-9a-f]{12} +analyst /m);
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
      const readPools = () => sql<{ id: string }[]>`select id from weir_devnet.pool order by id`;
      const first = start(env, ["--no-trader"]);
      const written = async () => (await readPools().catch(() => [])).length;
      await expect.poll(written, { timeout: READY_TIMEOUT_MS }).toBeGreaterThan(0);
      expect((await first.endWith("SIGTERM")).left).toEqual([]);
      await sql`update weir_devnet.pool set id = 'left over' where id = (select min(id) from weir_devnet.pool)`;
      // The second devnet starts anew on what the first one left.
      const second = start(env, ["--no-trader"]);
      await second.printed("Press Ctrl-C to stop.", READY_TIMEOUT_MS);
      const pools = (await readPools()).map(({ id }) => id);
      expect(pools.length).toBeGreaterThan(150);
      expect(pools).not.toContain("left over");
      for (const command of commands(second)) {
        expect(await paste(command)).toHaveProperty("amountOut");
      }
      expect((await second.endWith("SIGTERM")).left).toEqual([]);
      // The third begins with the index of the second, as that was before blocks were mined.
      const known = await indexed(sql);
      // Triggers of Ponder's want its session.
      await sql`alter table weir_devnet.pool disable trigger user`;
      await sql`alter table weir_devnet.token disable trigger user`;
      await sql`update weir_devnet.pool set id = 'left over' where id = (select min(id) from weir_devnet.pool)`;
      await sql`delete from weir_devnet.token`;
      const third = start(env, ["--no-trader"]);
      await third.printed("Press Ctrl-C to stop.", READY_TIMEOUT_MS);
      expect(third.output()).not.toMatch(/backfill [1-9]?\d %/);
      const log = readFileSync(join(third.directory, "logs/indexer-1-80094.log"), "utf8");
      expect(log).toContain("Detected crash recovery");
      for (const command of commands(third)) {
        expect(await paste(command)).toHaveProperty("amountOut");
      }
      expect((await third.endWith("SIGTERM")).left).toEqual([]);
      expect(await indexed(sql)).toEqual(known);
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
      // Each start resumes from the tables of the one before, whatever became of that.
      for (const [run, signal] of (["SIGKILL", "SIGINT"] as const).entries()) {
        const instance = start(env);
        await instance.printed("Press Ctrl-C to stop.", READY_TIMEOUT_MS);
        expect(instance.output()).toContain("berachain, RPC from PONDER_RPC_URL_80094");
        const [quote, ...others] = commands(instance);
        expect(others).toEqual([]);
        expect(await paste(quote ?? "")).toHaveProperty("amountOut");
        const log = () => readFileSync(join(instance.directory, "logs/indexer-80094.log"), "utf8");
        // The API is ready on the tables of before; the lock on those of a killed indexer expires
        // after 25 s.
        await expect.poll(log, { timeout: 90_000 }).toContain('"endpoint":"/ready"');
        expect(log().includes("Detected crash recovery")).toBe(run > 0);
        expect((await instance.endWith(signal)).left).toEqual([]);
      }
    } finally {
      await devnet.stop();
    }
  });
});
