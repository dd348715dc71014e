import { z } from "@hono/zod-openapi";
import type { Snapshot } from "../../graph/snapshot.ts";
import type { ListedPosition } from "../../trade/listing.ts";
import { positionIdOf } from "../../trade/positions.ts";
import type { Deps } from "../deps.ts";
import { endpoint, NO_PARAMETERS } from "./endpoint.ts";
import {
  MOMENT_ERRORS,
  momentChainRule,
  momentParameters,
  momentRule,
} from "./moment-parameters.ts";
import { PER_PAGE, pageOf, paginationFields } from "./pagination.ts";
import { addresses, flag, integer, slugs } from "./parameters.ts";
import { placeOf } from "./place.ts";
import { snapshotsOf } from "./snapshots.ts";
import { logoOf, typeOf, underlyingSchema } from "./underlying.ts";
import { addressOut, integerOrNullOut, integerOut } from "./values.ts";

const querySchema = z
  .object({
    ...momentParameters,
    chainId: integer(1, Number.MAX_SAFE_INTEGER)
      .optional()
      .openapi({ description: "Chain of the positions; left out: all.", example: 1 }),
    project: slugs.optional().openapi({ description: "Brands, any of them, e.g. `sushiswap`." }),
    protocolSlug: slugs.optional().openapi({ description: "Slugs, any of them." }),
    address: addresses.optional().openapi({ description: "Position addresses, any of them." }),
    primayAddress: addresses
      .optional()
      .openapi({ description: "Contract entrypoints of the positions, any of them." }),
    page: integer(1, Number.MAX_SAFE_INTEGER)
      .optional()
      .openapi({ description: "Page number, from 1. Not used with cursor.", default: 1 }),
    cursor: integer(0, Number.MAX_SAFE_INTEGER)
      .optional()
      .openapi({ description: "meta.cursor of an answer: continue after its last record." }),
    includeMetadata: flag
      .optional()
      .openapi({ description: "Accepted; metadata is always there.", default: false }),
  })
  .check(momentRule, momentChainRule);

/** A position of the list. */
export const positionSchema = z
  .object({
    chainId: integerOut.openapi({ example: 1 }),
    address: addressOut,
    primaryAddress: addressOut.openapi({ description: "Contract entrypoint of the position." }),
    positionId: z.string().optional().openapi({
      description:
        "`<chainId>:<contract>:<id>`, where several positions share a contract; positionOut takes it.",
    }),
    protocol: z.string().openapi({ description: "Slug of the protocol.", example: "morpho-blue" }),
    underlyingTokens: z.array(
      underlyingSchema.extend({
        name: z.string().nullable(),
        symbol: z.string().nullable(),
        logosUri: z.array(z.string()),
      }),
    ),
    apy: z.number().openapi({ description: "Percent per year; 0 while unknown." }),
  })
  .openapi("Position");

type PositionRecord = z.output<typeof positionSchema>;

const pageSchema = z
  .object({
    data: z.array(positionSchema),
    meta: z
      .object({
        ...paginationFields,
        currentPage: integerOrNullOut.openapi({ description: "Null with cursor." }),
        cursor: integerOut.openapi({
          description: "Place of the last record, to continue from.",
        }),
      })
      .openapi("CursorPagination"),
  })
  .openapi("PositionPage");

/** `GET /api/v1/nontokenized`. */
export const nontokenizedEndpoint = endpoint({
  path: "/api/v1/nontokenized",
  operationId: "listNontokenized",
  tag: "Catalog",
  summary: "List positions that issue no token",
  description:
    "Staking and lending positions that GET /api/v1/shortcuts/route/nontokenized can enter, in a fixed order, 1000 to a page. Filters combine with AND. With blockNumber or timestamp: those of that block, with the apy of then.",
  query: querySchema,
  params: NO_PARAMETERS,
  aliases: { primaryAddress: "primayAddress" },
  response: pageSchema,
  errors: MOMENT_ERRORS,
  cost: 1,
  queued: false,
  cache: "tagged",
  handle: (deps, { query }) => listNontokenized(deps, query),
});

interface Found {
  readonly snapshot: Snapshot;
  readonly listed: ListedPosition;
  readonly place: number;
}

interface Placed {
  readonly record: PositionRecord;
  /** Position in the list's order, which does not change when others come or go. */
  readonly place: number;
}

/**
 * The page of positions that a query asks for: of a moment, or from the last snapshot of every
 * chain, stale or not.
 */
export async function listNontokenized(
  deps: Deps,
  query: z.output<typeof querySchema>,
): Promise<z.output<typeof pageSchema>> {
  const all = placed(deps, await snapshotsOf(deps, query))
    .filter(({ listed }) => matches(listed, query))
    .map((each): Placed => ({ record: positionRecord(each), place: each.place }));
  const given = query.cursor;
  if (given === undefined) {
    const { data, meta } = pageOf(all, query.page ?? 1);
    // A page past the last ends where the list does.
    return {
      data: data.map(({ record }) => record),
      meta: { ...meta, cursor: lastPlace(data, lastPlace(all, 0)) },
    };
  }
  const rest = all.filter(({ place }) => place > given).slice(0, PER_PAGE);
  const { meta } = pageOf(all, 1);
  return {
    data: rest.map(({ record }) => record),
    meta: { ...meta, currentPage: null, prev: null, next: null, cursor: lastPlace(rest, given) },
  };
}

/** Every position of some chains, in the order of the list. */
export function* positionRecords(
  deps: Pick<Deps, "listing">,
  snapshots: readonly Snapshot[],
): Generator<PositionRecord> {
  for (const each of placed(deps, snapshots)) yield positionRecord(each);
}

function placed(deps: Pick<Deps, "listing">, snapshots: readonly Snapshot[]): Found[] {
  return snapshots
    .flatMap((snapshot) =>
      deps.listing(snapshot).positions.map((listed) => {
        return { snapshot, listed, place: placeOf(snapshot.chainId, listed.position.key) };
      }),
    )
    .sort((a, b) => a.place - b.place);
}

function lastPlace(page: readonly Placed[], otherwise: number): number {
  return page.at(-1)?.place ?? otherwise;
}

function positionRecord({ snapshot, listed }: Found): PositionRecord {
  const { chainId } = snapshot;
  const { position, slug, underlyingTokens, apy } = listed;
  const positionId = positionIdOf(chainId, position);
  return {
    chainId,
    address: position.address,
    primaryAddress: position.primaryAddress,
    ...(positionId !== null && { positionId }),
    protocol: slug,
    underlyingTokens: underlyingTokens.map(({ address, decimals, name, symbol }) => ({
      ...{ address, chainId, type: typeOf(snapshot, address), decimals, name, symbol },
      logosUri: [logoOf(chainId, address)],
    })),
    apy,
  };
}

function matches(
  { position, slug, project }: ListedPosition,
  query: z.output<typeof querySchema>,
): boolean {
  const anyOf = (wanted: readonly string[] | undefined, value: string) =>
    wanted === undefined || wanted.includes(value);
  return (
    anyOf(query.project, project) &&
    anyOf(query.protocolSlug, slug) &&
    anyOf(query.address, position.address) &&
    anyOf(query.primayAddress, position.primaryAddress)
  );
}
