import { setTimeout as sleep } from "node:timers/promises";
import {
  createPublicClient,
  createTestClient,
  http,
  parseAbi,
  publicActions,
  walletActions,
} from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Devnet, startDevnet } from "../../../devnet/index.ts";
import { AERODROME_FACTORY } from "../../../devnet/protocols/aerodrome.ts";
import { createRpc } from "../../../devnet/rpc.ts";
import { readNewestHead } from "../../../src/api/graph/heads.ts";
import { loadStates } from "../../../src/api/graph/load-states.ts";
import { createPostgresStore } from "../../../src/api/store/postgres.ts";
import type { Store } from "../../../src/catalog/database.ts";
import { token } from "../../../src/catalog/schema.ts";
import { CHAINS } from "../../../src/lib/chains.ts";
import { solidly } from "../../../src/protocols/solidly/index.ts";
import { solidlyReader } from "../../../src/protocols/solidly/live.ts";
import { type Ponder, startPonder } from "../../harness/ponder.ts";
import { type Postgres, startPostgres } from "../../harness/postgres.ts";
import { read } from "./read.ts";

const CHAIN_ID = 8453;
const TIMEOUT_MS = 180_000;
const factoryAbi = parseAbi([
  "function feeManager() view returns (address)",
  "function setFee(bool stable, uint256 fee)",
]);

let devnet: Devnet;
let server: Postgres;
let ponder: Ponder;
let store: Store;

beforeAll(async () => {
  [devnet, server] = await Promise.all([
    startDevnet({ blockTimeMs: null, chainIds: [CHAIN_ID] }),
    startPostgres(),
  ]);
  const env = {
    ...{ DATABASE_URL: server.url, [`PONDER_RPC_URL_${CHAIN_ID}`]: devnet.chains[0]?.url ?? "" },
    [`PONDER_START_BLOCK_${CHAIN_ID}`]: "0",
  };
  ponder = await startPonder({ env, logLevel: "warn" });
  store = createPostgresStore({ url: server.url, schema: "weir" });
}, 180_000);

afterAll(async () => {
  await store?.close();
  await ponder?.stop();
  await Promise.all([devnet?.stop(), server?.stop()]);
});

/** Until a block is live: tokens of the last pools wait for one. */
async function untilLive(nodeUrl: string): Promise<void> {
  const node = createRpc(nodeUrl);
  for (const start = Date.now(); ; await sleep(250)) {
    const isReady = (await fetch(`${ponder.url}/ready`)).ok;
    if (isReady && (await store.peek((db) => readNewestHead(db, CHAIN_ID))) !== null) return;
    if (Date.now() - start > TIMEOUT_MS) throw new Error(`not indexed:\n${ponder.output()}`);
    await node.request("evm_mine");
  }
}

describe("index", () => {
  test("default: the tables hold what the contracts answer", async () => {
    const url = devnet.chains[0]?.url ?? "";
    await untilLive(url);
    const expected = await read(createPublicClient({ transport: http(url) }), CHAIN_ID);
    const request = { chainId: CHAIN_ID, sinceBlock: -1, ids: [] };
    const states = await store.snapshot((db) => loadStates(db, solidly.states, request));
    const byId = new Map(states.map((state) => [state.id, state]));
    expect(expected.length).toBeGreaterThanOrEqual(9);
    expect(byId.size).toBe(expected.length);
    for (const { updatedBlock: _block, since: _since, ...state } of expected) {
      expect(byId.get(state.id)).toMatchObject(state);
    }
    const tokens = await store.snapshot((db) => db.select().from(token));
    const shares = tokens.filter(({ address }) => byId.has(address));
    expect(shares.map(({ symbol }) => symbol).sort()).toContain("sAMM-USDC/USDbC");
    expect(shares.length).toBe(expected.length);
  }, 90_000);

  test("behavior: a fee of the factory that no event tells is read", async () => {
    const url = devnet.chains[0]?.url ?? "";
    const node = createTestClient({ mode: "anvil", transport: http(url) })
      .extend(publicActions)
      .extend(walletActions);
    const factory = { abi: factoryAbi, address: AERODROME_FACTORY } as const;
    const manager = await node.readContract({ ...factory, functionName: "feeManager" });
    await node.impersonateAccount({ address: manager });
    await node.setBalance({ address: manager, value: 10n ** 18n });
    await node.writeContract({
      ...{ ...factory, functionName: "setFee", args: [false, 77n] },
      ...{ account: manager, chain: null, gas: 100_000n },
    });
    const { blockTimeSeconds } = CHAINS.get(CHAIN_ID) ?? { blockTimeSeconds: 1 };
    const interval = Math.ceil(solidlyReader.secondsBetween / blockTimeSeconds);
    const block = Number(await node.getBlockNumber());
    await node.mine({ blocks: interval - (block % interval) });
    const expected = await read(createPublicClient({ transport: http(url) }), CHAIN_ID);
    const volatile = expected.filter(({ feeBps }) => feeBps === 77).map(({ id }) => id);
    expect(volatile.length).toBeGreaterThan(0);
    const request = { chainId: CHAIN_ID, sinceBlock: -1, ids: volatile };
    for (const start = Date.now(); ; await sleep(250)) {
      const states = await store.snapshot((db) => loadStates(db, solidly.states, request));
      const read = states.filter(({ id }) => volatile.includes(id));
      if (read.every(({ feeBps }) => feeBps === 77)) break;
      if (Date.now() - start > TIMEOUT_MS) throw new Error(`not read:\n${ponder.output()}`);
    }
  }, 90_000);
});
