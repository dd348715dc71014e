import { z } from "@hono/zod-openapi";
import { usdPerToken } from "../../prices/prices.ts";
import { type Balance, balancesOf } from "../../trade/balances.ts";
import type { Listing } from "../../trade/listing.ts";
import { positionIdOf } from "../../trade/positions.ts";
import type { Deps } from "../deps.ts";
import { endpoint, NO_PARAMETERS } from "./endpoint.ts";
import { address, integer } from "./parameters.ts";
import { chainService } from "./trade.ts";
import { addressOut, amountOut, integerOut } from "./values.ts";

/** Digits of dollars that mean something. */
const USD_DIGITS = 12;

const querySchema = z.object({
  chainId: integer(1, Number.MAX_SAFE_INTEGER)
    .optional()
    .openapi({ description: "Chain to look at.", default: 1, example: 1 }),
  eoaAddress: address.openapi({
    description: "Account, with or without code.",
    example: "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266",
  }),
});

const balanceSchema = z
  .object({
    chainId: integerOut.openapi({ example: 1 }),
    token: addressOut.openapi({ description: "Token, or address of a position without one." }),
    positionId: z.string().optional().openapi({
      description: "Of a position that shares its contract: `<chainId>:<contract>:<id>`.",
    }),
    type: z.enum(["base", "defi", "position"]),
    amount: amountOut,
    decimals: integerOut.nullable().openapi({
      type: ["integer", "null"],
      description: "Null of positions, whose shares have no unit.",
    }),
    symbol: z.string().nullable(),
    name: z.string().nullable().openapi({ description: "Of a position its protocol's slug." }),
    price: z.number().nullable().openapi({
      description: "US dollars of a whole token; null where nothing tells it.",
    }),
    value: z.number().nullable().openapi({ description: "US dollars of the amount." }),
  })
  .openapi("Balance");

type BalanceRecord = z.output<typeof balanceSchema>;

/** `GET /api/v1/wallet/balances`. */
export const balancesEndpoint = endpoint({
  path: "/api/v1/wallet/balances",
  operationId: "balances",
  tag: "Wallets",
  summary: "List what an account holds",
  description:
    "Listed tokens, the native one included, and positions that an account has at the newest indexed block: those of most value first, then those without a price.",
  query: querySchema,
  params: NO_PARAMETERS,
  aliases: {},
  response: z.array(balanceSchema),
  errors: ["UNSUPPORTED_CHAIN", "INDEX_STALE", "UPSTREAM_UNAVAILABLE"],
  cost: 20,
  queued: false,
  cache: "no-store",
  handle: (deps, { query }) => listBalances(deps, query),
});

/** What an account holds. */
export async function listBalances(
  deps: Deps,
  query: z.output<typeof querySchema>,
): Promise<BalanceRecord[]> {
  const service = chainService(deps, query.chainId);
  const snapshot = service.snapshot();
  const listing = deps.listing(snapshot);
  const balances = await balancesOf(service, { snapshot, listing }, query.eoaAddress);
  return balances
    .map((balance) => recordOf(snapshot.chainId, listing, balance))
    .sort((a, b) => (b.value ?? -1) - (a.value ?? -1) || (a.token < b.token ? -1 : 1));
}

function recordOf(chainId: number, listing: Listing, balance: Balance): BalanceRecord {
  const amount = balance.amount.toString();
  if (balance.kind === "position") {
    const { position, slug } = balance.listed;
    const positionId = positionIdOf(chainId, position);
    return {
      ...{ chainId, token: position.address, ...(positionId !== null && { positionId }) },
      ...{ type: "position", amount, decimals: null, symbol: null, name: slug },
      ...{ price: null, value: null },
    };
  }
  const { token, defi } = balance.listed;
  const price = usdPerToken(listing.prices, token);
  const value = price === null ? null : (Number(balance.amount) / 10 ** token.decimals) * price;
  return {
    ...{ chainId, token: token.address, type: defi === null ? "base" : "defi", amount },
    ...{ decimals: token.decimals, symbol: token.symbol, name: token.name, price },
    value: value === null ? null : Number(value.toPrecision(USD_DIGITS)),
  };
}
