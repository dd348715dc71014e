import { pino } from "pino";
import { numberToHex } from "viem";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { z } from "zod";
import { type Anvil, startAnvil } from "../../devnet/anvil.ts";
import { nodesTransport } from "../../src/nodes/transport.ts";
import { type Chaos, type ChaosRpc, startChaosRpc } from "../harness/chaos-rpc.ts";

const CHAIN_ID = 1;
const WAIT_MS = 4_000;
const ACCOUNT = `0x${"11".repeat(20)}`;

const block = z.looseObject({
  ...{ number: z.string(), hash: z.string(), parentHash: z.string(), logsBloom: z.string() },
});
export type Block = z.infer<typeof block>;

/** A node, and one with the same chain id and other blocks. */
export let anvil: Anvil;
export let other: Anvil;
/** Ways to the node that misbehave when told to; honest again before each test. */
export let first: ChaosRpc;
export let second: ChaosRpc;
export let third: ChaosRpc;
/** What transports logged during a test. */
export let logged: { readonly level: number; readonly msg: string; readonly node?: number }[] = [];

const log = pino({ level: "debug" }, { write: (line: string) => logged.push(JSON.parse(line)) });

/** Starts all of it for the tests of a file. */
export function serveNodes(): void {
  beforeAll(async () => {
    [anvil, other] = await Promise.all([
      startAnvil({ chainId: CHAIN_ID, args: ["--timestamp", "1700000000"] }),
      startAnvil({ chainId: CHAIN_ID, args: ["--timestamp", "1600000000"] }),
    ]);
    await Promise.all([mined(anvil, 20), mined(other, 20)]);
    [first, second, third] = await Promise.all([
      startChaosRpc(anvil.url),
      startChaosRpc(anvil.url),
      startChaosRpc(anvil.url),
    ]);
  });

  beforeEach(() => {
    logged = [];
  });

  afterEach(() => {
    for (const proxy of [first, second, third]) {
      proxy.set({ kind: "none" });
      proxy.connect(anvil.url);
    }
  });

  afterAll(async () => {
    await Promise.all([first, second, third].map((proxy) => proxy?.stop()));
    await Promise.all([anvil?.stop(), other?.stop()]);
  });
}

type Nodes = ReturnType<ReturnType<typeof nodesTransport>>;

/** A transport that asks in this order, and waits so long for one that answers. */
export function over(proxies: readonly ChaosRpc[], waitMs: number): Nodes {
  const urls = proxies.map(({ url }) => url);
  return nodesTransport({ chainId: CHAIN_ID, urls, log, waitMs })({});
}

export function nodesOf(...proxies: readonly ChaosRpc[]): Nodes {
  return over(proxies, WAIT_MS);
}

export function resultOf(
  nodes: Nodes,
  method: string,
  params: readonly unknown[] = [],
): Promise<unknown> {
  return nodes.request({ method, params });
}

/** What a request rejects with. */
export async function failureOf(
  nodes: Nodes,
  method: string,
  params: readonly unknown[] = [],
): Promise<unknown> {
  const given: unknown = await resultOf(nodes, method, params).catch((error: unknown) => ({
    error,
  }));
  expect(given).toHaveProperty("error");
  return z.object({ error: z.unknown() }).parse(given).error;
}

/** Hash of the newest block by a transport. */
export async function headOf(nodes: Nodes): Promise<string> {
  return block.parse(await resultOf(nodes, "eth_getBlockByNumber", ["latest", false])).hash;
}

/** A block as a node itself has it. */
export async function blockOf(node: Anvil, number: number | "latest" = "latest"): Promise<Block> {
  const place = number === "latest" ? number : numberToHex(number);
  return block.parse(await node.rpc.request("eth_getBlockByNumber", [place, false]));
}

export async function heightOf(node: Anvil): Promise<number> {
  return Number(await node.rpc.request("eth_blockNumber"));
}

/** Mines blocks. @returns Hash of the last. */
export async function mined(node: Anvil, blocks = 1): Promise<string> {
  await node.rpc.request("anvil_mine", [numberToHex(blocks)]);
  return (await blockOf(node)).hash;
}

/** Requests for the newest state that reach the first node, of so many that are made. */
export async function stateAsked(nodes: Nodes, times = 1): Promise<number> {
  const height = numberToHex(await heightOf(anvil));
  const before = first.count("eth_getBalance");
  for (let i = 0; i < times; i++) await resultOf(nodes, "eth_getBalance", [ACCOUNT, height]);
  return first.count("eth_getBalance") - before;
}

/** Answers one method so, and others honestly. */
export function answering(method: string, result: unknown): Chaos {
  return {
    kind: "lying",
    answer: (request) => (request.method === method ? result : undefined),
  };
}

/** Says that a block is the newest. */
export function heading(newest: unknown): Chaos {
  return {
    kind: "lying",
    answer: ({ method, params }) =>
      method === "eth_getBlockByNumber" && params[0] === "latest" ? newest : undefined,
  };
}
