import { balancesEndpoint } from "./balances.ts";
import { bundleEndpoint } from "./bundle.ts";
import { decodeEndpoint } from "./decode.ts";
import type { Endpoint } from "./endpoint.ts";
import { exportEndpoint } from "./export.ts";
import { poolHistoryEndpoint, positionHistoryEndpoint, tokenHistoryEndpoint } from "./history.ts";
import { networksEndpoint } from "./networks.ts";
import { nontokenizedEndpoint } from "./nontokenized.ts";
import { priceEndpoint, pricesEndpoint } from "./prices.ts";
import { aggregatorsEndpoint, projectProtocolsEndpoint, projectsEndpoint } from "./projects.ts";
import { protocolsEndpoint } from "./protocols.ts";
import { quoteEndpoint } from "./quote.ts";
import { quoteStreamEndpoint } from "./quote-stream.ts";
import { routeEndpoint } from "./route.ts";
import { routeNontokenizedEndpoint } from "./route-nontokenized.ts";
import { sqlEndpoint } from "./sql.ts";
import {
  actionEndpoint,
  actionsEndpoint,
  standardEndpoint,
  standardsEndpoint,
} from "./standards.ts";
import { tokensEndpoint } from "./tokens.ts";
import { transactionEndpoint } from "./transactions.ts";
import { approveEndpoint, walletEndpoint } from "./wallet.ts";

/** Every endpoint under `/api/v1`, in the order of the documentation. */
export const ENDPOINTS: readonly Endpoint[] = [
  tokensEndpoint,
  nontokenizedEndpoint,
  exportEndpoint,
  protocolsEndpoint,
  projectsEndpoint,
  projectProtocolsEndpoint,
  aggregatorsEndpoint,
  networksEndpoint,
  priceEndpoint,
  pricesEndpoint,
  standardsEndpoint,
  standardEndpoint,
  actionsEndpoint,
  actionEndpoint,
  quoteEndpoint,
  quoteStreamEndpoint,
  routeEndpoint,
  routeNontokenizedEndpoint,
  bundleEndpoint,
  decodeEndpoint,
  walletEndpoint,
  approveEndpoint,
  balancesEndpoint,
  transactionEndpoint,
  tokenHistoryEndpoint,
  poolHistoryEndpoint,
  positionHistoryEndpoint,
  sqlEndpoint,
];

/** Names of all query parameters that any endpoint knows. */
export const PARAMETER_NAMES: ReadonlySet<string> = new Set(
  ENDPOINTS.flatMap(({ query, aliases }) => [...Object.keys(query.shape), ...Object.keys(aliases)]),
);

/** Paths of the endpoints whose answers wait for their turn. */
export const QUEUED_PATHS: ReadonlySet<string> = new Set(
  ENDPOINTS.filter(({ queued }) => queued).map(({ path }) => path),
);

const COSTS: readonly (readonly [path: RegExp, cost: number])[] = ENDPOINTS.map(
  ({ path, cost }) => [new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}/?$`), cost],
);
/** Of a path without an endpoint. */
const OTHERWISE = 1;

/** Units of the rate limit that a request to `path` costs. */
export function costOf(path: string): number {
  return COSTS.find(([pattern]) => pattern.test(path))?.[1] ?? OTHERWISE;
}
