import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { hexToNumber, isHex, numberToHex } from "viem";
import type { ChainMeter } from "../metrics/metrics.ts";
import { type BlockReference, blockOfRequest } from "./block-reference.ts";
import { createEndpoint, type Reply, type RpcError, type RpcRequest } from "./endpoint.ts";
import { createHeadGuard, type NamedHead } from "./head-guard.ts";
import { type BlockHeader, createKnownBlocks, headerOf } from "./known-blocks.ts";
import {
  askNode,
  type ChainNode,
  createNode,
  inOrder,
  noteBlock,
  noteHeadTime,
  setAside,
} from "./node.ts";
import { judge } from "./verdict.ts";

/** What a pool of nodes answers. */
export type Outcome =
  | { readonly kind: "answer"; readonly result: unknown; readonly text: string | null }
  | { readonly kind: "error"; readonly error: RpcError }
  /** The block that the request names by hash is no longer, or nowhere yet, part of the chain. */
  | { readonly kind: "gone" }
  /** No node could answer. `limited`: all that could ask to be left alone. */
  | { readonly kind: "unavailable"; readonly reason: string; readonly limited: boolean };

/** How long a request may take, in milliseconds. */
export interface Patience {
  /** For nodes to come back when none can be asked. */
  readonly waitMs: number;
  readonly totalMs: number;
}

export interface NodePool {
  readonly chainId: number;
  /** Asks the nodes, one after the other, until one gives a good answer. Never rejects. */
  request(request: RpcRequest, patience: Patience): Promise<Outcome>;
}

export interface NodePoolOptions {
  readonly chainId: number;
  /** In order of preference. */
  readonly urls: readonly string[];
  readonly log: Logger;
  readonly meter?: ChainMeter | undefined;
}

/** Least time between two rounds over the nodes. */
const ROUND_MS = 150;
/** Nodes learn of a block at different times: for so long a block that one named may be missing at others. */
const SETTLE_MS = 2_000;
/** Time for an answer where another node could be asked instead. */
const TRY_MS = 1_500;
const HEAVY_TRY_MS = 4_000;
const HEAVY = /^(eth_getLogs|eth_simulateV1|eth_getBlockReceipts|debug_|trace_)/;
/** Time for an answer to what the pool itself asks. */
const CHECK_MS = 3_000;
/** Further nodes have this long after the first to name their head. */
const HEAD_GRACE_MS = 300;
/** How long a node of another chain is not asked. */
const WRONG_CHAIN_MS = 5_000;

/** A pool over the URLs of one chain. */
export function createNodePool({ chainId, urls, log, meter }: NodePoolOptions): NodePool {
  const nodes = urls.map((url, index) => createNode(index + 1, createEndpoint(url)));
  const known = createKnownBlocks();
  const ask = (node: ChainNode, request: RpcRequest, timeoutMs = CHECK_MS): Promise<Reply> =>
    askNode(node, request, { timeoutMs, meter });
  const chooseHead = createHeadGuard({ known, ask, log });

  /** Makes sure that a node serves the chain; null when it did not say. */
  async function servedChain(node: ChainNode): Promise<number | null> {
    if (node.chain === "right") return chainId;
    const reply = await ask(node, { method: "eth_chainId", params: [] });
    if (reply.kind !== "answer" || !isHex(reply.result)) return null;
    const found = hexToNumber(reply.result);
    node.chain = found === chainId ? "right" : "wrong";
    if (node.chain === "wrong") {
      setAside(node, WRONG_CHAIN_MS);
      log.error({ node: node.place, found }, "a node serves another chain and is not asked");
    }
    return found;
  }

  /** Whether a node has the served chain's block that a request reads, so that no answer mixes two chains. */
  async function holds(node: ChainNode, block: BlockReference): Promise<boolean> {
    if (nodes.length === 1 || block.kind !== "number") return true;
    const expected = known.hashAt(block.number);
    if (expected === null || node.blocks.get(block.number) === expected) return true;
    const params = [numberToHex(block.number), false];
    const reply = await ask(node, { method: "eth_getBlockByNumber", params });
    const header = reply.kind === "answer" ? headerOf(reply.result) : null;
    if (header === null) return false;
    noteBlock(node, header.number, header.hash);
    return header.hash === expected;
  }

  const open = () => inOrder(nodes, performance.now());

  async function namedHead(node: ChainNode): Promise<NamedHead | null> {
    if ((await servedChain(node)) !== chainId) return null;
    const started = performance.now();
    const reply = await ask(node, { method: "eth_getBlockByNumber", params: ["latest", false] });
    noteHeadTime(node, performance.now() - started);
    const header = reply.kind === "answer" ? headerOf(reply.result) : null;
    return header && { node, header };
  }

  let looking: Promise<BlockHeader | null> | null = null;
  /** The head to serve now; null when no node names one. Concurrent questions share one look. */
  function lookForHead(): Promise<BlockHeader | null> {
    looking ??= (async () => {
      const named = await settledSoon(open().map(namedHead));
      return named.length === 0 ? null : chooseHead(named);
    })().finally(() => {
      looking = null;
    });
    return looking;
  }

  /** Whether a block named by its hash was replaced by another one. */
  async function isReplaced(hash: string): Promise<boolean> {
    const head = await lookForHead();
    const header = known.byHash(hash);
    if (head === null || header === null || header.number > head.number) return false;
    const own = known.hashAt(header.number);
    if (own !== null) return own !== hash;
    const [node] = open();
    if (node === undefined) return false;
    const params = [numberToHex(header.number), false];
    const reply = await ask(node, { method: "eth_getBlockByNumber", params });
    const served = reply.kind === "answer" ? headerOf(reply.result) : null;
    return served !== null && served.hash !== hash;
  }

  async function request(asked: RpcRequest, patience: Patience): Promise<Outcome> {
    if (asked.method === "eth_chainId") return chainIdOutcome(patience);
    const block = blockOfRequest(asked);
    if (asked.method === "eth_blockNumber" || isHeadRequest(asked, block)) {
      return headOutcome(asked, patience);
    }
    return tryNodes(asked, block, patience);
  }

  async function tryNodes(
    asked: RpcRequest,
    block: BlockReference,
    { waitMs, totalMs }: Patience,
  ): Promise<Outcome> {
    const started = performance.now();
    const elapsed = () => performance.now() - started;
    let reason = "";
    for (;;) {
      const candidates = open();
      let refused: RpcError | null = null;
      let missing: Reply | null = null;
      for (const [index, node] of candidates.entries()) {
        const left = totalMs - elapsed();
        if (left <= 0) break;
        if ((await servedChain(node)) !== chainId || !(await holds(node, block))) {
          reason ||= `node ${node.place} is not on the chain`;
          continue;
        }
        const most = HEAVY.test(asked.method) ? HEAVY_TRY_MS : TRY_MS;
        const isLast = index === candidates.length - 1;
        const timeoutMs = Math.ceil(isLast ? left : Math.min(most, left));
        const reply = await ask(node, asked, timeoutMs);
        const verdict = judge(asked, { reply, block, known });
        if (reply.kind === "answer" && verdict === "good") {
          remember(node, reply.result);
          return reply;
        }
        if (reply.kind === "error" && verdict === "final") return reply;
        if (reply.kind === "error" && verdict === "refused") refused ??= reply.error;
        if (verdict === "missing") missing ??= reply;
        if (verdict === "wrong") reason = `node ${node.place} contradicts what is known`;
        if (reply.kind === "fault") reason = `node ${node.place}: ${reply.reason}`;
      }
      if (refused !== null) return { kind: "error", error: refused };
      if (missing !== null) {
        const isGone = block.kind === "hash" && (await isReplaced(block.hash));
        if (isGone || elapsed() > SETTLE_MS) return absent(missing, block);
      } else if (elapsed() > waitMs) {
        break;
      }
      if (block.kind === "number") await lookForHead();
      await sleep(ROUND_MS);
    }
    return unavailable(reason);
  }

  function remember(node: ChainNode, result: unknown): void {
    const header = headerOf(result);
    if (header === null) return;
    known.see(header);
    noteBlock(node, header.number, header.hash);
  }

  /** The last head as it was answered, by whether with transactions; asked for again only when there is another. */
  const heads = new Map<boolean, { readonly hash: string; readonly outcome: Outcome }>();

  async function headOutcome(asked: RpcRequest, patience: Patience): Promise<Outcome> {
    const started = performance.now();
    let head = await lookForHead();
    while (head === null && performance.now() - started < patience.waitMs) {
      await sleep(ROUND_MS);
      head = await lookForHead();
    }
    if (head === null) return unavailable("no node names its head");
    if (asked.method === "eth_blockNumber") {
      return { kind: "answer", result: numberToHex(head.number), text: null };
    }
    const { hash } = head;
    const isFull = asked.params[1] === true;
    const last = heads.get(isFull);
    if (last?.hash === hash) return last.outcome;
    const byHash = { method: "eth_getBlockByHash", params: [hash, isFull] };
    const outcome = await tryNodes(byHash, { kind: "hash", hash }, patience);
    if (outcome.kind !== "answer" || outcome.result === null) {
      return unavailable("no node has the head any more");
    }
    heads.set(isFull, { hash, outcome });
    return outcome;
  }

  async function chainIdOutcome({ waitMs }: Patience): Promise<Outcome> {
    const started = performance.now();
    for (;;) {
      const found = await Promise.all(open().map(servedChain));
      const id = found.find((each) => each === chainId) ?? found.find((each) => each !== null);
      if (id != null) return { kind: "answer", result: numberToHex(id), text: null };
      if (performance.now() - started > waitMs) return unavailable("no node names its chain");
      await sleep(ROUND_MS);
    }
  }

  function unavailable(reason: string): Outcome {
    const now = performance.now();
    const limited = nodes.every((node) => node.failures === 0 && node.pausedUntilMs > now);
    return { kind: "unavailable", reason: reason || "every node is being left alone", limited };
  }

  return { chainId, request };
}

function isHeadRequest({ method }: RpcRequest, block: BlockReference): boolean {
  return method === "eth_getBlockByNumber" && block.kind === "tag" && block.tag === "latest";
}

/** Absence as the nodes told it. */
function absent(reply: Reply, block: BlockReference): Outcome {
  if (reply.kind === "answer") return reply;
  if (block.kind === "hash") return { kind: "gone" };
  if (reply.kind === "error") return { kind: "error", error: reply.error };
  return { kind: "unavailable", reason: reply.reason, limited: false };
}

/** What the promises gave, without nulls: all of it, or what was there a moment after the first. */
async function settledSoon<T>(promises: readonly Promise<T | null>[]): Promise<readonly T[]> {
  const found: T[] = [];
  const all = Promise.all(
    promises.map(async (promise) => {
      const value = await promise;
      if (value !== null) found.push(value);
      return value;
    }),
  );
  const first = Promise.any(
    promises.map(async (promise) => {
      if ((await promise) === null) throw new Error("nothing");
    }),
  );
  await Promise.race([
    all,
    first.then(
      () => sleep(HEAD_GRACE_MS),
      () => all,
    ),
  ]);
  return [...found];
}
