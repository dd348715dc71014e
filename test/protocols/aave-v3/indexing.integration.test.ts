import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aaveV3, spark } from "../../../devnet/protocols/aave-v3.ts";
import { loadStates } from "../../../src/api/graph/load-states.ts";
import { createPostgresStore } from "../../../src/api/store/postgres.ts";
import type { AaveV3Reserve } from "../../../src/protocols/aave-v3/pool.ts";
import { states as stored } from "../../../src/protocols/aave-v3/states.ts";
import { type Ponder, startPonder } from "../../harness/ponder.ts";
import { type Postgres, startPostgres } from "../../harness/postgres.ts";
import { createRandom } from "../chain.ts";
import { type ProtocolChain, startProtocolChain } from "../protocol-chain.ts";
import { read } from "./read.ts";
import { shake } from "./shake.ts";

const SCHEMA = "weir_aave";
const TIMEOUT_MS = 180_000;
const POLL_MS = 200;

let chain: ProtocolChain;
let postgres: Postgres;
let ponder: Ponder;

beforeAll(async () => {
  [chain, postgres] = await Promise.all([
    startProtocolChain({ chainId: 1, protocols: [aaveV3, spark] }),
    startPostgres(),
  ]);
}, 120_000);

afterAll(async () => {
  await ponder?.stop();
  await postgres?.stop();
  await chain?.stop();
});

function byId(states: readonly AaveV3Reserve[]) {
  return states
    .map(({ updatedBlock: _updatedBlock, ...state }) => state)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

test("default: indexed rows equal what the contracts answer, after the backfill and live", async () => {
  const random = createRandom(7);
  // A gift to the aToken is no log of the market.
  for (let round = 0; round < 10; round++) await shake(chain, random, { gifts: false });
  const { url } = chain.client.transport as { url?: string };
  if (url === undefined) throw new Error("The chain has no URL.");
  ponder = await startPonder({
    env: {
      ...{ DATABASE_URL: postgres.url, DATABASE_SCHEMA: SCHEMA },
      ...{ PONDER_RPC_URL_1: url, PONDER_START_BLOCK_1: "0" },
    },
    logLevel: "warn",
  });
  const store = createPostgresStore({ url: postgres.url, schema: SCHEMA });
  const indexed = () =>
    store.snapshot((db) => loadStates(db, stored, { chainId: 1, sinceBlock: -1, ids: [] }));
  try {
    for (let batch = 0; batch < 3; batch++) {
      const expected = byId(await read(chain.client, 1));
      expect(expected).toHaveLength(13);
      for (const start = Date.now(); ; await sleep(POLL_MS)) {
        const rows = byId(await rowsOrNone(indexed));
        if (Date.now() - start > TIMEOUT_MS) expect(rows).toEqual(expected);
        if (JSON.stringify(rows, plain) === JSON.stringify(expected, plain)) break;
      }
      for (let round = 0; round < 5; round++) await shake(chain, random, { gifts: false });
    }
  } finally {
    await store.close();
  }
}, 240_000);

/** None while the indexer has not made its tables. */
async function rowsOrNone(
  rows: () => Promise<readonly AaveV3Reserve[]>,
): Promise<readonly AaveV3Reserve[]> {
  if (!(await fetch(`${ponder.url}/ready`)).ok) return [];
  return rows();
}

function plain(_key: string, value: unknown): unknown {
  if (typeof value === "bigint") return `${value}n`;
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
}
