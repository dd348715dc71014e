import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";
import type { Logger } from "pino";
import { z } from "zod";
import type { RpcRequest } from "./endpoint.ts";
import { createNodePool, type NodePool, type Outcome, type Patience } from "./pool.ts";

/** Ponder gives up on an answer after 10 s and then waits longer from try to try, up to 32 s: waiting here is shorter. */
const PATIENCE: Patience = { waitMs: 8_000, totalMs: 9_000 };
const HEAD_PATIENCE: Patience = { waitMs: 2_000, totalMs: 9_000 };
const HOST = "127.0.0.1";

const requestBody = z.object({ method: z.string(), params: z.array(z.unknown()).default([]) });

/**
 * Serves each chain's pool over HTTP to Ponder, which takes URLs only, on a free loopback port under a path that nobody can guess. The
 * servers do not keep the process running.
 *
 * - While no node answers, the last head is repeated: to Ponder the chain stands still.
 * - A block that was replaced is status 404, which Ponder does not retry: it goes on with the next head, which tells it of the
 *   reorganisation. Any other failure it would ask for again for up to 64 s while the chain stands still.
 *
 * @see https://github.com/ponder-sh/ponder/blob/9ad4a442d/packages/core/src/rpc/index.ts `shouldRetry`
 * @returns URL by chain id.
 */
export async function startGateways(
  chains: ReadonlyMap<number, { readonly rpcUrls: readonly string[] }>,
  log: Logger,
): Promise<ReadonlyMap<number, string>> {
  const urls = new Map<number, string>();
  for (const [chainId, { rpcUrls }] of chains) {
    const own = log.child({ chainId });
    urls.set(chainId, await startGateway(createNodePool({ chainId, urls: rpcUrls, log: own })));
  }
  return urls;
}

/** As `startGateways`, for one pool. */
export function startGateway(pool: NodePool): Promise<string> {
  const path = `/${randomUUID()}`;
  const answer = createAnswer(pool);
  const server = createServer((incoming, outgoing) => {
    if (incoming.url?.split("?")[0] !== path) {
      outgoing.writeHead(404).end();
      return;
    }
    void respond(incoming, outgoing, answer);
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, HOST, () => {
      server.unref();
      const address = server.address();
      if (address === null || typeof address === "string") reject(new Error("no port"));
      else resolve(`http://${HOST}:${address.port}${path}`);
    });
  });
}

type Answer = (request: RpcRequest) => Promise<{ readonly status: number; readonly text: string }>;

async function respond(incoming: IncomingMessage, outgoing: ServerResponse, answer: Answer) {
  let response: Awaited<ReturnType<Answer>>;
  try {
    response = await answer(requestBody.parse(JSON.parse(await readText(incoming))));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    response = { status: 500, text: errorText(-32603, message) };
  }
  outgoing.writeHead(response.status, { "content-type": "application/json" }).end(response.text);
}

function createAnswer(pool: NodePool): Answer {
  /** Last answers to the question for the head, by whether it holds transactions. */
  const heads = new Map<string, string>();
  return async (request) => {
    const isHead = request.method === "eth_getBlockByNumber" && request.params[0] === "latest";
    const outcome = await pool.request(request, isHead ? HEAD_PATIENCE : PATIENCE);
    const response = responseTo(outcome);
    if (!isHead) return response;
    const key = String(request.params[1]);
    if (response.status === 200) heads.set(key, response.text);
    const last = heads.get(key);
    return last === undefined ? response : { status: 200, text: last };
  };
}

function responseTo(outcome: Outcome): { readonly status: number; readonly text: string } {
  switch (outcome.kind) {
    case "answer": {
      const { text, result } = outcome;
      return { status: 200, text: text ?? JSON.stringify({ jsonrpc: "2.0", id: 1, result }) };
    }
    case "error":
      return {
        status: 200,
        text: JSON.stringify({ jsonrpc: "2.0", id: 1, error: outcome.error }),
      };
    case "gone":
      return { status: 404, text: errorText(-32001, "the block was replaced") };
    case "unavailable":
      return { status: outcome.limited ? 429 : 503, text: errorText(-32000, outcome.reason) };
  }
}

function errorText(code: number, message: string): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, error: { code, message } });
}
