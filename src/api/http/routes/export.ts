import { z } from "@hono/zod-openapi";
import type { Snapshot } from "../../graph/snapshot.ts";
import type { Deps } from "../deps.ts";
import { bodyOf } from "../export/body.ts";
import { csvLine } from "../export/csv.ts";
import { endpoint } from "./endpoint.ts";
import {
  MOMENT_ERRORS,
  momentChainRule,
  momentParameters,
  momentRule,
} from "./moment-parameters.ts";
import { positionRecords, positionSchema } from "./nontokenized.ts";
import { integer, word } from "./parameters.ts";
import { snapshotsOf } from "./snapshots.ts";
import { tokenRecordWithMetadata, tokenSchema } from "./token-record.ts";
import { tokensOf } from "./tokens.ts";
import { addressOut, amountOut, integerOut } from "./values.ts";

const querySchema = z
  .object({
    ...momentParameters,
    chainId: integer(1, Number.MAX_SAFE_INTEGER)
      .optional()
      .openapi({ description: "Chain to export; left out: all.", example: 1 }),
    format: word(["ndjson", "csv"], {})
      .optional()
      .openapi({ description: "A JSON object on each line, or CSV.", default: "ndjson" }),
  })
  .check(momentRule, momentChainRule);

const poolSchema = z
  .object({
    chainId: integerOut.openapi({ example: 1 }),
    id: z.string().openapi({
      description: "Address of the contract, or the id inside one; unique on the chain.",
    }),
    protocol: z.string().openapi({ description: "Slug of the protocol.", example: "uniswap-v3" }),
    family: z.string().openapi({ description: "What the protocol shares with its forks." }),
    updatedBlock: integerOut.openapi({ description: "Block of the last change of its state." }),
    holdings: z.array(z.object({ token: addressOut, amount: amountOut })).openapi({
      description: "What it holds for its users; empty where that is unknown.",
    }),
  })
  .openapi("ExportedPool");

type PoolRecord = z.output<typeof poolSchema>;

const SCHEMAS = { tokens: tokenSchema, positions: positionSchema, pools: poolSchema };
type Kind = keyof typeof SCHEMAS;

const CONTENT_TYPES = {
  ndjson: "application/x-ndjson",
  csv: "text/csv; charset=utf-8; header=present",
};

/** `GET /api/v1/export/{kind}`. */
export const exportEndpoint = endpoint({
  path: "/api/v1/export/{kind}",
  operationId: "exportRecords",
  tag: "Catalog",
  summary: "Export tokens, positions or pools",
  description:
    "All records at once, streamed: the tokens and positions of the lists with their metadata and in their order, or every pool, vault, market and staking contract by chain and id with what it holds. CSV is as of RFC 4180 with a header; lists in it are JSON, and text that a spreadsheet would take for a formula starts with an apostrophe. With blockNumber or timestamp: the records of that block.",
  params: z.object({
    kind: word(["tokens", "positions", "pools"], {}).openapi({
      description: "What to export.",
      example: "tokens",
    }),
  }),
  query: querySchema,
  aliases: {},
  response: z.union(Object.values(SCHEMAS)),
  content: {
    "application/x-ndjson": z.union(Object.values(SCHEMAS)),
    "text/csv": z.string().openapi({ description: "Columns named as the fields of the records." }),
  },
  errors: MOMENT_ERRORS,
  cost: 20,
  queued: false,
  cache: "no-cache",
  handle: (deps, { query, params }) => exportRecords(deps, query, params),
});

/** The export of a kind; errors come before its first byte. */
export async function exportRecords(
  deps: Deps,
  query: z.output<typeof querySchema>,
  { kind }: { readonly kind: Kind },
): Promise<Response> {
  const snapshots = await snapshotsOf(deps, query);
  const records = recordsOf(deps, kind, snapshots);
  const format = query.format ?? "ndjson";
  const lines = format === "csv" ? csvLines(kind, records) : jsonLines(records);
  return new Response(bodyOf(lines), {
    headers: {
      "content-type": CONTENT_TYPES[format],
      "content-disposition": `attachment; filename="${fileName(kind, snapshots)}.${format}"`,
    },
  });
}

function recordsOf(deps: Deps, kind: Kind, snapshots: readonly Snapshot[]): Iterable<object> {
  switch (kind) {
    case "tokens":
      return tokenRecords(deps, snapshots);
    case "positions":
      return positionRecords(deps, snapshots);
    case "pools":
      return poolRecords(deps, snapshots);
  }
}

function* tokenRecords(deps: Deps, snapshots: readonly Snapshot[]): Generator<object> {
  for (const snapshot of snapshots) {
    const listing = deps.listing(snapshot);
    for (const listed of tokensOf(deps, snapshot)) {
      yield tokenRecordWithMetadata(snapshot, listing, listed);
    }
  }
}

function* poolRecords(deps: Deps, snapshots: readonly Snapshot[]): Generator<PoolRecord> {
  const protocols = new Map(
    deps.protocols.flatMap((protocol) =>
      protocol.deployments.map(({ slug }) => [slug, protocol] as const),
    ),
  );
  for (const { chainId, pools, next } of snapshots) {
    for (const state of [...pools.values()].sort((a, b) => (a.id < b.id ? -1 : 1))) {
      const { id, slug, updatedBlock } = state;
      const protocol = protocols.get(slug);
      if (protocol === undefined) continue;
      const holdings = protocol
        .holdings(state, next)
        .map(({ token, amount }) => ({ token, amount: amount.toString() }));
      yield { chainId, id, protocol: slug, family: protocol.family, updatedBlock, holdings };
    }
  }
}

function* jsonLines(records: Iterable<object>): Generator<string> {
  for (const record of records) yield `${JSON.stringify(record)}\n`;
}

function* csvLines(kind: Kind, records: Iterable<object>): Generator<string> {
  const columns = Object.keys(SCHEMAS[kind].shape);
  yield csvLine(columns);
  for (const record of records) {
    const cells = new Map(Object.entries(record));
    yield csvLine(columns.map((column) => cells.get(column)));
  }
}

/** What was exported; the block too where there is but one. */
function fileName(kind: Kind, snapshots: readonly Snapshot[]): string {
  const [first, ...others] = snapshots;
  if (first === undefined || others.length > 0) return kind;
  return `${kind}-${first.chainId}-${first.block.number}`;
}
