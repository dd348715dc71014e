import { z } from "@hono/zod-openapi";
import { ServiceError } from "../../../lib/errors.ts";
import { MAX_ROW_BYTES, MAX_ROWS, TIMEOUT_MS } from "../../sql/runner.ts";
import type { Deps } from "../deps.ts";
import { endpoint, NO_PARAMETERS } from "./endpoint.ts";
import { validBody } from "./query.ts";

const MAX_QUERY_LENGTH = 10_000;
const MAX_PARAMETERS = 100;

const bodySchema = z.object({
  query: z
    .string()
    .min(1)
    .max(MAX_QUERY_LENGTH)
    // The protocol ends text with it.
    .refine((text) => !text.includes("\0"), "must not hold a null character")
    .openapi({
      description: "One SELECT of PostgreSQL, on the views of the schema `defi`.",
      example: "select symbol, address from tokens where chain_id = $1 limit 10",
    }),
  parameters: z
    .array(z.union([z.string().max(MAX_QUERY_LENGTH), z.number(), z.boolean(), z.null()]))
    .max(MAX_PARAMETERS)
    .default([])
    .openapi({ description: "Values of `$1` and so on.", example: [1] }),
});

const answerSchema = z
  .object({
    columns: z.array(z.string()),
    rows: z.array(z.record(z.string(), z.unknown())).openapi({
      description:
        "By column. numeric and bigint are decimal strings, times ISO 8601, other numbers numbers.",
    }),
    truncated: z.boolean().openapi({ description: "Whether there are more rows." }),
  })
  .openapi("SqlAnswer");

/** `POST /api/v1/sql`. */
export const sqlEndpoint = endpoint({
  path: "/api/v1/sql",
  operationId: "sql",
  tag: "History",
  summary: "Query the views with SQL",
  description: `Runs one read-only query, as a user who may read the views and nothing else; docs/sql.md lists them. Always needs an API key. A query may run for ${TIMEOUT_MS / 1_000} s; at most ${MAX_ROWS} rows and about 8 MiB are answered, and no row may have more than ${MAX_ROW_BYTES} bytes.`,
  query: NO_PARAMETERS,
  params: NO_PARAMETERS,
  aliases: {},
  body: bodySchema,
  response: answerSchema,
  errors: ["NOT_FOUND", "UPSTREAM_UNAVAILABLE"],
  cost: 50,
  queued: false,
  cache: "unsaid",
  needsKey: true,
  handle: (deps, { body }) => runSql(deps, body),
});

/** Answers the query in a body. */
export async function runSql(
  deps: Pick<Deps, "sql">,
  body: unknown,
): Promise<z.output<typeof answerSchema>> {
  const { query, parameters } = validBody(bodySchema, body);
  if (deps.sql === undefined) {
    throw new ServiceError(
      "NOT_FOUND",
      "This service answers no SQL; ask one that runs on a database.",
    );
  }
  const { columns, rows, truncated } = await deps.sql(query, parameters);
  return { columns: [...columns], rows: rows.map((row) => ({ ...row })), truncated };
}
