import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Manifest, readManifest } from "../../devnet/manifest.ts";
import { manifestPath, prepareDevnet } from "../../devnet/prepare.ts";
import { createRpc } from "../../devnet/rpc.ts";
import { sized } from "../harness/size.ts";
import { createActivity, randomNumbers } from "./activity.ts";
import { compareWithNode, type Indexed, waitForHead } from "./comparison.ts";
import { pastDifferences } from "./past.ts";
import { SCHEMA, type SharedIndex, sharedIndex } from "./shared-index.ts";

const CHAINS = [1, 80_094];
const REORG_DEPTHS = sized({
  always: [1, 20],
  nightly: Array.from({ length: 20 }, (_, index) => index + 1),
});

/** Reorganisations after which the past is compared too. */
const PAST_EVERY = 5;

let index: SharedIndex;
const manifests = new Map<number, Manifest>();
let sql: Sql;

beforeAll(async () => {
  index = await sharedIndex();
  const state = await prepareDevnet(() => undefined);
  for (const chainId of CHAINS) {
    manifests.set(chainId, readManifest(manifestPath(state, chainId)));
  }
  const numeric = { to: 1700, from: [1700], serialize: String, parse: BigInt };
  const types = { bigint: numeric };
  sql = postgres(index.databaseUrl, { max: 2, types, onnotice: () => undefined });
}, 300_000);

afterAll(() => sql?.end());

function indexed(chainId: number): Indexed {
  return { sql, schema: SCHEMA, chainId, rpcUrl: index.chain(chainId).url };
}

async function past(chainId: number): Promise<readonly string[]> {
  return pastDifferences(indexed(chainId), await waitForHead(indexed(chainId)));
}

/** The tables with rows kept for a reorganisation that no block has been given to. */
async function undated(): Promise<readonly string[]> {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = ${SCHEMA} and table_name like '\_reorg\_\_%'`;
  expect(tables.length).toBeGreaterThan(100);
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const of = sql`${sql(SCHEMA)}.${sql(name)}`;
      const rows = await sql`select from ${of} where checkpoint like '9999999999%' limit 1`;
      return rows.length === 0 ? [] : [name];
    }),
  );
  return found.flat();
}

function activity(chainId: number, seed: number) {
  const manifest = manifests.get(chainId);
  if (manifest === undefined) throw new Error(`No manifest of chain ${chainId}.`);
  const rpc = createRpc(index.chain(chainId).url);
  return createActivity({ rpc, manifest, random: randomNumbers(seed) });
}

describe.each(CHAINS)("tables of chain %i", (chainId) => {
  test("default: the backfill", async () => {
    const { differences, rows } = await compareWithNode(indexed(chainId));
    expect(differences).toEqual([]);
    expect(rows.pool).toBeGreaterThanOrEqual(chainId === 1 ? 150 : 6);
    expect(rows.pool).toBe(rows.pair + rows.v3Pool);
    expect(rows.poolToken).toBe(2 * rows.pool);
    expect(rows.v3Tick).toBeGreaterThan(0);
    expect(await past(chainId)).toEqual([]);
  });

  test("behavior: live blocks of all kinds", async () => {
    const succeeded = await activity(chainId, 1).play(60);
    const kinds = ["swapV2", "swapV3", "provideV3", "withdrawV3", "sync"];
    for (const kind of kinds) expect(succeeded.get(kind) ?? 0).toBeGreaterThan(0);
    expect((await compareWithNode(indexed(chainId))).differences).toEqual([]);
    expect(await undated()).toEqual([]);
    expect(await past(chainId)).toEqual([]);
  });

  test("behavior: reorganisations 1 to 20 blocks deep", { timeout: 400_000 }, async () => {
    const rpc = createRpc(index.chain(chainId).url);
    for (const depth of REORG_DEPTHS) {
      await activity(chainId, 100 + depth).play(depth);
      // Ponder asks for logs by block hash and repeats the question for a minute when anvil has
      // dropped the block.
      await waitForHead(indexed(chainId));
      await rpc.request("anvil_reorg", [depth, []]);
      await rpc.request("evm_mine");
      const { differences } = await compareWithNode(indexed(chainId));
      expect(differences, `after a reorganisation of ${depth} blocks`).toEqual([]);
      if (depth % PAST_EVERY > 0) continue;
      expect(await past(chainId), `after a reorganisation of ${depth} blocks`).toEqual([]);
    }
  });

  test("behavior: no error was logged", () => {
    expect(index.ponder.output()).not.toMatch(/ERROR/);
  });
});
