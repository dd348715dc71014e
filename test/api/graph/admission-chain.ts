import pino from "pino";
import postgres, { type Sql } from "postgres";
import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  http,
  keccak256,
  parseAbi,
} from "viem";
import { afterAll, beforeAll, expect, vi } from "vitest";
import { OPERATOR } from "../../../devnet/chains.ts";
import { type Devnet, startDevnet } from "../../../devnet/index.ts";
import { createRpc } from "../../../devnet/rpc.ts";
import type { RunningChainService } from "../../../src/api/chain/chain-service.ts";
import { type ChainServices, startChainServices } from "../../../src/api/main/chain-services.ts";
import { createMetrics } from "../../../src/api/metrics/metrics.ts";
import { openRecords, type Records } from "../../../src/api/records/open.ts";
import { NATIVE } from "../../../src/lib/address.ts";
import { CHAINS } from "../../../src/lib/chains.ts";
import { readEnvironment } from "../../../src/lib/env.ts";
import type { Erc4626Vault } from "../../../src/protocols/erc4626/pool.ts";
import { INDEXED } from "../../../src/protocols/indexed.ts";
import type { IndexedFamily } from "../../../src/protocols/sources.ts";
import { createSeedReader } from "../../../src/seed/reader.ts";
import { rowsOf } from "../../../src/seed/state.ts";
import { openSeedStore } from "../../../src/seed/store.ts";
import { createNamedVaults, type NamedVaults } from "../../harness/named-vaults.ts";
import { type Ponder, startPonder } from "../../harness/ponder.ts";
import { type Postgres, startPostgres } from "../../harness/postgres.ts";
import { devnetClient } from "../../harness/service.ts";

const CHAIN_ID = 1;
const SCHEMA = "weir_admission";
/** More than what the chain takes to hold a block for final. */
const FINALITY = 70;
/** Dollars: more than what a pool of the long tail holds, and than some of each other family do. */
const DEPTH_USD = 3_000_000;
/** Four callers may have ten each: more than any test but one asks for. */
const PER_MINUTE = 40;
/** As in `unread-pools.ts`. */
const POOLS_PER_NAME = 8;

/** When a state was read, and since when a yield is measured. */
const MOMENTS = ["updatedBlock", "ticksBlock", "binsBlock", "since", "sinceTimestamp"];

const pairAbi = parseAbi([
  "function deposit() payable",
  "function transfer(address to, uint256 amount) returns (bool)",
  "function sync()",
]);
// https://github.com/circlefin/stablecoin-evm
export const USDC: Address = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const [CHAIN] = [...CHAINS.values()].filter(({ chainId }) => chainId === CHAIN_ID);
if (CHAIN === undefined) throw new Error("the chain is unknown");
export const { wrappedNative } = CHAIN;
const { connectors, usdAnchors } = CHAIN;
/** Tokens whose pools nobody has to ask for. */
const COMMON: ReadonlySet<Address> = new Set([...connectors, ...usdAnchors, wrappedNative, NATIVE]);

/** A pool that was left out, and a name that brings it in. */
interface LeftOut {
  readonly id: string;
  readonly family: string;
  readonly address: Address;
  readonly name: Address;
}

let vaults: NamedVaults;
let devnet: Devnet;
let server: Postgres;
let sql: Sql;
let ponder: Ponder;
let records: Records;
let services: ChainServices;
let env: Record<string, string>;
let leftOut: LeftOut[];
export const metrics = createMetrics();
const running = new Map<number, RunningChainService>();
let callers = 0;

/** Starts all of it for the tests of a file. */
export function serveAdmission(): void {
  beforeAll(start, 400_000);
  afterAll(stop);
}

async function start(): Promise<void> {
  [devnet, server] = await Promise.all([
    startDevnet({ chainIds: [CHAIN_ID], blockTimeMs: null }),
    startPostgres(),
  ]);
  sql = postgres(server.url, { max: 2, onnotice: () => undefined });
  await rpc().request("anvil_mine", [`0x${FINALITY.toString(16)}`]);
  env = {
    ...{ DATABASE_URL: server.url, DATABASE_SCHEMA: SCHEMA, POLLING_INTERVAL_MS: "100" },
    ...{ PONDER_RPC_URL_1: url(), MIN_POOL_DEPTH_USD: String(DEPTH_USD) },
    ADMISSIONS_PER_MINUTE: String(PER_MINUTE),
  };
  ponder = await startPonder({ env });
  await ponder.backfilled();
  records = await openRecords(server.url);
  services = await startChainServices({
    ...{ environment: readEnvironment(env), databaseUrl: server.url, records, running, metrics },
    log: pino({ level: "silent" }),
  });
  await mine();
  await vi.waitFor(() => expect(service().status().ready).toBe(true), { timeout: 120_000 });
  // Tokens of the long tail have one pair each; others have too many pools to count on one.
  const pairs = await sql<LeftOut[]>`
    select id, family, address, token as name from weir_seed.pool as pool, unnest(tokens) as token
    where not is_chosen and family = 'uniswap-v2'
      and not exists (select from weir_seed.pool as other where other.id <> pool.id
        and token = any(other.tokens)) order by id`;
  const named = await sql<LeftOut[]>`select id, family, address, address as name
    from weir_seed.pool where not is_chosen and family in ('uniswap-v3', 'erc4626') order by id`;
  const all = await sql<LeftOut[]>`
    select id, family, address, token as name from weir_seed.pool, unnest(tokens) as token
    where not is_chosen and family = 'uniswap-v4' and token not in ${sql([...COMMON])} order by id`;
  // A token brings in the pools that hold most of it.
  const seeds = await openSeedStore(server.url);
  const managed: LeftOut[] = [];
  for (const one of all) {
    const listed = await seeds.poolsWith(CHAIN_ID, one.name, POOLS_PER_NAME);
    if (listed.some(({ id }) => id === one.id)) managed.push(one);
  }
  await seeds.close();
  leftOut = [...pairs, ...named, ...managed];
  vaults = await createNamedVaults(devnetClient(url()), async () => void (await mine()));
}

async function stop(): Promise<void> {
  await services?.close();
  await Promise.all([records?.close(), sql?.end(), ponder?.stop()]);
  await Promise.all([devnet?.stop(), server?.stop()]);
}

function url(): string {
  return devnet.chains[0]?.url ?? "";
}

export function rpc() {
  return createRpc(url());
}

export function mine(): Promise<unknown> {
  return rpc().request("evm_mine");
}

export function service(): RunningChainService {
  const found = running.get(CHAIN_ID);
  if (found === undefined) throw new Error("the chain is not served");
  return found;
}

/** A pool of the family, each once. */
export function take(family = "uniswap-v2"): LeftOut {
  const at = leftOut.findIndex((one) => one.family === family);
  const [found] = at < 0 ? [] : leftOut.splice(at, 1);
  if (found === undefined) throw new Error(`no pool of ${family} was left out`);
  return found;
}

/** Somebody who has not asked for anything yet. */
export function someone(): string {
  return `address ${++callers}`;
}

export function isInGraph({ id }: LeftOut): boolean {
  return service().lastSnapshot()?.pools.has(id) === true;
}

/** The graph's state of a pool, but for when it was read. */
export function stateOf({ id }: LeftOut): string {
  return JSON.stringify(service().lastSnapshot()?.pools.get(id), (key, value: unknown) => {
    if (MOMENTS.includes(key)) return undefined;
    return typeof value === "bigint" ? `${value}n` : value;
  });
}

/** Whether the index has rows of the pool. */
export async function isFollowed({ id }: LeftOut): Promise<boolean> {
  const rows = await sql`select from ${sql(SCHEMA)}.pool where id = ${id}`;
  return rows.length === 1;
}

export async function untilFollowed(pool: LeftOut): Promise<void> {
  await expect.poll(() => isFollowed(pool), { timeout: 120_000 }).toBe(true);
}

/** Until the graph is that of the node's newest block. */
export async function untilNewest(): Promise<void> {
  const { hash } = (await rpc().request("eth_getBlockByNumber", ["latest", false])) as {
    readonly hash: string;
  };
  await expect.poll(() => service().lastSnapshot()?.block.hash, { timeout: 120_000 }).toBe(hash);
}

/** What the tables have of a V2 pair. */
export async function reserves({ address }: LeftOut): Promise<string> {
  const [row] = await sql`select reserve0, reserve1, total_supply from
    ${sql(SCHEMA)}.uniswap_v2_pair where address = ${address}`;
  return JSON.stringify(row);
}

/** The same as the node has it. */
export async function reservesOfNode({ address }: LeftOut): Promise<string> {
  const seeds = await openSeedStore(server.url);
  try {
    const state = createSeedReader(http(url())).at("latest");
    const pools = await seeds.poolsOf(CHAIN_ID, [address]);
    const seed = INDEXED.map((one: IndexedFamily) => one).find(
      ({ family }) => family === "uniswap-v2",
    )?.seed;
    if (seed === undefined) throw new Error("uniswap-v2 has no seed");
    const block = { chainId: CHAIN_ID, number: 0, timestamp: 0 };
    const task = { block, state, newest: state, metadata: new Map() };
    const rows = (await rowsOf("uniswap-v2", seed, pools, task)) as {
      readonly uniswapV2Pair?: readonly Record<string, bigint>[];
    };
    const [row] = rows.uniswapV2Pair ?? [];
    const { reserve0, reserve1, totalSupply } = row ?? {};
    return JSON.stringify({
      ...{ reserve0: String(reserve0), reserve1: String(reserve1) },
      total_supply: String(totalSupply),
    });
  } finally {
    await seeds.close();
  }
}

/** Gives a pair of the wrapped native currency more of it, and tells it so. */
export async function trade({ address }: LeftOut): Promise<void> {
  const node = rpc();
  await node.request("anvil_impersonateAccount", [OPERATOR]);
  await node.request("anvil_setBalance", [OPERATOR, `0x${(10n ** 24n).toString(16)}`]);
  const amount = 10n ** 18n;
  const send = async (to: Address, data: string, value = 0n) => {
    await node.request("eth_sendTransaction", [
      { from: OPERATOR, to, data, value: `0x${value.toString(16)}`, gas: "0x100000" },
    ]);
    await mine();
  };
  const data = (functionName: "deposit" | "sync") =>
    encodeFunctionData({ abi: pairAbi, functionName });
  await send(wrappedNative, data("deposit"), amount);
  const args = [address, amount] as const;
  await send(wrappedNative, encodeFunctionData({ abi: pairAbi, functionName: "transfer", args }));
  await send(address, data("sync"));
}

/** Writes a bitmap of 15,000 ticks into a V3 pool, at the places of Uniswap's and of Pancake's. */
export async function initialiseTicks({ address }: LeftOut): Promise<void> {
  const types = [{ type: "int256" }, { type: "uint256" }] as const;
  for (const place of [6n, 7n]) {
    for (let word = -30n; word < 30n; word++) {
      const slot = keccak256(encodeAbiParameters(types, [word, place]));
      await rpc().request("anvil_setStorageAt", [address, slot, `0x${"f".repeat(64)}`]);
    }
  }
  await mine();
  await untilNewest();
}

/** A vault that nothing lists, with shares. */
export async function makeVault(name: string, asset: Address): Promise<LeftOut> {
  const address = await vaults.deploy(name, [asset]);
  await vaults.deposit(address, 1_000_003n * 10n ** 6n);
  await vaults.donate(address, 40_000_000_007n);
  await untilNewest();
  return { id: address, family: "erc4626", address, name: address };
}

/** Assets of a vault by the graph. */
export function assetsOf({ id }: LeftOut): bigint | undefined {
  const state = service().lastSnapshot()?.pools.get(id) as Erc4626Vault | undefined;
  return state?.assetsTerm;
}

export async function wantedPools(): Promise<number> {
  const [row] = await sql`select count(*)::int as pools from weir_app.wanted_pools`;
  return Number(row?.pools);
}

/** Kills the indexer, does something, and starts it again. */
export async function withoutIndexer(work: () => Promise<void>): Promise<void> {
  await ponder.kill();
  await work();
  ponder = await startPonder({ env });
}

/** Vaults that nothing lists. */
export function namedVaults(): NamedVaults {
  return vaults;
}
