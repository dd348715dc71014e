import { createServer } from "node:net";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { type Devnet, startDevnet } from "../../devnet/index.ts";
import { createRpc } from "../../devnet/rpc.ts";
import { freePort } from "../harness/port.ts";
import { type Postgres, startPostgres } from "../harness/postgres.ts";
import { descendants, stillRunning } from "../harness/processes.ts";
import { type Program, startApi, startProgram, untilOn } from "../harness/program.ts";
import { runKeys } from "../harness/run-script.ts";

const CHAIN_ID = 80_094;
const REQUEST_TIMEOUT_MS = 5_000;
const KEY = /^weir_([0-9a-f]{12})_[\w-]{43}$/;
const page = z.object({ meta: z.object({ total: z.number() }) });

let devnet: Devnet;
let server: Postgres;
let sql: postgres.Sql;
let env: Record<string, string>;
let indexer: Program;
let api: Program;

beforeAll(async () => {
  [devnet, server] = await Promise.all([
    startDevnet({ chainIds: [CHAIN_ID], blockTimeMs: null }),
    startPostgres(),
  ]);
  sql = postgres(server.url, { max: 1, onnotice: () => undefined });
  env = {
    [`PONDER_RPC_URL_${CHAIN_ID}`]: devnet.chains[0]?.url ?? "",
    [`PONDER_START_BLOCK_${CHAIN_ID}`]: "0",
    DATABASE_URL: server.url,
    POLLING_INTERVAL_MS: "100",
  };
  // Before there is anything to serve: it waits for that.
  [indexer, api] = await Promise.all([
    startProgram("indexer.ts", { ...env, PONDER_RPC_URL_1: "http://127.0.0.1:1" }, [
      ...["--chains", String(CHAIN_ID)],
    ]),
    startProgram("api.ts", { ...env, WEIR_API_PROCESSES: "2", LOG_LEVEL: "trace" }),
  ]);
}, 300_000);

afterAll(async () => {
  await api?.stop();
  await indexer?.stop();
  await sql?.end();
  await Promise.all([devnet?.stop(), server?.stop()]);
});

const rpc = () => createRpc(devnet.chains[0]?.url ?? "");

/** Fetches over a connection of its own: the processes take connections by turns. */
const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${api.url}${path}`, {
    headers: { connection: "close", ...headers },
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });

const statusOf = async (path: string, headers: Readonly<Record<string, string>> = {}) =>
  (await get(path, headers)).status;

/** Waits until both processes stand on the node's newest block. */
async function followed(): Promise<void> {
  const head = Number(await rpc().request("eth_blockNumber"));
  for (let turn = 0; turn < 2; turn++) await untilOn(api, head);
  // Of both processes the one that is further behind.
  await expect.poll(() => sample(`weir_indexed_block{chain="${CHAIN_ID}"}`)).toBe(head);
}

/** A value of `/metrics`. */
async function sample(name: string): Promise<number | null> {
  const text = await (await get("/metrics")).text();
  const line = text.split("\n").find((each) => each.startsWith(`${name} `));
  return line === undefined ? null : Number(line.slice(name.length));
}

/** The processes that answer. */
const workers = () =>
  descendants(api.child.pid ?? 0).filter(({ command }) => command.includes("api.ts"));

describe("npm run indexer", () => {
  test("default: the chosen chains have a schema of their own", async () => {
    const rows = await sql`select distinct table_schema as name from information_schema.tables
      where table_name = 'head_block' and table_type = 'BASE TABLE'`;
    expect(rows.map(({ name }) => name)).toEqual([`weir_${CHAIN_ID}`]);
    const served = await sql`select chain_id, schema from weir_app.chain_indexes`;
    expect([...served]).toEqual([{ chain_id: CHAIN_ID, schema: `weir_${CHAIN_ID}` }]);
  });
});

describe("npm run api", () => {
  test("default: two processes on one port follow the chain, through a reorganisation too", async () => {
    expect(workers()).toHaveLength(2);
    await followed();
    for (let mined = 0; mined < 5; mined++) await rpc().request("evm_mine");
    await followed();
    await rpc().request("anvil_reorg", [3, []]);
    await rpc().request("evm_mine");
    await followed();
    const tokens = await get(`/api/v1/tokens?chainId=${CHAIN_ID}`);
    expect(page.parse(await tokens.json()).meta.total).toBeGreaterThan(5);
  });

  test("behavior: metrics are those of both processes together", async () => {
    const counted = () =>
      sample(
        'weir_http_request_duration_seconds_count{method="GET",route="/api/v1/standards",status="2xx"}',
      );
    const before = (await counted()) ?? 0;
    for (let asked = 0; asked < 20; asked++) await statusOf("/api/v1/standards");
    for (let read = 0; read < 4; read++) expect(await counted()).toBe(before + 20);
    expect(await sample(`weir_served_chains{schema="weir_${CHAIN_ID}"}`)).toBe(1);
    expect(await sample(`weir_chain_ready{chain="${CHAIN_ID}"}`)).toBe(1);
  });

  test("behavior: a process that is killed is replaced, and the service goes on", async () => {
    const [killed, other] = workers().map(({ pid }) => pid);
    process.kill(killed ?? 0, "SIGKILL");
    await expect.poll(() => workers().some(({ pid }) => pid === killed)).toBe(false);
    const asked = Array.from({ length: 10 }, () => statusOf("/health"));
    const lost = (await Promise.allSettled(asked)).filter(({ status }) => status === "rejected");
    // At most the connection that was being handed to it.
    expect(lost.length).toBeLessThanOrEqual(1);
    await expect.poll(() => workers().length).toBe(2);
    expect(workers().map(({ pid }) => pid)).toContain(other);
    expect(api.output()).toContain("a process of the API ended by itself; another takes its place");
    await rpc().request("evm_mine");
    await followed();
  });

  test("behavior: keys are made, used, listed and revoked", async () => {
    const tokens = "/api/v1/tokens";
    /** What each process answers. */
    const statuses = async (path: string, headers?: Readonly<Record<string, string>>) => [
      await statusOf(path, headers),
      await statusOf(path, headers),
    ];
    const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
    const create = async (...args: string[]) => {
      const { code, stdout, stderr } = await runKeys(env, "create", ...args);
      expect([code, stderr]).toEqual([0, ""]);
      const key = stdout.trim();
      expect(key).toMatch(KEY);
      return { key, id: KEY.exec(key)?.[1] ?? "", secret: key.slice(-43) };
    };
    expect(await statuses(tokens)).toEqual([200, 200]);
    expect(api.output()).toContain("no API key exists: the service is open");

    const first = await create("--name", "first caller");
    await expect.poll(() => statuses(tokens)).toEqual([401, 401]);
    await expect.poll(() => statuses(tokens, bearer(first.key))).toEqual([200, 200]);
    expect(await statusOf(`${tokens}?apikey=${first.key}`)).toBe(200);
    expect(await statusOf(`${tokens}?apikey=${first.key}`, bearer("wrong"))).toBe(401);
    expect(await statusOf("/ready")).toBe(200);

    const second = await create();
    await expect.poll(() => statuses(tokens, bearer(second.key))).toEqual([200, 200]);
    const revoked = await runKeys(env, "revoke", first.id);
    expect(revoked).toEqual({ code: 0, stdout: `Key ${first.id} is revoked.\n`, stderr: "" });
    await expect.poll(() => statuses(tokens, bearer(first.key))).toEqual([401, 401]);
    expect(await statuses(tokens, bearer(second.key))).toEqual([200, 200]);

    const { stdout } = await runKeys(env, "list");
    expect(stdout).toMatch(
      new RegExp(`^${first.id} +first caller +\\S+Z +(never|\\S+Z) +\\S+Z$`, "m"),
    );
    expect(stdout).toMatch(new RegExp(`^${second.id} +- +\\S+Z +(never|\\S+Z) +-$`, "m"));

    // Wherever a caller may put a key, by mistake too.
    for (const path of [
      `/${first.key}`,
      `/api/v1/${first.key}`,
      `/api/v1/tokens?page=${first.key}`,
    ]) {
      const referer = `https://a.example/?apikey=${first.key}`;
      const response = await get(path, { referer, "x-request-id": first.key });
      expect(await response.text()).not.toContain(first.secret);
      expect(JSON.stringify([...response.headers])).not.toContain(first.secret);
    }
    expect(await (await get("/metrics")).text()).not.toContain(first.secret);
    for (const { secret } of [first, second]) {
      expect(api.output()).not.toContain(secret);
      expect(stdout).not.toContain(secret);
    }
  });

  test("behavior: an address of other machines needs a key that exists", async () => {
    const other = { ...env, HOST: "0.0.0.0" };
    // Those of the test before.
    await (await startApi(other)).stop();
    await sql`create database fresh`;
    const fresh = new URL(server.url);
    fresh.pathname = "/fresh";
    await expect(startApi({ ...other, DATABASE_URL: fresh.href })).rejects.toThrow(
      /no API key exists; make one with .*npm run keys -- create/,
    );
  });

  test.for(["1", "2"])("error: a port that is busy, of %s processes", async (processes) => {
    const port = await freePort();
    const stranger = createServer();
    await new Promise<void>((resolve) => stranger.listen(port, "127.0.0.1", resolve));
    try {
      const started = startApi({ ...env, WEIR_API_PROCESSES: processes, PORT: String(port) });
      await expect(started).rejects.toThrow(`Port ${port} on 127.0.0.1 is in use`);
    } finally {
      stranger.close();
    }
  });

  test("behavior: it ends by itself when it is asked to", async () => {
    const family = descendants(api.child.pid ?? 0);
    const started = Date.now();
    await api.stop();
    expect(Date.now() - started).toBeLessThan(15_000);
    expect(api.child.exitCode).toBe(0);
    expect(stillRunning(family)).toEqual([]);
    expect(api.output()).not.toMatch(/"level":"fatal"|were cut/);
  });

  test("behavior: killing the process that started the others ends all", async () => {
    api = await startProgram("api.ts", { ...env, WEIR_API_PROCESSES: "2" });
    const family = workers();
    expect(family).toHaveLength(2);
    api.child.kill("SIGKILL");
    await expect.poll(() => stillRunning(family)).toEqual([]);
    await expect(get("/health")).rejects.toThrow("fetch failed");
  });

  test("behavior: the indexer ends by itself, too, and logged no error", async () => {
    await indexer.stop();
    expect(indexer.child.exitCode).toBe(0);
    expect(indexer.output()).not.toMatch(/"level":(50|60)|Failed to shutdown/);
  });
});
