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
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
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
/** Pools that are asked for until it is too much, however windows of a minute fall. */
const TOO_MANY = 100;
/** As in `unread-pools.ts`. */
const POOLS_PER_NAME = 8;
/** Families whose state is read in different ways. */
const FAMILIES = ["uniswap-v2", "uniswap-v3", "uniswap-v4", "erc4626"];

/** When a state was read, and since when a yield is measured. */
const MOMENTS = ["updatedBlock", "ticksBlock", "binsBlock", "since", "sinceTimestamp"];

const pairAbi = parseAbi([
  "function deposit() payable",
  "function transfer(address to, uint256 amount) returns (bool)",
  "function sync()",
]);
// https://github.com/circlefin/stablecoin-evm
const USDC: Address = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const [CHAIN] = [...CHAINS.values()].filter(({ chainId }) => chainId === CHAIN_ID);
if (CHAIN === undefined) throw new Error("the chain is unknown");
const { wrappedNative, connectors, usdAnchors } = CHAIN;
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
const metrics = createMetrics();
const running = new Map<number, RunningChainService>();
let callers = 0;

beforeAll(async () => {
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
}, 400_000);

afterAll(async () => {
  await services?.close();
  await Promise.all([records?.close(), sql?.end(), ponder?.stop()]);
  await Promise.all([devnet?.stop(), server?.stop()]);
});

function url(): string {
  return devnet.chains[0]?.url ?? "";
}

function rpc() {
  return createRpc(url());
}

function mine(): Promise<unknown> {
  return rpc().request("evm_mine");
}

function service(): RunningChainService {
  const found = running.get(CHAIN_ID);
  if (found === undefined) throw new Error("the chain is not served");
  return found;
}

/** A pool of the family, each once. */
function take(family = "uniswap-v2"): LeftOut {
  const at = leftOut.findIndex((one) => one.family === family);
  const [found] = at < 0 ? [] : leftOut.splice(at, 1);
  if (found === undefined) throw new Error(`no pool of ${family} was left out`);
  return found;
}

/** Somebody who has not asked for anything yet. */
function someone(): string {
  return `address ${++callers}`;
}

function isInGraph({ id }: LeftOut): boolean {
  return service().lastSnapshot()?.pools.has(id) === true;
}

/** The graph's state of a pool, but for when it was read. */
function stateOf({ id }: LeftOut): string {
  return JSON.stringify(service().lastSnapshot()?.pools.get(id), (key, value: unknown) => {
    if (MOMENTS.includes(key)) return undefined;
    return typeof value === "bigint" ? `${value}n` : value;
  });
}

/** Whether the index has rows of the pool. */
async function isFollowed({ id }: LeftOut): Promise<boolean> {
  const rows = await sql`select from ${sql(SCHEMA)}.pool where id = ${id}`;
  return rows.length === 1;
}

async function untilFollowed(pool: LeftOut): Promise<void> {
  await expect.poll(() => isFollowed(pool), { timeout: 120_000 }).toBe(true);
}

/** Until the graph is that of the node's newest block. */
async function untilNewest(): Promise<void> {
  const { hash } = (await rpc().request("eth_getBlockByNumber", ["latest", false])) as {
    readonly hash: string;
  };
  await expect.poll(() => service().lastSnapshot()?.block.hash, { timeout: 120_000 }).toBe(hash);
}

/** What the tables have of a V2 pair. */
async function reserves({ address }: LeftOut): Promise<string> {
  const [row] = await sql`select reserve0, reserve1, total_supply from
    ${sql(SCHEMA)}.uniswap_v2_pair where address = ${address}`;
  return JSON.stringify(row);
}

/** The same as the node has it. */
async function reservesOfNode({ address }: LeftOut): Promise<string> {
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
async function trade({ address }: LeftOut): Promise<void> {
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
async function initialiseTicks({ address }: LeftOut): Promise<void> {
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
async function makeVault(name: string, asset: Address): Promise<LeftOut> {
  const address = await vaults.deploy(name, [asset]);
  await vaults.deposit(address, 1_000_003n * 10n ** 6n);
  await vaults.donate(address, 40_000_000_007n);
  await untilNewest();
  return { id: address, family: "erc4626", address, name: address };
}

/** Assets of a vault by the graph. */
function assetsOf({ id }: LeftOut): bigint | undefined {
  const state = service().lastSnapshot()?.pools.get(id) as Erc4626Vault | undefined;
  return state?.assetsTerm;
}

async function wantedPools(): Promise<number> {
  const [row] = await sql`select count(*)::int as pools from weir_app.wanted_pools`;
  return Number(row?.pools);
}

describe("ChainService.admit", () => {
  test.each(
    FAMILIES,
  )("default: a pool of %s that was left out is in the graph at once", async (family) => {
    const pool = take(family);
    expect(await isFollowed(pool)).toBe(false);
    expect(isInGraph(pool)).toBe(false);
    await service().admit([pool.name], someone());
    expect(isInGraph(pool)).toBe(true);
    const before = stateOf(pool);
    await mine();
    await untilFollowed(pool);
    await untilNewest();
    expect(isInGraph(pool)).toBe(true);
    expect(stateOf(pool)).toBe(before);
  });

  test("behavior: its logs are followed from then on", async () => {
    const pool = take();
    // A trade of before is in the state that is read.
    await trade(pool);
    await service().admit([pool.name], someone());
    await mine();
    await untilFollowed(pool);
    await untilNewest();
    const first = await reserves(pool);
    expect(first).toBe(await reservesOfNode(pool));
    await trade(pool);
    await untilNewest();
    const second = await reserves(pool);
    expect(second).not.toBe(first);
    expect(second).toBe(await reservesOfNode(pool));
  });

  test("behavior: a pool that is named itself", async () => {
    const pool = take();
    await service().admit([pool.address], someone());
    expect(isInGraph(pool)).toBe(true);
  });

  test("error: NO_ROUTE for a pool with too many ticks, which nobody follows", async () => {
    const pool = take("uniswap-v3");
    await initialiseTicks(pool);
    const asked = service().admit([pool.name], someone());
    const refused = { code: "NO_ROUTE", message: expect.stringMatching(/10000 initialised ticks/) };
    await expect(asked).rejects.toMatchObject(refused);
    await expect(service().admit([pool.name], someone())).rejects.toMatchObject(refused);
    expect(isInGraph(pool)).toBe(false);
    // Beside others it keeps none of them out.
    const other = take();
    await service().admit([other.name, wrappedNative], someone());
    expect(isInGraph(other)).toBe(true);
    await mine();
    await untilFollowed(other);
    expect(await isFollowed(pool)).toBe(false);
    const text = await metrics.registry.metrics();
    expect(text).toMatch(/weir_admissions_total\{chain="1",outcome="oversized"\} 1\n/);
  });

  test("behavior: an address that means nothing is wanted by nobody", async () => {
    const before = await wantedPools();
    const names = Array.from(
      { length: 50 },
      (_, i): Address => `0x${String(i + 1).padStart(40, "9")}`,
    );
    const caller = someone();
    for (const name of names) await service().admit([name], caller);
    expect(await wantedPools()).toBe(before);
  });

  test("behavior: an indexer that is killed admits what was asked for meanwhile", async () => {
    const pool = take();
    await ponder.kill();
    await service().admit([pool.name], someone());
    expect(isInGraph(pool)).toBe(true);
    await mine();
    ponder = await startPonder({ env });
    await untilFollowed(pool);
    await untilNewest();
    expect(await reserves(pool)).toBe(await reservesOfNode(pool));
  });

  test("behavior: what a reorganisation takes back is admitted again", async () => {
    const pool = take();
    await untilNewest();
    await service().admit([pool.name], someone());
    await mine();
    await untilFollowed(pool);
    await untilNewest();
    await rpc().request("anvil_reorg", [3, []]);
    await mine();
    await untilNewest();
    await mine();
    await untilNewest();
    await untilFollowed(pool);
    expect(isInGraph(pool)).toBe(true);
    expect(await reserves(pool)).toBe(await reservesOfNode(pool));
  });

  test("default: a vault that nothing lists is in the graph at once, and followed", async () => {
    const vault = await makeVault("ClassicVault", USDC);
    await service().admit([vault.name], someone());
    expect(isInGraph(vault)).toBe(true);
    expect(service().lastSnapshot()?.tokens.has(vault.address)).toBe(true);
    expect(await isFollowed(vault)).toBe(false);
    const before = stateOf(vault);
    await mine();
    await untilFollowed(vault);
    await untilNewest();
    expect(stateOf(vault)).toBe(before);
    const assets = assetsOf(vault) ?? 0n;
    await vaults.donate(vault.address, 5_000_000n);
    await untilNewest();
    expect(assetsOf(vault)).toBe(assets + 5_000_000n);
    // The indexer has it when it comes again, and goes on.
    await ponder.kill();
    await vaults.donate(vault.address, 7_000_000n);
    ponder = await startPonder({ env });
    await mine();
    await untilNewest();
    expect(isInGraph(vault)).toBe(true);
    expect(assetsOf(vault)).toBe(assets + 12_000_000n);
  });

  test("behavior: the share of one may trade elsewhere, and be known", async () => {
    const vault = await makeVault("ClassicVault", USDC);
    const pair = await vaults.trade(vault.address, 5_000n * 10n ** 6n);
    await expect
      .poll(() => service().lastSnapshot()?.tokens.has(vault.address), { timeout: 120_000 })
      .toBe(true);
    expect(isInGraph(vault)).toBe(false);
    await service().admit([vault.name], someone());
    expect(isInGraph(vault)).toBe(true);
    const sold = service().lastSnapshot()?.edges.get(vault.address) ?? [];
    expect(new Set(sold.map(({ state }) => state.id))).toEqual(new Set([vault.id, pair]));
    await mine();
    await untilFollowed(vault);
  });

  test("behavior: one that turns bad leaves the others as they are", async () => {
    const good = await makeVault("ClassicVault", USDC);
    const bad = await makeVault("TurningVault", USDC);
    await service().admit([good.name, bad.name], someone());
    expect([isInGraph(good), isInGraph(bad)]).toEqual([true, true]);
    await mine();
    await untilFollowed(good);
    await untilFollowed(bad);
    await vaults.call(bad.address, "turn");
    const assets = assetsOf(good) ?? 0n;
    await vaults.donate(good.address, 5_000_000n);
    await untilNewest();
    expect(assetsOf(good)).toBe(assets + 5_000_000n);
    expect(service().lastSnapshot()?.tokens.has(good.address)).toBe(true);
    expect(service().lastSnapshot()?.tokens.has(bad.address)).toBe(false);
  });

  test("error: RATE_LIMITED for whoever asks for too many, and what was asked for too often is not wanted", async () => {
    const caller = someone();
    let refused: unknown = null;
    let last = take();
    for (let asked = 1; refused === null && asked <= TOO_MANY; asked++) {
      last = take();
      const asking = service().admit([last.name], caller);
      refused = await asking.then(
        () => null,
        (error: unknown) => error,
      );
    }
    expect(refused).toMatchObject({ code: "RATE_LIMITED" });
    expect(isInGraph(last)).toBe(false);
    const text = await metrics.registry.metrics();
    expect(text).toMatch(/weir_admissions_total\{chain="1",outcome="limited"\} [1-9]/);
    expect(text).toMatch(/weir_admissions_total\{chain="1",outcome="admitted"\} [1-9]/);
  });
});
