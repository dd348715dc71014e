import pino from "pino";
import { Registry } from "prom-client";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
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
import { CHAIN_ID, type FollowedChain, startFollowedChain } from "../harness/followed-chain.ts";
import { SCHEMA } from "../harness/indexed-cluster.ts";
import { createRandom } from "../protocols/chain.ts";
import { anyPool, FALSEHOODS, falsify, rowsOf } from "./falsehoods.ts";

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

let chain: FollowedChain;
let records: Records;
let services: ChainServices;
const running = new Map<number, RunningChainService>();
const registry = new Registry();

beforeAll(async () => {
  // Without a socket Ponder looks at once; it would wait for the next block otherwise.
  chain = await startFollowedChain("polled");
  const { env, server } = chain;
  records = await openRecords(server.url);
  services = await startChainServices({
    ...{ environment: readEnvironment(env), databaseUrl: server.url, records, running },
    ...{ metrics: createMetrics(), log: pino({ level: "silent" }) },
  });
  watchReconciliation(services, registry);
  await chain.mine();
  await vi.waitFor(() => expect(service().status().ready).toBe(true), { timeout: 120_000 });
}, 300_000);

afterAll(async () => {
  await services?.close();
  await records?.close();
  await chain?.stop();
});

function service(): RunningChainService {
  const found = running.get(CHAIN_ID);
  if (found === undefined) throw new Error("the chain is not served");
  return found;
}

/** Until the graph stands on the newest block. */
async function caughtUp(): Promise<void> {
  const { hash } = await chain.head();
  await expect.poll(() => service().lastSnapshot()?.block.hash, { timeout: 120_000 }).toBe(hash);
}

/** Mines the next block in which a pool's rows are compared with the node. */
async function mineItsTurn(family: string, id: string): Promise<void> {
  const { sql } = chain;
  const ids = (
    await sql`select id from ${sql(SCHEMA)}.pool
    where chain_id = ${CHAIN_ID} and family = ${family}`
  )
    .map((row) => String(row.id))
    .sort();
  const { timestamp } = await chain.head();
  for (let slot = Math.floor(timestamp / SLOT_SECONDS) + 1; ; slot++) {
    const at = Math.ceil(slot * SLOT_SECONDS);
    const turn = schedule.dueAt({ timestamp: at, previous: timestamp });
    if (turn === null || families[turn.family] !== family) continue;
    const own = ids.filter((one) => one >= turn.from && one < turn.to);
    const first = own.filter((one) => one >= turn.start);
    const sample = [...first, ...own.filter((one) => one < turn.start)].slice(0, POOLS_PER_TURN);
    if (!sample.includes(id)) continue;
    await chain.mine(at);
    return;
  }
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
    const { timestamp } = await chain.head();
    const turns = families.length * PARTS;
    for (let turn = 1; turn <= turns; turn++)
      await chain.mine(timestamp + Math.ceil(turn * SLOT_SECONDS));
    await caughtUp();
    await expect.poll(async () => (await counts()).size, { timeout: 60_000 }).toBe(families.length);
    expect(chain.ponder().output()).not.toContain("differs from the node");
    const { sql } = chain;
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
    const id = await anyPool(chain, falsehood);
    const pool = { ...falsehood, id };
    await caughtUp();
    const right = await rowsOf(chain, pool);
    const before = (await counts()).get(family);
    await falsify(chain, pool);
    const wrong = await rowsOf(chain, pool);
    expect(wrong).not.toBe(right);
    await mineItsTurn(family, id);
    await caughtUp();
    expect(await rowsOf(chain, pool)).toBe(wrong);
    await expect
      .poll(() => namedIn(chain.ponder().output(), id), { timeout: 30_000 })
      .toContain(column);
    if (QUOTED.has(column)) expect(await outcomes(id)).toContain("different");
    await chain.mine();
    await caughtUp();
    expect(await rowsOf(chain, pool)).toBe(right);
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
    const id = await anyPool(chain, falsehood);
    const pool = { ...falsehood, id };
    // Reorganisations take back no block of before.
    for (let block = 0; block < 3; block++) await chain.mine();
    await caughtUp();
    const right = await rowsOf(chain, pool);
    // Of a block of before, whose log has a row: it may be put right in the next one.
    await falsify(chain, pool, -1);
    await mineItsTurn(falsehood.family, id);
    await chain.mine();
    await caughtUp();
    expect(await rowsOf(chain, pool)).toBe(right);
    const before = (await counts()).get(falsehood.family);
    await chain.reorganise(2);
    await chain.mine();
    await caughtUp();
    expect(await rowsOf(chain, pool)).toBe(right);
    const after = (await counts()).get(falsehood.family);
    expect(after?.reseeded).toBeGreaterThan(before?.reseeded ?? 0);
  }, 60_000);
});
