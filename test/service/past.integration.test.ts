import { setTimeout as sleep } from "node:timers/promises";
import pino from "pino";
import postgres from "postgres";
import type { Address } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readManifest } from "../../devnet/manifest.ts";
import { manifestPath, prepareDevnet } from "../../devnet/prepare.ts";
import { createRpc } from "../../devnet/rpc.ts";
import { type ChainServiceOptions, createChainService } from "../../src/api/chain/chain-service.ts";
import type { Snapshot } from "../../src/api/graph/snapshot.ts";
import { deleteHistory } from "../../src/api/history/delete-history.ts";
import { NATIVE } from "../../src/lib/address.ts";
import { PROTOCOLS } from "../../src/protocols/index.ts";
import { createRandom } from "../api/router/market.ts";
import { devnetProtocolChain } from "../harness/devnet-chain.ts";
import { SCHEMA } from "../harness/indexed-cluster.ts";
import { rented } from "../harness/rented-class.ts";
import { type RunningService, startRunningService } from "../harness/service.ts";
import { sized } from "../harness/size.ts";
import { ACTIVITY } from "../indexing/family-activity.ts";
import { createRandom as createPlay } from "../protocols/chain.ts";
import type { ProtocolChain } from "../protocols/protocol-chain.ts";

const BLOCKS = sized({ always: 50, nightly: 200 });
const QUOTES_PER_BLOCK = sized({ always: 1, nightly: 2 });
/** That the node has: quotes of a third of the blocks have to do without. */
const KEPT_STATES = sized({ always: 34, nightly: 128 });
/**
 * Blocks between two rounds of every family's own transactions, between two lists, and between two
 * whole graphs that are kept.
 */
const [PLAY_EVERY, LIST_EVERY, GRAPH_EVERY] = sized({
  always: [40, 20, 10] as const,
  nightly: [60, 40, 20] as const,
});
/** Milliseconds in which the trader sends what the next block takes. */
const TRADER_MS = 60;
const SENDER: Address = "0x00000000000000000000000000000000000a11ce";
const LISTS = ["tokens?chainId=1&includeMetadata=true", "nontokenized?chainId=1"];

/** What the service answered at a block. */
interface Recorded {
  readonly path: string;
  readonly block: number;
  readonly timestamp: number;
  readonly text: string;
  /** Whether a token of it rounds on its way. */
  readonly rounds: boolean;
}

interface Quote {
  readonly amountOut: string;
  readonly gas: string;
  readonly priceImpact?: number;
  readonly explain: { readonly supplied: unknown; readonly legs: readonly { venue: string }[] };
}

interface PricedEdge {
  readonly action: "swap" | "deposit" | "redeem";
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  readonly price: number;
}

let weir: RunningService;
let chain: ProtocolChain;
const quotes: Recorded[] = [];
/** What was asked and refused. */
const refusals: { readonly path: string; readonly block: number; readonly text: string }[] = [];
const lists: Recorded[] = [];
const graphs: Snapshot[] = [];
const random = createRandom(2_026);
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

beforeAll(async () => {
  weir = await startRunningService({
    ...{ chainIds: [1], blockTimeMs: null, keptStates: KEPT_STATES },
    ...rented(),
  });
  const state = await prepareDevnet(() => undefined);
  const { tokens } = readManifest(manifestPath(state, 1));
  chain = devnetProtocolChain({ chainId: 1, url: weir.devnet.chains[0]?.nodeUrl ?? "", tokens });
  weir.devnet.startTrader();
}, 300_000);

afterAll(() => weir?.stop());

async function get(path: string): Promise<{ readonly status: number; readonly text: string }> {
  const response = await weir.app.request(`/api/v1/${path}`);
  return { status: response.status, text: await response.text() };
}

/** A random trade, each family's tokens as likely as base tokens. */
function randomTrade({ tokens, defiTokens, connectors }: Snapshot) {
  const byKind = new Map<string, Address[]>();
  for (const address of tokens.keys()) {
    const kind =
      defiTokens.get(address)?.protocol.family ?? (connectors.has(address) ? "connector" : "base");
    byKind.set(kind, [...(byKind.get(kind) ?? []), address]);
  }
  const kinds = [...byKind.values()];
  const tokenIn = random() < 0.1 ? NATIVE : pick(pick(kinds));
  const tokenOut = pick(pick(kinds));
  const decimals = tokens.get(tokenIn)?.decimals ?? 18;
  const amountIn = BigInt(Math.floor(10 ** (random() * (decimals + 4)))) + 1_000n;
  const isExact = (token: Address) => defiTokens.get(token)?.token.exact !== false;
  return { tokenIn, tokenOut, amountIn, rounds: !isExact(tokenIn) || !isExact(tokenOut) };
}

/** Asks for random quotes of the current block, and keeps what is answered. */
async function record(count: number): Promise<void> {
  const snapshot = weir.service(1).snapshot();
  const { number: block, timestamp } = snapshot.block;
  for (let i = 0; i < count; i++) {
    const { tokenIn, tokenOut, amountIn, rounds } = randomTrade(snapshot);
    if (tokenIn === tokenOut) continue;
    const trade = { chainId: "1", fromAddress: SENDER, tokenIn, tokenOut, amountIn: `${amountIn}` };
    for (const simulate of ["false", "true"]) {
      const query = new URLSearchParams({
        ...trade,
        priceImpact: "true",
        explain: "true",
        simulate,
      });
      const path = `shortcuts/quote?${query}`;
      const { status, text } = await get(path);
      if (status === 200) quotes.push({ path, block, timestamp, text, rounds });
      else {
        expect(status, text).toBe(422);
        refusals.push({ path, block, text });
      }
    }
  }
}

async function playFamilies(round: number): Promise<void> {
  for (const play of Object.values(ACTIVITY[1] ?? {})) {
    await play(chain, createPlay(500 + round), round);
  }
  await weir.caughtUp(1);
}

/** A block with some trade of one family in it. */
async function playOne(round: number): Promise<void> {
  await ACTIVITY[1]?.["curve-stableswap"]?.(chain, createPlay(900 + round), round);
  await weir.mine(1);
}

function parsed({ text }: { readonly text: string }): Quote {
  return JSON.parse(text) as Quote;
}

/** Another service on the same index. */
function otherService(retained?: ChainServiceOptions["retained"]) {
  const { chain, client } = weir.service(1);
  return createChainService({
    ...{ chain, client, retained, store: weir.store, wsUrl: null },
    ...{ protocols: PROTOCOLS, log: pino({ level: "silent" }), earliestBlock: 0 },
    limits: { maxLagChainSeconds: 60, maxLagSeconds: 30 },
  });
}

/** Pools, tokens, positions and edges in their order, as far as they are data. */
function dataOf({
  block,
  next,
  pools,
  tokens,
  positions,
  defiTokens,
  edges,
  priceFeeds,
}: Snapshot) {
  return {
    ...{ block: { ...block, parentHash: null }, next, priceFeeds },
    ...{ pools: [...pools], tokens: [...tokens] },
    positions: [...positions].map(([key, { position, state }]) => [key, position, state.id]),
    defiTokens: [...defiTokens].map(([key, { token, state }]) => [key, token, state.id]),
    edges: [...edges].map(([token, out]) => [
      token,
      out.map(({ place, action, tokenOut, state }) => [place, action, tokenOut, state.id]),
    ]),
  };
}

describe("a past block", () => {
  test(`default: ${BLOCKS} blocks are traded and recorded`, { timeout: 900_000 }, async () => {
    for (let round = 0; round < BLOCKS; round++) {
      await sleep(TRADER_MS);
      await weir.mine(1);
      if (round % PLAY_EVERY === PLAY_EVERY / 2) await playFamilies(Math.floor(round / PLAY_EVERY));
      const snapshot = weir.service(1).snapshot();
      if (round % GRAPH_EVERY === 0) graphs.push(snapshot);
      await record(QUOTES_PER_BLOCK);
      if (round % LIST_EVERY !== 0) continue;
      const { number: block, timestamp } = snapshot.block;
      for (const path of LISTS) {
        lists.push({ ...{ path, block, timestamp, rounds: false }, text: (await get(path)).text });
      }
    }
    weir.devnet.stopTrader();
    await weir.mine(1);
    const venues = new Set(
      quotes.flatMap((quote) => parsed(quote).explain.legs.map(({ venue }) => venue)),
    );
    console.log(`${quotes.length} quotes of ${BLOCKS} blocks through ${[...venues].join(", ")}`);
    expect(quotes.length).toBeGreaterThan(QUOTES_PER_BLOCK * BLOCKS);
    expect(venues.size).toBeGreaterThan(10);
  });

  test("behavior: the graph is what it was", async () => {
    for (const graph of graphs) {
      const then = await weir.service(1).at({ blockNumber: graph.block.number });
      expect(dataOf(then.snapshot()), `block ${graph.block.number}`).toEqual(dataOf(graph));
    }
  });

  test("behavior: quotes are what they were, to the wei", { timeout: 900_000 }, async () => {
    const seen = { planned: 0, simulated: 0, replayed: 0, rounded: 0 };
    const gas: number[] = [];
    for (const quote of quotes) {
      const asked = `${quote.path}&blockNumber=${quote.block}`;
      const { status, text } = await get(asked);
      expect(status, `${asked}: ${text}`).toBe(200);
      const [then, now] = [parsed(quote), parsed({ text })];
      if (then.explain.supplied === null) {
        seen.planned += 1;
        expect(text, asked).toBe(quote.text);
        continue;
      }
      if (now.explain.supplied !== null) {
        seen.simulated += 1;
        expect(text, asked).toBe(quote.text);
        continue;
      }
      seen.replayed += 1;
      gas.push(Number(now.gas) / Number(then.gas));
      const { explain: _, gas: __, ...said } = now;
      const { explain: ___, gas: ____, ...wanted } = then;
      if (!quote.rounds) expect({ asked, ...said }).toEqual({ asked, ...wanted });
      else {
        seen.rounded += now.amountOut === then.amountOut ? 0 : 1;
        const apart = BigInt(now.amountOut) - BigInt(then.amountOut);
        expect(apart >= -4n && apart <= 4n, `${asked}: ${apart}`).toBe(true);
      }
      expect(now.explain.legs).toEqual(then.explain.legs);
    }
    gas.sort((a, b) => a - b);
    console.log(JSON.stringify(seen), `gas estimated to simulated ${gas[0]} … ${gas.at(-1)}`);
    expect(seen.planned).toBeGreaterThan(BLOCKS / 4);
    expect(seen.simulated).toBeGreaterThan(BLOCKS / 4);
    expect(seen.replayed).toBeGreaterThan(BLOCKS / 4);
  });

  test("behavior: refusals are what they were", async () => {
    const withoutId = (text: string) => ({ ...JSON.parse(text), requestId: null });
    for (const { path, block, text } of refusals) {
      const now = await get(`${path}&blockNumber=${block}`);
      expect(withoutId(now.text), `${path} at ${block}`).toEqual(withoutId(text));
    }
    expect(refusals.length).toBeGreaterThan(0);
  });

  test("behavior: a time asks for the newest block up to it", async () => {
    for (const quote of quotes.filter((_, i) => i % 20 === 0)) {
      const byNumber = await get(`${quote.path}&blockNumber=${quote.block}`);
      for (const seconds of [0, 11]) {
        const byTime = await get(`${quote.path}&timestamp=${quote.timestamp + seconds}`);
        expect(byTime, `${quote.path} at ${quote.timestamp + seconds}`).toEqual(byNumber);
      }
    }
  });

  test("behavior: lists are what they were", async () => {
    for (const { path, block, text } of lists) {
      expect(await get(`${path}&blockNumber=${block}`), path).toEqual({ status: 200, text });
    }
    expect(new Set(lists.map(({ text }) => text)).size).toBeGreaterThan(2);
  });

  test("behavior: a service that starts later knows it too", async () => {
    const later = await otherService();
    try {
      await later.refresh();
      for (const graph of graphs.filter((_, i) => i % 3 === 0)) {
        const then = await later.at({ blockNumber: graph.block.number });
        expect(dataOf(then.snapshot()), `block ${graph.block.number}`).toEqual(dataOf(graph));
      }
    } finally {
      await later.close();
    }
  });

  test("behavior: a pool's history ends with its price of now", async () => {
    const snapshot = weir.service(1).snapshot();
    const families = new Set<string>();
    for (const { protocol, state } of [...snapshot.edges.values()].flat()) {
      if (families.has(protocol.family) || protocol.family === "wrapped-native") continue;
      const { status, text } = await get(`history/pools/1/${state.id}?interval=day`);
      expect(status, text).toBe(200);
      const { data } = JSON.parse(text) as { data: { state: { prices: PricedEdge[] } | null }[] };
      const prices = data.findLast((point) => point.state !== null)?.state?.prices ?? [];
      for (const { action, tokenIn, tokenOut, price } of prices) {
        const edge = { action, tokenIn, tokenOut };
        const now = protocol.spotPrice(state, edge, snapshot.next);
        const scale =
          10 **
          ((snapshot.tokens.get(tokenIn)?.decimals ?? 0) -
            (snapshot.tokens.get(tokenOut)?.decimals ?? 0));
        const wanted = (Number(now.numerator) / Number(now.denominator)) * scale;
        // Rates that grow with time are those of the newest block, here of the next.
        expect(price / wanted, `${protocol.family} ${state.id}`).toBeCloseTo(1, 5);
        families.add(protocol.family);
      }
    }
    console.log(`histories of ${[...families].join(", ")}`);
    expect(families.size).toBeGreaterThan(8);
  });

  test("behavior: after a reorganisation, what was on the new chain", async () => {
    await record(10);
    await createRpc(weir.devnet.chains[0]?.nodeUrl ?? "").request("anvil_reorg", [8, []]);
    await weir.mine(1);
    const from = quotes.length;
    for (let i = 0; i < 10; i++) {
      await playOne(i);
      await record(QUOTES_PER_BLOCK);
    }
    await weir.mine(1);
    for (const quote of quotes.slice(from)) {
      expect(await get(`${quote.path}&blockNumber=${quote.block}`)).toEqual({
        status: 200,
        text: quote.text,
      });
    }
  });

  test("error: BLOCK_UNAVAILABLE", async () => {
    const { number, timestamp } = weir.service(1).snapshot().block;
    const path = quotes[0]?.path ?? "";
    for (const asked of [
      `blockNumber=${number + 1}`,
      `timestamp=${timestamp + 3_600}`,
      "timestamp=1",
    ]) {
      for (const each of [path, ...LISTS]) {
        const { status, text } = await get(`${each}&${asked}`);
        expect(status, text).toBe(422);
        const wanted = { code: "BLOCK_UNAVAILABLE", data: { earliestBlock: 0 } };
        expect(JSON.parse(text), asked).toMatchObject(wanted);
      }
    }
    const early = quotes[0];
    const refused = await get(`${path.replace("/quote", "/route")}&blockNumber=${early?.block}`);
    expect(JSON.parse(refused.text)).toMatchObject({ statusCode: 422, code: "BLOCK_UNAVAILABLE" });
  });

  test("behavior: where older blocks are deleted, those that are left are as they were", async () => {
    const [first, ...left] = graphs.slice(Math.ceil(graphs.length / 3));
    if (first === undefined) throw new Error("there is no graph");
    const { number: block, timestamp: since } = first.block;
    const retained = { schema: SCHEMA, chainId: 1, block, since, isDeleted: false };
    const sql = postgres(weir.databaseUrl, {
      ...{ max: 1, onnotice: () => undefined },
      connection: { session_replication_role: "replica" },
    });
    const later = await otherService(() => retained);
    try {
      await later.refresh();
      const deletion = { sql, signal: new AbortController().signal };
      expect(await deleteHistory(retained, deletion)).toBeGreaterThan(block / 2);
      // The index goes on, and what a reorganisation takes back is not what was deleted.
      await createRpc(weir.devnet.chains[0]?.nodeUrl ?? "").request("anvil_reorg", [4, []]);
      await weir.mine(1);
      await later.refresh();
      for (const graph of [first, ...left]) {
        const then = await later.at({ blockNumber: graph.block.number });
        expect(dataOf(then.snapshot()), `block ${graph.block.number}`).toEqual(dataOf(graph));
      }
      for (const moment of [{ blockNumber: block - 1 }, { timestamp: since - 1 }]) {
        const refused = { code: "BLOCK_UNAVAILABLE", data: { earliestBlock: block } };
        await expect(later.at(moment)).rejects.toMatchObject(refused);
      }
      expect(await deleteHistory(retained, deletion)).toBe(0);
    } finally {
      await Promise.all([later.close(), sql.end()]);
    }
  });
});
