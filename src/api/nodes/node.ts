import type { Hash } from "viem";
import type { ChainMeter } from "../metrics/metrics.ts";
import type { Endpoint, Reply, RpcRequest } from "./endpoint.ts";

/** One node of a chain: its endpoint and how it has behaved. Times are milliseconds of `performance.now()`. */
export interface ChainNode {
  /** Place of its URL in the environment, from 1. */
  readonly place: number;
  readonly endpoint: Endpoint;
  inFlight: number;
  /** Failures in a row. */
  failures: number;
  /** It is left alone until then. */
  pausedUntilMs: number;
  /** Recent mean of the milliseconds it took to name its head, the same question for every node; 0 before the first. */
  headMs: number;
  /** Whether it was seen to serve the right chain since it last was out of reach. */
  chain: "unknown" | "right" | "wrong";
  /** Blocks that it was seen to have, by number. */
  readonly blocks: Map<number, Hash>;
}

/** Failures in a row after which a node is left alone for a while. */
const TOLERATED_FAILURES = 3;
const SHORTEST_PAUSE_MS = 250;
/** Bounds how long a node that is back goes unnoticed. */
const LONGEST_PAUSE_MS = 3_000;
const KEPT_BLOCKS = 256;
/** A node this many times, and milliseconds, slower than another one is only asked when that one fails. */
const SLOW_FACTOR = 4;
const SLOW_MS = 250;

/** A node that was not asked yet. */
export function createNode(place: number, endpoint: Endpoint): ChainNode {
  return {
    ...{ place, endpoint, inFlight: 0, failures: 0, pausedUntilMs: 0, headMs: 0 },
    ...{ chain: "unknown", blocks: new Map() },
  };
}

/** Whether a node may be asked now. After a pause one request at a time tries it. */
export function isOpen(node: ChainNode, nowMs: number): boolean {
  if (node.pausedUntilMs > nowMs) return false;
  return node.failures < TOLERATED_FAILURES || node.inFlight === 0;
}

/** Those of `nodes` that may be asked now, in the order to ask them: much slower ones last, then the least busy first. */
export function inOrder(nodes: readonly ChainNode[], nowMs: number): readonly ChainNode[] {
  const open = nodes.filter((node) => isOpen(node, nowMs));
  const fastest = Math.min(...open.map(({ headMs }) => headMs));
  const isSlow = ({ headMs }: ChainNode) => Number(headMs > SLOW_FACTOR * fastest + SLOW_MS);
  return open.toSorted(
    (a, b) => isSlow(a) - isSlow(b) || a.inFlight - b.inFlight || a.place - b.place,
  );
}

/** Notes how long a node took to name its head, or not to. */
export function noteHeadTime(node: ChainNode, ms: number): void {
  node.headMs = node.headMs === 0 ? ms : (node.headMs + ms) / 2;
}

/** Keeps a node from being asked for a while. */
export function setAside(node: ChainNode, ms: number): void {
  node.pausedUntilMs = Math.max(node.pausedUntilMs, performance.now() + ms);
  node.blocks.clear();
}

/** Notes that a node has a block. */
export function noteBlock(node: ChainNode, number: number, hash: Hash): void {
  node.blocks.set(number, hash);
  if (node.blocks.size <= KEPT_BLOCKS) return;
  const [oldest] = node.blocks.keys();
  if (oldest !== undefined) node.blocks.delete(oldest);
}

/** Forgets the blocks above a height: the node named it as its head. */
export function forgetAbove(node: ChainNode, height: number): void {
  for (const number of [...node.blocks.keys()]) if (number > height) node.blocks.delete(number);
}

/** Asks a node and notes how it behaves. Never rejects. */
export async function askNode(
  node: ChainNode,
  request: RpcRequest,
  on: { readonly timeoutMs: number; readonly meter?: ChainMeter | undefined },
): Promise<Reply> {
  const started = performance.now();
  node.inFlight += 1;
  const reply = await node.endpoint(request, on.timeoutMs);
  node.inFlight -= 1;
  const now = performance.now();
  on.meter?.asked({ place: node.place, outcome: reply.kind, seconds: (now - started) / 1_000 });
  if (reply.kind === "fault") noteFault(node, reply.retryAfterMs, now);
  else node.failures = 0;
  return reply;
}

/** Counts a failure; a node that fails again and again, or asks for it, is left alone for a while. */
export function noteFault(node: ChainNode, retryAfterMs: number | null, nowMs: number): void {
  if (retryAfterMs !== null) {
    node.pausedUntilMs = Math.max(node.pausedUntilMs, nowMs + retryAfterMs);
    return;
  }
  node.failures += 1;
  // What answers at this URL next may be another node.
  if (node.chain === "right") node.chain = "unknown";
  const excess = node.failures - TOLERATED_FAILURES;
  if (excess < 0) return;
  const pause = Math.min(LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS * 2 ** Math.min(excess, 10));
  node.pausedUntilMs = Math.max(node.pausedUntilMs, nowMs + pause);
}
