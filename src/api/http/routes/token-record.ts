import { z } from "@hono/zod-openapi";
import type { Snapshot } from "../../graph/snapshot.ts";
import type { ListedToken, Listing } from "../../trade/listing.ts";
import { logoOf, typeOf, underlyingSchema } from "./underlying.ts";
import { addressOut, integerOut } from "./values.ts";

const ON_REQUEST = "With includeMetadata.";

/** A token of the list. */
export const tokenSchema = z
  .object({
    chainId: integerOut.openapi({ example: 1 }),
    address: addressOut,
    decimals: integerOut.openapi({ example: 6 }),
    type: z.enum(["base", "defi"]),
    protocolSlug: z.string().nullable().openapi({ description: "Null on base tokens." }),
    underlyingTokens: z
      .array(
        underlyingSchema.extend({
          symbol: z.string().nullable().optional().openapi({ description: ON_REQUEST }),
          name: z.string().nullable().optional().openapi({ description: ON_REQUEST }),
        }),
      )
      .openapi({ description: "Empty on base tokens." }),
    primaryAddress: addressOut.openapi({
      description: "Contract entrypoint; on base tokens the token itself.",
    }),
    apy: z.number().openapi({ description: "Percent per year; 0 while unknown.", example: 0 }),
    name: z.string().nullable().optional().openapi({ description: ON_REQUEST }),
    symbol: z
      .string()
      .nullable()
      .optional()
      .openapi({
        description: `${ON_REQUEST} Of a liquidity share with those of its tokens.`,
        example: "UNI-V2 USDC/WETH",
      }),
    logosUri: z.array(z.string()).optional().openapi({ description: ON_REQUEST }),
    project: z
      .string()
      .nullable()
      .optional()
      .openapi({ description: `${ON_REQUEST} Null on base tokens.`, example: "uniswap" }),
    tvl: z
      .number()
      .nullable()
      .optional()
      .openapi({
        description: `${ON_REQUEST} US dollars that what issues the token holds; null where unknown, and on base tokens.`,
        example: 3_901_234.5,
      }),
    apyBase: z
      .number()
      .optional()
      .openapi({
        description: `${ON_REQUEST} The part of apy that is growth or interest.`,
      }),
    apyReward: z
      .number()
      .optional()
      .openapi({
        description: `${ON_REQUEST} The part of apy that is paid as rewards.`,
      }),
  })
  .openapi("Token");

type TokenRecord = z.output<typeof tokenSchema>;

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

/** The same with metadata. */
export function tokenRecordWithMetadata(
  snapshot: Snapshot,
  listing: Pick<Listing, "tvl">,
  listed: ListedToken,
): TokenRecord {
  const { token, defi, apy, apyReward } = listed;
  const record = tokenRecord(snapshot, listed);
  return {
    ...record,
    underlyingTokens: record.underlyingTokens.map((underlying, i) => ({
      ...underlying,
      symbol: defi?.underlyingTokens[i]?.symbol ?? null,
      name: defi?.underlyingTokens[i]?.name ?? null,
    })),
    name: token.name,
    symbol: token.symbol,
    logosUri: [logoOf(snapshot.chainId, token.address), ...(defi?.logosUri ?? [])],
    project: defi?.project ?? null,
    tvl: listing.tvl(token.address),
    apyBase: apy - apyReward,
    apyReward,
  };
}
