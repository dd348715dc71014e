import postgres, { type Sql } from "postgres";
import { createPublicClient, http } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Devnet, startDevnet } from "../../devnet/index.ts";
import { readManifest } from "../../devnet/manifest.ts";
import { manifestPath, prepareDevnet } from "../../devnet/prepare.ts";
import { createRpc } from "../../devnet/rpc.ts";
import { devnetProtocolChain } from "../harness/devnet-chain.ts";
import { type Ponder, startPonder } from "../harness/ponder.ts";
import { type Postgres, startPostgres } from "../harness/postgres.ts";
import { createRandom } from "../protocols/chain.ts";
import type { ProtocolChain } from "../protocols/protocol-chain.ts";
import { createActivity, randomNumbers } from "./activity.ts";
import { waitForHead } from "./comparison.ts";
import { ACTIVITY } from "./family-activity.ts";
import { seedDifferences } from "./seed-comparison.ts";

const REPLAYED = "weir_replayed";
const SEEDED = "weir_seeded";
const CHAIN_IDS = [1, 8453, 43_114, 80_094] as const;
/** Those whose pools are all of kinds that anyone can trade in alike. */
const PLAIN: readonly number[] = [1, 80_094];
/** More than what any of the chains takes to hold a block for final. */
const FINALITY = 70;
const STEPS = 25;

/** Tables whose rows no other test would miss. */
const COMPARED: Readonly<Record<number, readonly string[]>> = {
  1: [
    "balancer_v2_pool",
    "balancer_v3_pool",
    "curve_lending_pool",
    "uniswap_v4_pool",
    "uniswap_v4_tick",
    "liquidity_book_pool",
    "liquidity_book_bin",
    "erc4626_vault",
  ],
  8453: [
    "slipstream_pool",
    "slipstream_tick",
    "pancakeswap_infinity_pool",
    "pancakeswap_infinity_tick",
    "pancakeswap_infinity_bin_pool",
    "pancakeswap_infinity_bin",
  ],
  43114: ["uniswap_v3_pool", "uniswap_v3_tick"],
  80094: ["algebra_pool", "algebra_tick"],
};

/** All families together trade in more blocks than a node keeps the states of by default. */
const KEPT_STATES = 512;

let devnet: Devnet;
let server: Postgres;
let sql: Sql;
const ponders: Ponder[] = [];
const starts = new Map<number, { readonly block: number; readonly timestamp: number }>();
const plays = new Map<number, (round: number) => Promise<void>>();

beforeAll(async () => {
  [devnet, server] = await Promise.all([
    startDevnet({ chainIds: [...CHAIN_IDS], blockTimeMs: null, keptStates: KEPT_STATES }),
    startPostgres(),
  ]);
  sql = postgres(server.url, { max: 2, onnotice: () => undefined });
  const state = await prepareDevnet(() => undefined);
  const env: Record<string, string> = {
    ...{ DATABASE_URL: server.url, POLLING_INTERVAL_MS: "100", MIN_POOL_DEPTH_USD: "0" },
  };
  await Promise.all(
    CHAIN_IDS.map(async (chainId) => {
      const url = urlOf(chainId);
      env[`PONDER_RPC_URL_${chainId}`] = url;
      const manifest = readManifest(manifestPath(state, chainId));
      const rpc = createRpc(url);
      const chain = devnetProtocolChain({ chainId, url, tokens: manifest.tokens });
      const play = async (round: number) => {
        if (PLAIN.includes(chainId)) {
          const random = randomNumbers(31 * chainId + round);
          await createActivity({ rpc, manifest, random }).play(STEPS);
        }
        await playFamilies(chain, chainId, round);
      };
      plays.set(chainId, play);
      await play(0);
      starts.set(chainId, await newestBlock(url));
      // What follows is in the index of both by its logs alone.
      await play(1);
      await rpc.request("anvil_mine", [`0x${FINALITY.toString(16)}`]);
    }),
  );
  const started = (schema: string, start: (chainId: number) => string) =>
    startPonder({
      env: {
        ...{ ...env, DATABASE_SCHEMA: schema },
        ...Object.fromEntries(CHAIN_IDS.map((id) => [`PONDER_START_BLOCK_${id}`, start(id)])),
      },
      logLevel: "info",
    });
  ponders.push(await started(REPLAYED, () => "0"));
  ponders.push(await started(SEEDED, (chainId) => String(starts.get(chainId)?.block)));
  for (const ponder of ponders) await ponder.backfilled();
}, 400_000);

afterAll(async () => {
  await sql?.end();
  for (const ponder of ponders) await ponder.stop();
  await Promise.all([devnet?.stop(), server?.stop()]);
});

function urlOf(chainId: number): string {
  return devnet.chains.find((chain) => chain.chainId === chainId)?.url ?? "";
}

async function newestBlock(url: string) {
  const { number, timestamp } = await createPublicClient({ transport: http(url) }).getBlock();
  return { block: Number(number), timestamp: Number(timestamp) };
}

async function playFamilies(chain: ProtocolChain, chainId: number, round: number): Promise<void> {
  const random = createRandom(7_000 * chainId + round);
  for (const [family, act] of Object.entries(ACTIVITY[chainId] ?? {})) {
    await act(chain, random, round).catch((cause: unknown) => {
      throw new Error(`${family} in round ${round} failed.`, { cause });
    });
  }
}

/** Waits until both indexes are at the head, and compares them. */
async function compare(chainId: number) {
  const rpcUrl = urlOf(chainId);
  for (const schema of [REPLAYED, SEEDED]) await waitForHead({ sql, schema, chainId, rpcUrl });
  const start = starts.get(chainId);
  if (start === undefined) throw new Error(`chain ${chainId} has no start`);
  const schemas = { replayed: REPLAYED, seeded: SEEDED };
  return seedDifferences(sql, { ...schemas, chainId, ...start });
}

/** What the indexers warned of: a block that could not be read is read with the next one. */
function warnings(): string {
  const lines = ponders.flatMap((ponder) => ponder.output().split("\n"));
  return lines.filter((line) => /WARN|ERROR/.test(line)).join("\n");
}

describe.each(CHAIN_IDS)("seeded tables of chain %i", (chainId) => {
  test("default: equal to the replayed ones, after trades of before and after the start", async () => {
    const rpc = createRpc(urlOf(chainId));
    await rpc.request("evm_mine");
    const { lines, rows } = await compare(chainId);
    expect(lines, warnings()).toEqual([]);
    for (const table of ["pool", ...(COMPARED[chainId] ?? [])]) {
      expect(rows.get(table), table).toBeGreaterThan(0);
    }
  });

  test("behavior: live blocks", async () => {
    await plays.get(chainId)?.(2);
    const { lines } = await compare(chainId);
    expect(lines, warnings()).toEqual([]);
  });
});
