import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { text as readText } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { custom, HttpRequestError, RpcRequestError, type Transport } from "viem";
import { z } from "zod";
import { nodeErrorOf } from "../lib/node-error.ts";
import { blocksAsked, type RpcRequest } from "./blocks.ts";
import { isTooSlow, rangeRefusal } from "./refusals.ts";
import { BlockReplacedError, NodesUnavailableError } from "./transport.ts";

interface Answer {
  readonly status: number;
  readonly body: { readonly result: unknown } | { readonly error: object };
}

const HOST = "127.0.0.1";
/** Stands for URLs in errors. */
const GATEWAY = "http://nodes";
/** @see https://eips.ethereum.org/EIPS/eip-1474 */
const LIMIT_EXCEEDED = -32_005;
/** How some nodes refuse, after which Ponder asks for half the range. */
const NARROWER = "query exceeds max results";
const requestBody = z.object({ method: z.string(), params: z.array(z.unknown()).default([]) });

/**
 * Serves transports over HTTP to Ponder, on a free loopback port under paths that nobody can guess.
 * Ponder takes a transport as well, but starts it at 20 requests per second, as it does each URL:
 * the cold backfill of the local chains takes 23 s over one transport and 5 to 8 s over several
 * URLs. The server does not keep the process running.
 *
 * - While no node answers, the last head is repeated: to Ponder the chain stands still.
 * - A block that was replaced is status 404, which Ponder does not retry: it goes on with the next
 *   head, which tells it of the reorganisation. Any other failure it would ask for again for up to
 *   64 s while the chain stands still.
 * - Logs of a range for which no node is quick enough, or that a node refuses as too wide in words
 *   which Ponder does not know, are refused in words that it does: it asks for half the range. The
 *   same range again, nine times, would be the end of it.
 *
 * @see https://github.com/ponder-sh/ponder/blob/9ad4a442d/packages/core/src/rpc/index.ts `shouldRetry`
 * @see https://github.com/ponder-sh/ponder/blob/9ad4a442d/packages/utils/src/getLogsRetryHelper.ts
 * @param patient Chains that get a patient transport instead.
 * @returns URL or transport by chain id.
 */
export async function startGateway(
  transports: ReadonlyMap<number, Transport>,
  patient: ReadonlySet<number> = new Set(),
): Promise<ReadonlyMap<number, string | Transport>> {
  const served = [...transports].filter(([chainId]) => !patient.has(chainId));
  const paths = served.map(([chainId, transport]) => {
    return { chainId, path: `/${randomUUID()}`, answer: answering(transport) };
  });
  const server = createServer(async (incoming, outgoing) => {
    const asked = paths.find(({ path }) => path === incoming.url?.split("?")[0]);
    if (asked === undefined) {
      outgoing.writeHead(404).end();
      return;
    }
    const { status, body } = await readText(incoming)
      .then((text) => asked.answer(requestBody.parse(JSON.parse(text))))
      .catch((error: unknown) => failure(500, error));
    const headers = { "content-type": "application/json" };
    outgoing.writeHead(status, headers).end(JSON.stringify({ jsonrpc: "2.0", id: 1, ...body }));
  });
  server.listen(0, HOST).unref();
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return new Map<number, string | Transport>([
    ...paths.map(({ chainId, path }) => [chainId, `http://${HOST}:${port}${path}`] as const),
    ...[...transports].flatMap(([chainId, transport]) =>
      patient.has(chainId) ? [[chainId, patientTransport(transport)] as const] : [],
    ),
  ]);
}

/** What Ponder takes for a method that does not exist, which it does not ask for again. */
const NOT_AGAIN = -32_601;
/** Least time between two questions to nodes that asked to be left alone. */
const LIMITED_MS = 500;

/**
 * The same as a transport, for nodes that cost something: there Ponder has no time limit of its own
 * for an answer, so that a request waits for the budget's or the nodes' next minute, hour or day
 * instead of being the end of it. Ponder begins with 20 requests a second over it.
 */
export function patientTransport(transport: Transport): Transport {
  const answer = answering(transport);
  async function request(asked: { method: string; params?: unknown }): Promise<unknown> {
    for (;;) {
      const { status, body } = await answer(requestBody.parse(asked));
      if ("result" in body) return body.result;
      const error = body.error as { code: number; message: string };
      if (status === 200) throw new RpcRequestError({ body: asked, error, url: GATEWAY });
      if (status !== 429) {
        const failed = new HttpRequestError({ details: error.message, status, url: GATEWAY });
        throw status === 404 ? Object.assign(failed, { code: NOT_AGAIN }) : failed;
      }
      await sleep(LIMITED_MS);
    }
  }
  return custom({ request }, { retryCount: 0 });
}

function answering(transport: Transport) {
  const { request } = transport({});
  /** Last answers to the question for the head, by whether it holds transactions. */
  const heads = new Map<unknown, unknown>();
  return async (asked: RpcRequest): Promise<Answer> => {
    const { method, params } = asked;
    const isHead = method === "eth_getBlockByNumber" && params[0] === "latest";
    try {
      const result: unknown = await request({ method, params });
      if (isHead) heads.set(params[1], result);
      return { status: 200, body: { result } };
    } catch (error) {
      if (isHead && heads.has(params[1])) {
        return { status: 200, body: { result: heads.get(params[1]) } };
      }
      const told = nodeErrorOf(error);
      if ((blocksAsked(asked) ?? 0) > 1 && (isTooSlow(error) || rangeRefusal(error) !== null)) {
        const message = `${told?.details ?? "the nodes were too slow"}; ${NARROWER}`;
        return { status: 200, body: { error: { code: LIMIT_EXCEEDED, message } } };
      }
      if (told !== null) {
        const { code, details: message, data } = told;
        return { status: 200, body: { error: { code, message, data } } };
      }
      if (error instanceof BlockReplacedError) return failure(404, error);
      if (error instanceof NodesUnavailableError)
        return failure(error.isLimited ? 429 : 503, error);
      throw error;
    }
  };
}

function failure(status: number, error: unknown): Answer {
  const message = error instanceof Error ? error.message : String(error);
  return { status, body: { error: { code: -32000, message } } };
}
