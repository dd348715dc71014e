import postgres, { type Sql } from "postgres";
import { createPublicClient, http } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Anvil, startAnvil } from "../../devnet/anvil.ts";
import { chainSpec } from "../../devnet/chains.ts";
import { alignClock } from "../../devnet/clock.ts";
import { createNewestState } from "../../devnet/newest-state.ts";
import { prepareDevnet, statePath } from "../../devnet/prepare.ts";
import { type RpcServer, serveRpc } from "../../devnet/rpc-server.ts";
import { type Ponder, startPonder } from "../harness/ponder.ts";
import { type Postgres, startPostgres } from "../harness/postgres.ts";
import { waitForHead } from "./comparison.ts";
import { createManyPools, type ManyPools, type ManyPoolsSize } from "./many-pools.ts";
import { seedDifferences } from "./seed-comparison.ts";

const CHAIN_ID = 1;
const [REPLAYED, SEEDED] = ["weir_replayed", "weir_seeded"];
/** A tenth of `devnet/mainnet-size`; 98,000 ticks. */
const TENTH: ManyPoolsSize = {
  ...{ pairs: 30_000, v3Pools: 3_000, positions: 10 },
  ...{ deepV3Pools: 100, deepPositions: 200 },
};
/** Made after the state that is begun with. */
const YOUNGER: ManyPoolsSize = {
  ...{ pairs: 60, v3Pools: 12, positions: 10, deepV3Pools: 1, deepPositions: 30 },
};
const PROVIDED = 2_000;
/** More than what the chain takes to hold a block for final. */
const FINALITY = 70;
const TIMEOUT_MS = 7_200_000;

let anvil: Anvil;
let node: RpcServer;
let server: Postgres;
let sql: Sql;
let many: ManyPools;
let start: { readonly block: number; readonly timestamp: number };
const ponders: Ponder[] = [];

beforeAll(async () => {
  const spec = chainSpec(CHAIN_ID);
  const state = await prepareDevnet(() => undefined, [CHAIN_ID]);
  [anvil, server] = await Promise.all([
    startAnvil({
      ...{ chainId: CHAIN_ID, statePath: statePath(state, CHAIN_ID) },
      args: ["--no-mining", "--prune-history", "1"],
    }),
    startPostgres(),
  ]);
  const { rpc } = anvil;
  await alignClock(rpc, spec);
  sql = postgres(server.url, { max: 2, onnotice: () => undefined });
  many = await createManyPools(rpc, spec);
  await many.make(TENTH);
  const { number, timestamp } = await createPublicClient({ transport: http(anvil.url) }).getBlock();
  start = { block: Number(number), timestamp: Number(timestamp) };
  const newestState = createNewestState(rpc, { newest: start.block, unchangedSince: start.block });
  node = await serveRpc({
    answer: async (method, params) => rpc.request(method, await newestState(method, params)),
  });
  await rpc.request("anvil_mine", [`0x${FINALITY.toString(16)}`]);
  for (const [schema, from] of [
    [REPLAYED, 0],
    [SEEDED, start.block],
  ] as const) {
    const env = {
      ...{ DATABASE_URL: server.url, DATABASE_SCHEMA: schema, POLLING_INTERVAL_MS: "100" },
      ...{ MIN_POOL_DEPTH_USD: "0", [`PONDER_RPC_URL_${CHAIN_ID}`]: node.url },
      [`PONDER_START_BLOCK_${CHAIN_ID}`]: String(from),
    };
    ponders.push(await startPonder({ env, logLevel: "info", timeoutMs: TIMEOUT_MS }));
  }
  for (const ponder of ponders) await ponder.backfilled();
}, TIMEOUT_MS);

afterAll(async () => {
  await sql?.end();
  for (const ponder of ponders) await ponder.stop();
  await Promise.all([node?.stop(), anvil?.stop(), server?.stop()]);
});

async function compare() {
  const asked = { chainId: CHAIN_ID, rpcUrl: node.url };
  for (const schema of [REPLAYED, SEEDED]) await waitForHead({ sql, schema, ...asked });
  const schemas = { replayed: REPLAYED, seeded: SEEDED };
  return seedDifferences(sql, { ...schemas, chainId: CHAIN_ID, ...start });
}

describe("an index of a tenth of mainnet's market that begins with a state", () => {
  test(
    "default: its rows are those of a replay of all logs",
    async () => {
      const { lines, rows } = await compare();
      expect(lines.slice(0, 20)).toEqual([]);
      expect(rows.get("uniswap_v2_pair")).toBeGreaterThan(TENTH.pairs);
      expect(rows.get("uniswap_v3_pool")).toBeGreaterThan(TENTH.v3Pools);
      expect(rows.get("uniswap_v3_tick")).toBeGreaterThan(98_000);
    },
    TIMEOUT_MS,
  );

  test(
    "behavior: they are after pools younger than the state, and changes of older ones",
    async () => {
      await many.make(YOUNGER);
      await many.provide(PROVIDED);
      expect((await compare()).lines.slice(0, 20)).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
