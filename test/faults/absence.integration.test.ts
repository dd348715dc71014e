import { numberToHex } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Devnet, startDevnet } from "../../devnet/index.ts";
import { createRpc, type Rpc } from "../../devnet/rpc.ts";
import { SCHEMA } from "../harness/indexed-cluster.ts";
import { type Postgres, startPostgres } from "../harness/postgres.ts";
import { type Program, startApi, untilOn } from "../harness/program.ts";
import { sized } from "../harness/size.ts";
import { newestBlock } from "./chain-script.ts";
import { createIndexDatabase, followed, type IndexDatabase, startIndexer } from "./indexers.ts";

/** Of the devnet the one of fewest pools and of blocks that are final soonest, after 30. */
const CHAIN_ID = 80_094;
const FINALITY = 30;
const MINUTES = 60_000;
/** The node has the states of the newest 128 blocks alone. */
const KEPT_STATES = 128;
/** What is tried, in blocks. */
const ABSENCES: readonly (readonly [string, number])[] = [
  ...sized({
    always: [],
    nightly: [["of more, as far back as the node has states", 300] as const],
  }),
  ["of more than is looked back", 700],
];
/** Of a chain that mines at once. */
const BLOCKS_AT_ONCE = 60;

let devnet: Devnet;
let server: Postgres;
let database: IndexDatabase;
let ponder: Awaited<ReturnType<typeof startIndexer>>;
let api: Program;
let rpc: Rpc;
let url: string;

beforeAll(async () => {
  [devnet, server] = await Promise.all([
    startDevnet({ chainIds: [CHAIN_ID], blockTimeMs: null }),
    startPostgres(),
  ]);
  url = devnet.chains[0]?.url ?? "";
  rpc = createRpc(url);
  database = await createIndexDatabase(server.url, "absence");
  ponder = await startIndexer({ chainId: CHAIN_ID, url }, database.env);
  api = await startApi({
    ...database.env,
    [`PONDER_RPC_URL_${CHAIN_ID}`]: url,
    POLLING_INTERVAL_MS: "100",
  });
  await settle();
}, 5 * MINUTES);

afterAll(async () => {
  await api?.stop();
  await ponder?.stop();
  await database?.close();
  await Promise.all([devnet?.stop(), server?.stop()]);
});

/** Waits until index and API stand on the newest block; its number. */
async function settle(): Promise<number> {
  const number = await followed(url, { query: database.query, ponder });
  await untilOn(api, number);
  return number;
}

async function mine(blocks: number): Promise<void> {
  for (let left = blocks; left > 0; left -= BLOCKS_AT_ONCE) {
    await rpc.request("anvil_mine", [numberToHex(Math.min(left, BLOCKS_AT_ONCE))]);
  }
}

/** Stops the indexer while the chain mines, and starts it again. */
async function beAwayFor(blocks: number): Promise<void> {
  await ponder.stop();
  await mine(blocks);
  ponder = await startIndexer({ chainId: CHAIN_ID, url }, database.env);
}

async function isReady(): Promise<boolean> {
  return (await fetch(`${api.url}/ready`)).ok;
}

/** Runs of numbers without a gap in `head_block`, ascending. */
async function listed(): Promise<readonly (readonly [number, number])[]> {
  const rows = (await database.query(`
    select min(number) as first, max(number) as last from (
      select number, number - row_number() over (order by number) as run from "${SCHEMA}".head_block
    ) numbered group by run order by first`)) as readonly { first: number; last: number }[];
  return rows.map(({ first, last }) => [first, last]);
}

describe("index after an absence", () => {
  test("default: of so few blocks that the node still has the states of those taken back", async () => {
    // Until the first live block is final: what is not is taken back by a restart.
    for (let mined = 0; mined <= 2 * FINALITY; mined += FINALITY) {
      await mine(FINALITY);
      await settle();
    }
    const { number: before } = await newestBlock(rpc);
    await beAwayFor(10);
    const head = await settle();
    expect(head).toBe(before + 10);
    expect(await listed()).toEqual([[expect.any(Number), head]]);
    expect(await isReady()).toBe(true);
  });

  test.each(ABSENCES)("behavior: %s", async (_what, blocks) => {
    const runs = await listed();
    const before = await settle();
    await beAwayFor(blocks);
    const head = await settle();
    expect(head).toBe(before + blocks);
    const after = await listed();
    expect(after).toHaveLength(runs.length + 1);
    const [first, last] = after.at(-1) ?? [0, 0];
    expect(last).toBe(head);
    expect(first).toBeGreaterThanOrEqual(head - KEPT_STATES);
    expect(await isReady()).toBe(true);
  });

  test("behavior: follows the chain from there", async () => {
    const [first] = (await listed()).at(-1) ?? [];
    const { number } = await newestBlock(rpc);
    await mine(3);
    await settle();
    expect((await listed()).at(-1)).toEqual([first, number + 3]);
    expect(await isReady()).toBe(true);
  });
});
