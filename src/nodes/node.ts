import { numberToHex } from "viem";
import { z } from "zod";
import { createPost } from "../lib/http-post.ts";
import { type BlockHeader, headerOf, type RpcRequest } from "./blocks.ts";
import type { Budget } from "./budget.ts";
import type { Pace } from "./pace.ts";
import { createNodeSimulation, type NodeSimulation } from "./simulators/chain-simulation.ts";

/** Counts the requests to the nodes of a chain. */
export interface NodeMeter {
  /** One request to a node, by the place of its URL in the environment, from 1. */
  asked(request: {
    readonly place: number;
    readonly outcome: Reply["kind"];
    readonly seconds: number;
  }): void;
}

/** The error member of a JSON-RPC response. */
export type RpcError = z.output<typeof rpcError>;

/** What became of one request to one node. */
export type Reply =
  | { readonly kind: "answer"; readonly result: unknown }
  | { readonly kind: "error"; readonly error: RpcError }
  /** The node did not answer, or not with JSON-RPC; why, without its URL or what it sent. */
  | { readonly kind: "fault"; readonly reason: string };

/** One node of a chain and how it has behaved. Times are milliseconds of `performance.now()`. */
export interface ChainNode {
  /** Place of its URL in the environment, from 1. */
  readonly place: number;
  /** Requests that it has not answered yet. */
  inFlight: number;
  /** Failures in a row. */
  failures: number;
  /** It is left alone until then. */
  pausedUntilMs: number;
  /** Recent mean of the time it took to name its head; 0 before the first. */
  headMs: number;
  /** The chain that it was seen to serve since it last was out of reach; null: not seen. */
  chainId: number | null;
  /** The block up to which it was seen to have the served chain; null: it is on another one. */
  sharedUpTo: number | null;
  /** What it said to methods that it does not have, and until when that is believed; by method. */
  readonly lacks: Map<string, { readonly error: RpcError; readonly untilMs: number }>;
  /**
   * How it refused logs for the number of their blocks, how many at least it refuses, and until
   * when that is believed; null: it did not.
   */
  refusedBlocks: {
    readonly blocks: number;
    readonly error: RpcError;
    readonly untilMs: number;
  } | null;
  /** How it simulates; forgotten as it is out of reach. */
  readonly simulation: NodeSimulation;
  /** Never rejects. */
  ask(request: RpcRequest, timeoutMs?: number): Promise<Reply>;
  /** Its block at a height, or `"latest"`; null when it does not answer with one. */
  block(number: number | "latest"): Promise<BlockHeader | null>;
}

/** Time for an answer to what no caller asked. */
const CHECK_MS = 3_000;
/** Failures in a row after which a node is left alone for a while. */
const TOLERATED_FAILURES = 3;
const SHORTEST_PAUSE_MS = 250;
/** Bounds how long a node that is back goes unnoticed. */
const LONGEST_PAUSE_MS = 3_000;
const DEFAULT_RETRY_AFTER_MS = 1_000;
const LONGEST_RETRY_AFTER_MS = 60_000;
const TOO_MANY_REQUESTS = 429;
/** Statuses that speak of the node rather than of the request, whatever the body. */
const OF_THE_NODE: ReadonlySet<number> = new Set([401, 402, 403]);
/**
 * Codes for a method that is unknown or not supported. @see https://eips.ethereum.org/EIPS/eip-1474
 */
const LACKING: ReadonlySet<number> = new Set([-32601, -32004]);
const LACKING_MS = 60_000;
/** Nodes whose heads take so much longer than those of others are only asked when these fail. */
const SLOWER_MS = 500;

const OF_BLOCKS = /^eth_(getBlock|blockNumber|chainId)/;
const LIMITED: Reply = { kind: "fault", reason: "it limits the rate" };

const rpcError = z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() });
const response = z.union([
  z.object({ error: rpcError }),
  z.object({ result: z.unknown() }).refine((body) => body.result !== undefined),
]);

/** The node at a URL. @param place Of the URL in the environment, from 1. */
export function createNode(
  url: string,
  place: number,
  {
    meter,
    budget,
    pace = null,
  }: {
    readonly meter?: NodeMeter | undefined;
    readonly budget: Budget | null;
    readonly pace?: Pace | null;
  },
): ChainNode {
  const post = createPost(url);
  const node: ChainNode = {
    ...{ place, inFlight: 0, failures: 0, pausedUntilMs: 0, headMs: 0 },
    ...{ chainId: null, sharedUpTo: -1, lacks: new Map() },
    ...{ refusedBlocks: null, simulation: createNodeSimulation() },
    async ask(request, timeoutMs = CHECK_MS) {
      await budget?.take(urgencyOf(request));
      // Blocks tell how fresh the tables are, and are few.
      if (!OF_BLOCKS.test(request.method) && (await pace?.take()) === false) return LIMITED;
      const started = performance.now();
      node.inFlight += 1;
      const reply = await exchange(request, timeoutMs);
      node.inFlight -= 1;
      const seconds = (performance.now() - started) / 1_000;
      meter?.asked({ place, outcome: reply.kind, seconds });
      if (reply.kind !== "fault") node.failures = 0;
      if (reply.kind === "error" && LACKING.has(reply.error.code)) {
        const untilMs = performance.now() + LACKING_MS;
        node.lacks.set(request.method, { error: reply.error, untilMs });
      }
      return reply;
    },
    async block(number) {
      const asked = number === "latest" ? number : numberToHex(number);
      const reply = await node.ask({ method: "eth_getBlockByNumber", params: [asked, false] });
      return reply.kind === "answer" ? headerOf(reply.result) : null;
    },
  };

  async function exchange({ method, params }: RpcRequest, timeoutMs: number): Promise<Reply> {
    try {
      const json = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
      const { status, headers, text } = await post(json, timeoutMs);
      if (status === TOO_MANY_REQUESTS) return limited(headers["retry-after"]);
      if (status >= 500 || OF_THE_NODE.has(status)) return fault(`status ${status}`);
      const body = parsed(text);
      if (body === null) return fault(`status ${status} without JSON-RPC`);
      if ("result" in body) return { kind: "answer", result: body.result };
      if (body.error.code === TOO_MANY_REQUESTS) return limited(headers["retry-after"]);
      return { kind: "error", error: body.error };
    } catch (error) {
      const { name } = error instanceof Error ? error : { name: String(error) };
      return fault(error instanceof Error && "code" in error ? String(error.code) : name);
    }
  }

  /** A failure; after several in a row the node is left alone. */
  function fault(reason: string): Reply {
    node.failures += 1;
    // What answers at this URL next may be another node.
    node.chainId = null;
    node.sharedUpTo = -1;
    node.simulation.forget();
    const excess = node.failures - TOLERATED_FAILURES;
    if (excess >= 0) pause(Math.min(LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS * 2 ** excess));
    return { kind: "fault", reason };
  }

  /** @param retryAfter Seconds. A date, which RFC 9110 allows too, counts as none. */
  function limited(retryAfter = ""): Reply {
    pace?.limited();
    pause(Math.min(Number(retryAfter) * 1_000 || DEFAULT_RETRY_AFTER_MS, LONGEST_RETRY_AFTER_MS));
    return LIMITED;
  }

  function pause(ms: number): void {
    node.pausedUntilMs = Math.max(node.pausedUntilMs, performance.now() + ms);
  }

  return node;
}

/** What follows the head goes before what reads the past. */
function urgencyOf({ method, params }: RpcRequest): "now" | "later" {
  const isPast =
    method === "eth_call" ||
    (method === "eth_getLogs" && JSON.stringify(params).includes("fromBlock")) ||
    (method === "eth_getBlockByNumber" && params[0] !== "latest");
  return isPast ? "later" : "now";
}

function parsed(text: string): z.output<typeof response> | null {
  try {
    return response.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * Those of `nodes` that may be asked now, in the order to ask them: slow ones last, then the least
 * busy first. One that failed again and again is tried by one request at a time.
 */
export function inOrder(nodes: readonly ChainNode[]): readonly ChainNode[] {
  const now = performance.now();
  const slowness = ({ headMs }: ChainNode) => Math.floor(headMs / SLOWER_MS);
  return nodes
    .filter(
      ({ pausedUntilMs, failures, inFlight }) =>
        pausedUntilMs <= now && (failures < TOLERATED_FAILURES || inFlight === 0),
    )
    .toSorted((a, b) => slowness(a) - slowness(b) || a.inFlight - b.inFlight || a.place - b.place);
}
