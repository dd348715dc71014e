import { z } from "@hono/zod-openapi";
import { createPause } from "../../../lib/pause.ts";
import type { Snapshot } from "../../graph/snapshot.ts";
import type { ListedToken } from "../../trade/listing.ts";
import type { Deps } from "../deps.ts";
import { endpoint, NO_PARAMETERS } from "./endpoint.ts";
import {
  MOMENT_ERRORS,
  momentChainRule,
  momentParameters,
  momentRule,
  rule,
} from "./moment-parameters.ts";
import { PER_PAGE, pageOf, paginationFields } from "./pagination.ts";
import { addresses, decimal, flag, integer, slugs, text, texts, word } from "./parameters.ts";
import { placeOf } from "./place.ts";
import { snapshotsOf } from "./snapshots.ts";
import { tokenRecord, tokenRecordWithMetadata, tokenSchema } from "./token-record.ts";
import { type FoundToken, searchTokens } from "./token-search.ts";
import { integerOrNullOut, integerOut } from "./values.ts";

const TYPE_WORDS = ["baseToken", "defiToken", "base", "defi"] as const;

/** The type of a record that each word of the filter means. */
const TYPE_OF_WORD = {
  base: "base",
  baseToken: "base",
  defi: "defi",
  defiToken: "defi",
} as const;

const querySchema = z
  .object({
    ...momentParameters,
    chainId: integer(1, Number.MAX_SAFE_INTEGER)
      .optional()
      .openapi({ description: "Chain of the tokens; left out: all.", example: 1 }),
    q: text.optional().openapi({
      description:
        "Symbol, name or address to search for, or parts of them; the best match comes first.",
    }),
    address: addresses.optional().openapi({ description: "Token addresses, any of them." }),
    symbol: texts.optional().openapi({ description: "Symbols, any of them, in any letter case." }),
    name: texts.optional().openapi({ description: "Names, any of them, in any letter case." }),
    protocolSlug: slugs.optional().openapi({ description: "Slugs of DeFi tokens, any of them." }),
    project: slugs
      .optional()
      .openapi({ description: "Brands of DeFi tokens, any of them, e.g. `sushiswap`." }),
    type: word(TYPE_WORDS, {})
      .transform((type) => TYPE_OF_WORD[type])
      .optional()
      .openapi({
        ...{ type: "string", enum: [...TYPE_WORDS] },
        description: "`baseToken` and `base` mean the same, as do `defiToken` and `defi`.",
      }),
    primayAddress: addresses
      .optional()
      .openapi({ description: "Contract entrypoints of the tokens, any of them." }),
    underlyingTokens: addresses
      .optional()
      .openapi({ description: "Tokens that all have to be among the underlying ones." }),
    apyFrom: decimal.optional().openapi({ description: "Least apy, percent." }),
    apyTo: decimal.optional().openapi({ description: "Largest apy, percent." }),
    tvlFrom: decimal
      .optional()
      .openapi({ description: "Least tvl, dollars; leaves out what has none." }),
    tvlTo: decimal
      .optional()
      .openapi({ description: "Largest tvl, dollars; leaves out what has none." }),
    page: integer(1, Number.MAX_SAFE_INTEGER)
      .optional()
      .openapi({ description: "Page number, from 1. Not used with cursor.", default: 1 }),
    pageSize: integer(1, PER_PAGE)
      .optional()
      .openapi({ description: "Records on a page.", default: PER_PAGE }),
    cursor: integer(0, Number.MAX_SAFE_INTEGER).optional().openapi({
      description:
        "0, or meta.cursor of an answer to the same request: continue after its last record, in an order of its own. Exclusive with q.",
    }),
    includeMetadata: flag.optional().openapi({
      description:
        "Whether to add name, symbol, logosUri, project, tvl, apyBase and apyReward, and name and symbol of underlying tokens.",
      default: false,
    }),
  })
  .check(
    momentRule,
    momentChainRule,
    rule(
      "cursor",
      "is exclusive with q, which has an order of its own; send page",
      ({ q, cursor }) => q === undefined || cursor === undefined,
    ),
  );

type Query = z.output<typeof querySchema>;

const pageSchema = z
  .object({
    data: z.array(tokenSchema),
    meta: z
      .object({
        ...paginationFields,
        currentPage: integerOrNullOut.openapi({ description: "Null with cursor." }),
        cursor: integerOut.optional().openapi({
          description: "With cursor alone: place of the last record, to continue from.",
        }),
      })
      .openapi("TokenPagination"),
  })
  .openapi("TokenPage");

/** `GET /api/v1/tokens`. */
export const tokensEndpoint = endpoint({
  path: "/api/v1/tokens",
  operationId: "listTokens",
  tag: "Catalog",
  summary: "List and search tokens",
  description:
    "Tokens that can be swapped or entered, ordered by chain and address, with `q` by how well they match; 1000 to a page. Filters combine with AND. With blockNumber or timestamp: those of that block, with the apy of then.",
  query: querySchema,
  params: NO_PARAMETERS,
  aliases: { primaryAddress: "primayAddress" },
  response: pageSchema,
  errors: MOMENT_ERRORS,
  cost: 1,
  queued: false,
  cache: "tagged",
  handle: (deps, { query }) => listTokens(deps, query),
});

/**
 * The page of tokens that a query asks for: of a moment, or from the last snapshot of every chain,
 * stale or not.
 */
export async function listTokens(deps: Deps, query: Query): Promise<z.output<typeof pageSchema>> {
  const candidates: FoundToken[] = [];
  for (const snapshot of await snapshotsOf(deps, query)) {
    const listing = deps.listing(snapshot);
    for (const listed of tokensOf(deps, snapshot)) {
      if (matches(listed, query)) candidates.push({ snapshot, listing, listed });
    }
  }
  const found = query.q === undefined ? candidates : searchTokens(candidates, query.q);
  const { data, meta } = pageIn(await ofValue(found, query), query);
  const pause = createPause();
  const records: z.output<typeof tokenSchema>[] = [];
  for (const { snapshot, listing, listed } of data) {
    records.push(
      query.includeMetadata === true
        ? tokenRecordWithMetadata(snapshot, listing, listed)
        : tokenRecord(snapshot, listed),
    );
    await pause();
  }
  return { data: records, meta };
}

/** Tokens of a snapshot in the order of the list; what nobody can enter is not listed. */
export function tokensOf(deps: Pick<Deps, "listing">, snapshot: Snapshot): readonly ListedToken[] {
  return deps
    .listing(snapshot)
    .tokens.filter(({ token }) => !snapshot.defiTokens.get(token.address)?.token.isClosed)
    .sort((a, b) => (a.token.address < b.token.address ? -1 : 1));
}

function pageIn(found: readonly FoundToken[], { page = 1, pageSize, cursor }: Query) {
  if (cursor === undefined) return pageOf(found, page, pageSize);
  const placed = found
    .map((each) => ({ each, place: placeOf(each.snapshot.chainId, each.listed.token.address) }))
    .sort((a, b) => a.place - b.place);
  const { meta } = pageOf(placed, 1, pageSize);
  const rest = placed.filter(({ place }) => place > cursor).slice(0, meta.perPage);
  return {
    data: rest.map(({ each }) => each),
    meta: {
      ...{ ...meta, currentPage: null, prev: null, next: null },
      cursor: rest.at(-1)?.place ?? cursor,
    },
  };
}

function matches(listed: ListedToken, query: Query): boolean {
  const { token, defi, apy } = listed;
  const underlying = (defi?.underlyingTokens ?? []).map(({ address }) => address);
  return (
    anyOf(query.address, token.address) &&
    anyOf(query.primayAddress, defi?.primaryAddress ?? token.address) &&
    (query.type === undefined || (query.type === "defi") === (defi !== null)) &&
    anyOf(query.protocolSlug, defi?.slug) &&
    anyOf(query.project, defi?.project) &&
    isCalled(query.symbol, token.symbol) &&
    isCalled(query.name, token.name) &&
    apy >= (query.apyFrom ?? Number.NEGATIVE_INFINITY) &&
    apy <= (query.apyTo ?? Number.POSITIVE_INFINITY) &&
    (query.underlyingTokens ?? []).every((address) => underlying.includes(address))
  );
}

/** Those of a value within the query's limits: what has to be worked out comes after all else. */
async function ofValue(
  found: readonly FoundToken[],
  { tvlFrom, tvlTo }: Query,
): Promise<readonly FoundToken[]> {
  if (tvlFrom === undefined && tvlTo === undefined) return found;
  const kept: FoundToken[] = [];
  const pause = createPause();
  for (const each of found) {
    const tvl = each.listing.tvl(each.listed.token.address);
    const isWithin = tvl !== null && tvl >= (tvlFrom ?? 0) && tvl <= (tvlTo ?? tvl);
    if (isWithin) kept.push(each);
    await pause();
  }
  return kept;
}

function anyOf(wanted: readonly string[] | undefined, value: string | undefined): boolean {
  return wanted === undefined || (value !== undefined && wanted.includes(value));
}

function isCalled(wanted: readonly string[] | undefined, text: string | null): boolean {
  if (wanted === undefined) return true;
  const lowered = text?.toLowerCase();
  return wanted.some((each) => each.toLowerCase() === lowered);
}
