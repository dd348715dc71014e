import { setTimeout as sleep } from "node:timers/promises";
import type { Address } from "viem";
import { afterAll, beforeAll, expect } from "vitest";
import { readManifest } from "../../../devnet/manifest.ts";
import { manifestPath, prepareDevnet } from "../../../devnet/prepare.ts";
import type { Snapshot } from "../../../src/api/graph/snapshot.ts";
import { NATIVE } from "../../../src/lib/address.ts";
import { createRandom } from "../../api/router/market.ts";
import { devnetProtocolChain } from "../../harness/devnet-chain.ts";
import { rented } from "../../harness/rented-class.ts";
import { type RunningService, startRunningService } from "../../harness/service.ts";
import { campaignSeed, sized } from "../../harness/size.ts";
import { ACTIVITY } from "../../indexing/family-activity.ts";
import { createRandom as createPlay } from "../../protocols/chain.ts";
import type { ProtocolChain } from "../../protocols/protocol-chain.ts";

/** That are traded and recorded. */
export const BLOCKS = sized({ always: 50, nightly: 200 });
export const QUOTES_PER_BLOCK = sized({ always: 1, nightly: 2 });
export const SEED = campaignSeed(2_026);
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
export const LISTS = ["tokens?chainId=1&includeMetadata=true", "nontokenized?chainId=1"];

/** What the service answered at a block. */
export interface Recorded {
  readonly path: string;
  readonly block: number;
  readonly timestamp: number;
  readonly text: string;
  /** Whether a token of it rounds on its way. */
  readonly rounds: boolean;
}

/** Of what a quote answers, what is compared here. */
export interface Quote {
  readonly amountOut: string;
  readonly gas: string;
  readonly priceImpact?: number;
  readonly explain: { readonly supplied: unknown; readonly legs: readonly { venue: string }[] };
}

/** The service whose past is asked for. */
export let weir: RunningService;
let chain: ProtocolChain;
export const quotes: Recorded[] = [];
/** What was asked and refused. */
export const refusals: { readonly path: string; readonly block: number; readonly text: string }[] =
  [];
export const lists: Recorded[] = [];
export const graphs: Snapshot[] = [];
const random = createRandom(SEED);
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

/** Starts the service for the tests of a file, and the trader. */
export function serveRecording(): void {
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
}

/** Asks for a path of the API. */
export async function get(
  path: string,
): Promise<{ readonly status: number; readonly text: string }> {
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
export async function record(count: number): Promise<void> {
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

/** Transactions of every family, at their contracts. */
async function playFamilies(round: number): Promise<void> {
  for (const play of Object.values(ACTIVITY[1] ?? {})) {
    await play(chain, createPlay(500 + round), round);
  }
  await weir.caughtUp(1);
}

/** A block with some trade of one family in it. */
export async function playOne(round: number): Promise<void> {
  await ACTIVITY[1]?.["curve-stableswap"]?.(chain, createPlay(900 + round), round);
  await weir.mine(1);
}

/** What a quote answered. */
export function parsed({ text }: { readonly text: string }): Quote {
  return JSON.parse(text) as Quote;
}

/** Trades and records so many blocks. */
export async function recordBlocks(): Promise<void> {
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
}
