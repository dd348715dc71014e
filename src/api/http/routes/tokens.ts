import { z } from "@hono/zod-openapi";
import type { Snapshot } from "../../graph/snapshot.ts";
import type { ListedToken } from "../../trade/listing.ts";
import type { Deps } from "../deps.ts";
import { endpoint, NO_PARAMETERS } from "./endpoint.ts";
import {
  MOMENT_ERRORS,
  momentChainRule,
  momentParameters,
  momentRule,
} from "./moment-parameters.ts";
import { pageOf, paginationSchema } from "./pagination.ts";
import { addresses, flag, integer, slugs, word } from "./parameters.ts";
import { snapshotsOf } from "./snapshots.ts";
import { logoOf, typeOf, underlyingSchema } from "./underlying.ts";
import { addressOut, integerOut } from "./values.ts";

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
    address: addresses.optional().openapi({
      description: "Token addresses, any of them.",
      example: ["0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48"],
    }),
    protocolSlug: slugs.optional().openapi({ description: "Slugs of DeFi tokens, any of them." }),
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
    page: integer(1, Number.MAX_SAFE_INTEGER)
      .optional()
      .openapi({ description: "Page number, from 1.", default: 1 }),
    includeMetadata: flag
      .optional()
      .openapi({ description: "Whether to add name, symbol and logosUri.", default: false }),
  })
  .check(momentRule, momentChainRule);

/** A token of the list. */
export const tokenSchema = z
  .object({
    chainId: integerOut.openapi({ example: 1 }),
    address: addressOut,
    decimals: integerOut.openapi({ example: 6 }),
    type: z.enum(["base", "defi"]),
    protocolSlug: z.string().nullable().openapi({ description: "Null on base tokens." }),
    underlyingTokens: z.array(underlyingSchema).openapi({ description: "Empty on base tokens." }),
    primaryAddress: addressOut.openapi({
      description: "Contract entrypoint; on base tokens the token itself.",
    }),
    apy: z.number().openapi({ description: "Percent per year; 0 while unknown.", example: 0 }),
    name: z.string().nullable().optional().openapi({ description: "With includeMetadata." }),
    symbol: z.string().nullable().optional().openapi({ description: "With includeMetadata." }),
    logosUri: z.array(z.string()).optional().openapi({ description: "With includeMetadata." }),
  })
  .openapi("Token");

type TokenRecord = z.output<typeof tokenSchema>;

const pageSchema = z
  .object({ data: z.array(tokenSchema), meta: paginationSchema })
  .openapi("TokenPage");

/** `GET /api/v1/tokens`. */
export const tokensEndpoint = endpoint({
  path: "/api/v1/tokens",
  operationId: "listTokens",
  tag: "Catalog",
  summary: "List tokens",
  description:
    "Tokens that can be swapped or entered, ordered by chain and address, 1000 to a page. Filters combine with AND. With blockNumber or timestamp: those of that block, with the apy of then.",
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
export async function listTokens(
  deps: Deps,
  query: z.output<typeof querySchema>,
): Promise<z.output<typeof pageSchema>> {
  const records: TokenRecord[] = [];
  for (const snapshot of await snapshotsOf(deps, query)) {
    for (const listed of tokensOf(deps, snapshot)) {
      const record = tokenRecord(snapshot, listed);
      if (!matches(record, query)) continue;
      const more = query.includeMetadata === true ? metadata(snapshot.chainId, listed) : {};
      records.push({ ...record, ...more });
    }
  }
  return pageOf(records, query.page ?? 1);
}

/** Tokens of a snapshot in the order of the list. */
export function tokensOf(deps: Pick<Deps, "listing">, snapshot: Snapshot): readonly ListedToken[] {
  return [...deps.listing(snapshot).tokens].sort((a, b) =>
    a.token.address < b.token.address ? -1 : 1,
  );
}

/** What the list says of a token, without metadata. */
export function tokenRecord(snapshot: Snapshot, { token, defi, apy }: ListedToken): TokenRecord {
  const { chainId } = snapshot;
  return {
    chainId,
    address: token.address,
    decimals: token.decimals,
    type: defi === null ? "base" : "defi",
    protocolSlug: defi?.slug ?? null,
    underlyingTokens: (defi?.underlyingTokens ?? []).map(({ address, decimals }) => ({
      address,
      chainId,
      type: typeOf(snapshot, address),
      decimals,
    })),
    primaryAddress: defi?.primaryAddress ?? token.address,
    apy,
  };
}

/** What the list adds to a token on request. */
export function metadata(
  chainId: number,
  { token, defi }: ListedToken,
): Pick<TokenRecord, "name" | "symbol" | "logosUri"> {
  const logosUri = [logoOf(chainId, token.address), ...(defi?.logosUri ?? [])];
  return { name: token.name, symbol: token.symbol, logosUri };
}

function matches(record: TokenRecord, query: z.output<typeof querySchema>): boolean {
  const { protocolSlug } = record;
  const underlying = record.underlyingTokens.map((token) => token.address);
  return (
    anyOf(query.address, record.address) &&
    anyOf(query.primayAddress, record.primaryAddress) &&
    (query.type === undefined || query.type === record.type) &&
    (query.protocolSlug === undefined ||
      (protocolSlug !== null && query.protocolSlug.includes(protocolSlug))) &&
    (query.underlyingTokens ?? []).every((token) => underlying.includes(token))
  );
}

function anyOf(wanted: readonly string[] | undefined, value: string): boolean {
  return wanted === undefined || wanted.includes(value);
}
