import { z } from "@hono/zod-openapi";
import type { Deps } from "../deps.ts";
import { endpoint, NO_PARAMETERS } from "./endpoint.ts";
import { rule } from "./moment-parameters.ts";
import { quoteAt, quoteEndpoint } from "./quote.ts";
import { chainService } from "./trade.ts";

const querySchema = quoteEndpoint.query.check(
  rule(
    "blockNumber",
    "and timestamp are of the past, which does not change; ask GET /api/v1/shortcuts/quote",
    ({ blockNumber, timestamp }) => blockNumber === undefined && timestamp === undefined,
  ),
);

/** `GET /api/v1/shortcuts/quote/stream`. */
export const quoteStreamEndpoint = endpoint({
  path: "/api/v1/shortcuts/quote/stream",
  operationId: "quoteStream",
  tag: "Shortcuts",
  summary: "Follow a quote",
  description:
    "Server-sent events with the parameters of a quote: `quote`, its JSON with the block as `id`, at once and with every block that changes it; `error`, an error's JSON, after which the stream goes on. A comment comes after 15 s of silence. A stream ends after an hour; a key or an address may have 20 at a time. Who reads too slowly is cut off.",
  query: querySchema,
  params: NO_PARAMETERS,
  aliases: {},
  response: z.string(),
  content: {
    "text/event-stream": z.string().openapi({
      example: 'event: quote\nid: 19000000\ndata: {"gas":"200000","amountOut":"2490037491"}\n\n',
    }),
  },
  errors: ["UNSUPPORTED_CHAIN", "OVERLOADED"],
  cost: 5,
  queued: false,
  cache: "no-store",
  handle: (deps, { query }, c) => {
    const caller = c.get("caller") ?? "anyone";
    const stream = deps.streams.open(caller, topicOf(deps, query, caller));
    return new Response(stream, {
      headers: { "content-type": "text/event-stream", "x-accel-buffering": "no" },
    });
  },
});

/** A quote's events: another snapshot, perhaps another quote. */
function topicOf(deps: Deps, query: z.output<typeof querySchema>, caller: string) {
  const { chainId } = chainService(deps, query.chainId).chain;
  return {
    key: JSON.stringify({ ...query, chainId }, (_, value: unknown) =>
      typeof value === "bigint" ? `${value}n` : value,
    ),
    current() {
      const service = deps.chains.get(chainId);
      return service?.status().ready === true ? service.lastSnapshot() : null;
    },
    async make() {
      const { block, body } = await quoteAt(deps, query, caller);
      return { block, text: JSON.stringify(body) };
    },
  };
}
