import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "../app-env.ts";
import { bundleEndpoint } from "./bundle.ts";
import { decodeEndpoint } from "./decode.ts";
import { describeEndpoint, type Endpoint } from "./endpoint.ts";
import { exportEndpoint } from "./export.ts";
import { poolHistoryEndpoint, positionHistoryEndpoint, tokenHistoryEndpoint } from "./history.ts";
import { nontokenizedEndpoint } from "./nontokenized.ts";
import { protocolsEndpoint } from "./protocols.ts";
import { quoteEndpoint } from "./quote.ts";
import { routeEndpoint } from "./route.ts";
import { routeNontokenizedEndpoint } from "./route-nontokenized.ts";
import { sqlEndpoint } from "./sql.ts";
import { actionsEndpoint, standardsEndpoint } from "./standards/index.ts";
import { describeStatus } from "./status.ts";
import { tokensEndpoint } from "./tokens.ts";
import { approveEndpoint, walletEndpoint } from "./wallet.ts";

/** Every endpoint under `/api/v1`. */
export const ENDPOINTS: readonly Endpoint[] = [
  tokensEndpoint,
  nontokenizedEndpoint,
  exportEndpoint,
  protocolsEndpoint,
  standardsEndpoint,
  actionsEndpoint,
  quoteEndpoint,
  routeEndpoint,
  routeNontokenizedEndpoint,
  bundleEndpoint,
  decodeEndpoint,
  walletEndpoint,
  approveEndpoint,
  tokenHistoryEndpoint,
  poolHistoryEndpoint,
  positionHistoryEndpoint,
  sqlEndpoint,
];

/** Names of all query parameters that any endpoint knows. */
export const PARAMETER_NAMES: ReadonlySet<string> = new Set(
  ENDPOINTS.flatMap(({ query, aliases }) => [...Object.keys(query.shape), ...Object.keys(aliases)]),
);

/** The OpenAPI 3.1 document of the API, the same on every call. */
export function openApiDocument() {
  const app = new OpenAPIHono<AppEnv>();
  app.openAPIRegistry.registerComponent("securitySchemes", "bearer", {
    type: "http",
    scheme: "bearer",
    description: "API key. Needed only where the operator has created keys.",
  });
  app.openAPIRegistry.registerComponent("securitySchemes", "apikey", {
    type: "apiKey",
    in: "query",
    name: "apikey",
    description: "API key; the Authorization header wins when both are given.",
  });
  for (const endpoint of ENDPOINTS) describeEndpoint(app, endpoint);
  describeStatus(app);
  return app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "Weir",
      version: "1.0.0",
      description:
        "Routing and bundling of DeFi operations on the chains that this service indexes. Addresses are accepted in any letter case and answered in lower case. Amounts are decimal strings in the smallest unit of their token. One-valued parameters also arrive as `x[]=v` and `x[0]=v`; lists are comma-separated or repeated. Unknown parameters are ignored. Answers carry `RateLimit-Policy` and `RateLimit` headers where a limit applies: cost units per minute, those left, and seconds until all are given back. Lists of tokens and positions carry an `ETag`; with `If-None-Match` they answer 304 while nothing changed.",
      license: { name: "MIT" },
    },
    servers: [{ url: "/" }],
    tags: [
      { name: "Catalog", description: "What can be routed." },
      { name: "Shortcuts", description: "Quotes and transactions." },
      { name: "History", description: "What was, by hour or day." },
      { name: "Wallets", description: "What a strategy needs of an account." },
      { name: "Operations", description: "State of the service." },
    ],
  });
}
