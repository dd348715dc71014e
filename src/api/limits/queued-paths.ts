import { bundleEndpoint } from "../routes/bundle.ts";
import { quoteEndpoint } from "../routes/quote.ts";
import { routeEndpoint } from "../routes/route.ts";
import { routeNontokenizedEndpoint } from "../routes/route-nontokenized.ts";

/** Paths of the endpoints whose answers go through the queue. */
export const QUEUED_PATHS: ReadonlySet<string> = new Set(
  [quoteEndpoint, routeEndpoint, routeNontokenizedEndpoint, bundleEndpoint].map(({ path }) => path),
);
