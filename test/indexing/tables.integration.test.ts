import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Devnet, startDevnet } from "../../devnet/index.ts";
import { type Manifest, readManifest } from "../../devnet/manifest.ts";
import { manifestPath, prepareDevnet } from "../../devnet/prepare.ts";
import { createRpc } from "../../devnet/rpc.ts";
import { type Ponder, startPonder } from "../harness/ponder.ts";
import { type Postgres, startPostgres } from "../harness/postgres.ts";
import { sized } from "../harness/size.ts";
import { createActivity, randomNumbers } from "./activity.ts";
import { compareWithNode, type Indexed, waitForHead } from "./comparison.ts";
import { pastDifferences } from "./past.ts";

const SCHEMA = "weir";
const REORG_DEPTHS = sized({
  always: [1, 5, 20],
  nightly: Array.from({ length: 20 }, (_, index) => index + 1),
});

/** Reorganisations after which the past is compared too. */
const PAST_EVERY = 5;

let devnet: Devnet;
let manifests: ReadonlyMap<number, Manifest>;
let server: Postgres;
let ponder: Ponder;
let sql: Sql;

beforeAll(async () => {
  [devnet, server] = await Promise.all([startDevnet({ blockTimeMs: null }), startPostgres()]);
  const state = await prepareDevnet(() => undefined);
  manifests = new Map(
    devnet.chains.map(({ chainId }) => [chainId, readManifest(manifestPath(state, chainId))]),
  );
  const env: Record<string, string> = { DATABASE_URL: server.url, POLLING_INTERVAL_MS: "100" };
  for (const { chainId, url } of devnet.chains) {
    env[`PONDER_RPC_URL_${chainId}`] = url;
    env[`PONDER_START_BLOCK_${chainId}`] = "0";
  }
  ponder = await startPonder({ env, logLevel: "warn" });
  await ponder.backfilled();
  const numeric = { to: 1700, from: [1700], serialize: String, parse: BigInt };
  sql = postgres(server.url, { max: 2, types: { bigint: numeric }, onnotice: () => undefined });
}, 300_000);

afterAll(async () => {
  await sql?.end();
  await ponder?.stop();
  await Promise.all([devnet?.stop(), server?.stop()]);
});

function chain(chainId: number) {
  const found = devnet.chains.find((each) => each.chainId === chainId);
  if (found === undefined) throw new Error(`The devnet has no chain ${chainId}.`);
  return found;
}

function indexed(chainId: number): Indexed {
  return { sql, schema: SCHEMA, chainId, rpcUrl: chain(chainId).url };
}

async function past(chainId: number): Promise<readonly string[]> {
  return pastDifferences(indexed(chainId), await waitForHead(indexed(chainId)));
}

function activity(chainId: number, seed: number) {
  const manifest = manifests.get(chainId);
  if (manifest === undefined) throw new Error(`No manifest of chain ${chainId}.`);
  const rpc = createRpc(chain(chainId).url);
  return createActivity({ rpc, manifest, random: randomNumbers(seed) });
}

describe.each([1, 80_094])("tables of chain %i", (chainId) => {
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
    expect(await past(chainId)).toEqual([]);
  });

  test("behavior: reorganisations 1 to 20 blocks deep", { timeout: 400_000 }, async () => {
    const rpc = createRpc(chain(chainId).url);
    for (const depth of REORG_DEPTHS) {
      await activity(chainId, 100 + depth).play(depth);
      // Ponder asks for logs by block hash and repeats the question for a minute when anvil has dropped the block.
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
    expect(ponder.output()).not.toMatch(/ERROR/);
  });
});
