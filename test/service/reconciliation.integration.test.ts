import pino from "pino";
import postgres, { type Sql } from "postgres";
import { Registry } from "prom-client";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Devnet, startDevnet } from "../../devnet/index.ts";
import { createRpc } from "../../devnet/rpc.ts";
import type { RunningChainService } from "../../src/api/chain/chain-service.ts";
import { type ChainServices, startChainServices } from "../../src/api/main/chain-services.ts";
import { watchReconciliation } from "../../src/api/main/reconciliation-metrics.ts";
import { createMetrics } from "../../src/api/metrics/metrics.ts";
import { openRecords, type Records } from "../../src/api/records/open.ts";
import { sampledAmount } from "../../src/api/verify/samples.ts";
import { type Outcome, tryEdge } from "../../src/api/verify/trial.ts";
import { readEnvironment } from "../../src/lib/env.ts";
import { INDEXED } from "../../src/protocols/indexed.ts";
import type { IndexedFamily } from "../../src/protocols/sources.ts";
import { createSchedule, POOLS_PER_TURN } from "../../src/seed/schedule.ts";
import { indexedCluster, indexerEnvironment, SCHEMA } from "../harness/indexed-cluster.ts";
import { type Ponder, startPonder } from "../harness/ponder.ts";
import { type Postgres, startPostgres } from "../harness/postgres.ts";
import { createRandom } from "../protocols/chain.ts";

const CHAIN_ID = 1;
/** The defaults. */
const POOLS = 256;
const HOURS = 24;
const PARTS = POOLS / POOLS_PER_TURN;

const families = INDEXED.flatMap(({ family, ...one }: IndexedFamily) =>
  one.seed?.factsOf === undefined || one.seed.catalogues(CHAIN_ID).length === 0 ? [] : [family],
);
const SLOT_SECONDS = (HOURS * 3_600) / (families.length * PARTS);
const schedule = createSchedule({
  ...{ chainId: CHAIN_ID, families: families.length, pools: POOLS, hours: HOURS },
});

/** Of these any quote is wrong then; of the others an input of its own would be needed. */
const QUOTED: ReadonlySet<string> = new Set(["reserve0", "balances", "internalEther"]);

/** What is falsified of a family: a pool of it, in its table. */
interface Falsehood {
  readonly family: string;
  readonly table: string;
  /** The column with the pool's id. */
  readonly by: string;
  readonly set: string;
  /** What the log names. */
  readonly column: string;
}

const FALSEHOODS: readonly Falsehood[] = [
  ["uniswap-v2", "uniswap_v2_pair", "address", "reserve0 = reserve0 * 2", "reserve0"],
  ["uniswap-v3", "uniswap_v3_pool", "address", "liquidity = liquidity * 2", "liquidity"],
  ["uniswap-v3", "uniswap_v3_tick", "pool", "liquidity_net = -liquidity_net", "liquidityNet"],
  ["uniswap-v4", "uniswap_v4_tick", "pool_id", "liquidity_gross = 1", "liquidityGross"],
  ["curve-stableswap", "curve_pool", "address", "balances[1] = balances[1] * 3", "balances"],
  ["balancer-v3-buffer", "balancer_v3_buffer", "id", "asset_balance = 1", "assetBalance"],
  ["aave-v3", "aave_v3_reserve", "a_token", "is_paused = not is_paused", "isPaused"],
  ["lido", "lido", "st_eth", "internal_ether = internal_ether * 2", "internalEther"],
  ["morpho-blue", "morpho_blue_market", "id", "fee_wad = fee_wad + 7", "feeWad"],
  ["masterchef", "chef_pool", "id", "staked = staked + 1", "staked"],
].map(([family = "", table = "", by = "", set = "", column = ""]) => {
  return { family, table, by, set, column };
});

let devnet: Devnet;
let server: Postgres;
let sql: Sql;
let ponder: Ponder;
let records: Records;
let services: ChainServices;
const running = new Map<number, RunningChainService>();
const registry = new Registry();

beforeAll(async () => {
  [devnet, server] = await Promise.all([
    startDevnet({ chainIds: [CHAIN_ID], blockTimeMs: null }),
    startPostgres(await indexedCluster()),
  ]);
  sql = postgres(server.url, { max: 2, onnotice: () => undefined });
  // Without a socket Ponder looks at once; it would wait for the next block otherwise.
  const { [`PONDER_WS_URL_${CHAIN_ID}`]: _, ...variables } = indexerEnvironment(
    devnet.chains,
    server.url,
  );
  const env = { ...variables, POLLING_INTERVAL_MS: "100" };
  ponder = await startPonder({ env, logLevel: "warn" });
  records = await openRecords(server.url);
  services = await startChainServices({
    ...{ environment: readEnvironment(env), databaseUrl: server.url, records, running },
    ...{ metrics: createMetrics(), log: pino({ level: "silent" }) },
  });
  watchReconciliation(services, registry);
  await mine();
  await vi.waitFor(() => expect(service().status().ready).toBe(true), { timeout: 120_000 });
}, 300_000);

afterAll(async () => {
  await services?.close();
  await Promise.all([records?.close(), sql?.end(), ponder?.stop()]);
  await Promise.all([devnet?.stop(), server?.stop()]);
});

function rpc() {
  return createRpc(devnet.chains[0]?.url ?? "");
}

function service(): RunningChainService {
  const found = running.get(CHAIN_ID);
  if (found === undefined) throw new Error("the chain is not served");
  return found;
}

async function head() {
  const block = (await rpc().request("eth_getBlockByNumber", ["latest", false])) as {
    readonly number: string;
    readonly hash: string;
    readonly timestamp: string;
  };
  return { ...block, number: Number(block.number), timestamp: Number(block.timestamp) };
}

/** Mines a block, of a time if given. */
async function mine(timestamp?: number): Promise<void> {
  if (timestamp !== undefined) await rpc().request("evm_setNextBlockTimestamp", [timestamp]);
  await rpc().request("evm_mine");
}

/** Until the graph stands on the newest block. */
async function caughtUp(): Promise<void> {
  const { hash } = await head();
  await expect.poll(() => service().lastSnapshot()?.block.hash, { timeout: 120_000 }).toBe(hash);
}

/** Mines the next block in which a pool's rows are compared with the node. */
async function mineItsTurn(family: string, id: string): Promise<void> {
  const ids = (
    await sql`select id from ${sql(SCHEMA)}.pool
    where chain_id = ${CHAIN_ID} and family = ${family}`
  )
    .map((row) => String(row.id))
    .sort();
  const { timestamp } = await head();
  for (let slot = Math.floor(timestamp / SLOT_SECONDS) + 1; ; slot++) {
    const at = Math.ceil(slot * SLOT_SECONDS);
    const turn = schedule.dueAt({ timestamp: at, previous: timestamp });
    if (turn === null || families[turn.family] !== family) continue;
    const own = ids.filter((one) => one >= turn.from && one < turn.to);
    const first = own.filter((one) => one >= turn.start);
    const sample = [...first, ...own.filter((one) => one < turn.start)].slice(0, POOLS_PER_TURN);
    if (!sample.includes(id)) continue;
    await mine(at);
    return;
  }
}

/**
 * Changes rows behind Ponder's back, as a fault of a handler would.
 *
 * @param ahead Blocks after the newest in which they changed: the graph reads what did after its
 *   own.
 */
async function falsify({ table, by, set }: Falsehood, id: string, ahead = 1): Promise<void> {
  const number = (await head()).number + ahead;
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx.unsafe(
      `update "${SCHEMA}".${table} set ${set}, updated_block = $1 where chain_id = $2 and ${by} = $3`,
      [number, CHAIN_ID, id],
    );
    if (!table.endsWith("_tick")) return;
    await tx.unsafe(
      `update "${SCHEMA}".${table.replace("_tick", "_pool")} set ticks_block = $1, updated_block = $1
       where chain_id = $2 and ${by === "pool" ? "address" : by} = $3`,
      [number, CHAIN_ID, id],
    );
  });
}

/** The rows of a pool, but for when they were written. */
async function rowsOf({ table, by }: Falsehood, id: string): Promise<string> {
  const rows = await sql.unsafe(
    `select to_jsonb(t) - 'updated_block' - 'ticks_block' - 'read_block' as row
     from "${SCHEMA}".${table} as t where chain_id = $1 and ${by} = $2 order by 1`,
    [CHAIN_ID, id],
  );
  return JSON.stringify(rows);
}

async function anyPool({ family, table, by }: Falsehood): Promise<string> {
  // The one with most rows.
  const [row] = await sql.unsafe(
    `select pool.id, count(*) from "${SCHEMA}".${table} as own join "${SCHEMA}".pool as pool
       on pool.id = own.${by} and pool.chain_id = ${CHAIN_ID} and pool.family = $1
     where own.chain_id = $2 group by 1 order by 2 desc, 1 limit 1`,
    [family, CHAIN_ID],
  );
  if (row === undefined) throw new Error(`${family} has no pool`);
  return String(row.id);
}

async function counts(): Promise<ReadonlyMap<string, Record<string, number>>> {
  const found = await services.reconciliations();
  return new Map([...(found.get(CHAIN_ID) ?? [])].map(([family, own]) => [family, { ...own }]));
}

/** What the node makes of quotes of a state, by kind. */
async function outcomes(id: string): Promise<readonly Outcome["kind"][]> {
  const snapshot = service().snapshot();
  const random = createRandom(3);
  const edges = [...snapshot.edges.values()].flat().filter(({ state }) => state.id === id);
  const found: Outcome["kind"][] = [];
  for (const edge of edges) {
    const amountIn = sampledAmount(snapshot, edge, random);
    found.push(
      (await tryEdge({ service: service(), overrides: [] }, snapshot, { edge, amountIn })).kind,
    );
  }
  return found;
}

/** The columns of a pool that the indexer's log says differ. */
function namedIn(output: string, id: string): readonly string[] {
  const lines = output.split("\n").filter((line) => line.includes("a row differs from the node"));
  return lines.flatMap((line) =>
    line.includes(id) ? (/"column":"(\w+)"/.exec(line)?.slice(1) ?? []) : [],
  );
}

describe("reconciliation", () => {
  test("default: in its hours some states of every family are compared, and none differs", async () => {
    const { timestamp } = await head();
    const turns = families.length * PARTS;
    for (let turn = 1; turn <= turns; turn++)
      await mine(timestamp + Math.ceil(turn * SLOT_SECONDS));
    await caughtUp();
    await expect.poll(async () => (await counts()).size, { timeout: 60_000 }).toBe(families.length);
    expect(ponder.output()).not.toContain("differs from the node");
    const pools = await sql<{ family: string; pools: number }[]>`
      select family, count(*)::int as pools from ${sql(SCHEMA)}.pool group by 1`;
    for (const [family, { checked, differing, reseeded }] of await counts()) {
      const all = pools.find((one) => one.family === family)?.pools ?? 0;
      expect(checked, family).toBeGreaterThan(0);
      expect(checked, family).toBeLessThanOrEqual(all);
      // A part of so few is compared whole.
      if (all <= POOLS_PER_TURN) expect(checked, family).toBe(all);
      expect([differing, reseeded], family).toEqual([0, 0]);
    }
  }, 240_000);

  test.each(
    FALSEHOODS,
  )("behavior: a false $column of $family is found, named and put right", async (falsehood) => {
    const { family, column } = falsehood;
    const id = await anyPool(falsehood);
    await caughtUp();
    const right = await rowsOf(falsehood, id);
    const before = (await counts()).get(family);
    await falsify(falsehood, id);
    const wrong = await rowsOf(falsehood, id);
    expect(wrong).not.toBe(right);
    await mineItsTurn(family, id);
    await caughtUp();
    expect(await rowsOf(falsehood, id)).toBe(wrong);
    await expect.poll(() => namedIn(ponder.output(), id), { timeout: 30_000 }).toContain(column);
    if (QUOTED.has(column)) expect(await outcomes(id)).toContain("different");
    await mine();
    await caughtUp();
    expect(await rowsOf(falsehood, id)).toBe(right);
    const after = (await counts()).get(family);
    expect(after?.differing).toBe((before?.differing ?? 0) + 1);
    expect(after?.reseeded).toBe((before?.reseeded ?? 0) + 1);
    const told = await registry.metrics();
    expect(told).toContain(
      `weir_reconciled_states_total{chain="1",family="${family}",outcome="reseeded"} ${after?.reseeded}`,
    );
    const kinds = await outcomes(id);
    expect(kinds.filter((kind) => kind === "different" || kind === "reverted")).toEqual([]);
    if (QUOTED.has(column)) expect(kinds).toContain("equal");
  }, 120_000);

  test("behavior: what a reorganisation takes back is put right again", async () => {
    const [falsehood] = FALSEHOODS;
    if (falsehood === undefined) throw new Error("nothing is falsified");
    const id = await anyPool(falsehood);
    // Reorganisations take back no block of before.
    for (let block = 0; block < 3; block++) await mine();
    await caughtUp();
    const right = await rowsOf(falsehood, id);
    // Of a block of before, whose log has a row: it may be put right in the next one.
    await falsify(falsehood, id, -1);
    await mineItsTurn(falsehood.family, id);
    await mine();
    await caughtUp();
    expect(await rowsOf(falsehood, id)).toBe(right);
    const before = (await counts()).get(falsehood.family);
    await rpc().request("anvil_reorg", [2, []]);
    await mine();
    await caughtUp();
    expect(await rowsOf(falsehood, id)).toBe(right);
    const after = (await counts()).get(falsehood.family);
    expect(after?.reseeded).toBeGreaterThan(before?.reseeded ?? 0);
  }, 60_000);
});
