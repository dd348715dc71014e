import type { paths } from "../../generated/api";

/** Paths that answer JSON to a GET. */
export type GetPath = {
  [P in keyof paths]: paths[P] extends { get: { responses: { 200: Json<unknown> } } } ? P : never;
}[keyof paths];

interface Json<T> {
  content: { "application/json": T };
}

/** What a path answers. */
export type Answer<P extends GetPath> = paths[P] extends {
  get: { responses: { 200: Json<infer T> } };
}
  ? T
  : never;

/** A record of the token list. */
export type TokenRecord = Answer<"/api/v1/tokens">["data"][number] & {
  /** Dollars held; where the service states it. */
  readonly tvl?: number | null;
};

/** A record of the list of positions without a token. */
export type PositionRecord = Answer<"/api/v1/nontokenized">["data"][number] & {
  readonly tvl?: number | null;
};

export type Protocol = Answer<"/api/v1/protocols">[number];
export type Readiness = Answer<"/ready">;
export type ChainReadiness = Readiness["chains"][number];
export type Standard = Answer<"/api/v1/standards">[number];

/** Dollar amounts beside an answer; where the service states them. */
export interface InDollars {
  readonly amountInUsd?: number | string | null;
  readonly amountOutUsd?: number | string | null;
  readonly gasUsd?: number | string | null;
}

export type Quote = Answer<"/api/v1/shortcuts/quote"> & InDollars;
export type Route = Answer<"/api/v1/shortcuts/route"> & InDollars;
export type PositionRoute = Answer<"/api/v1/shortcuts/route/nontokenized">;
export type Explanation = NonNullable<Quote["explain"]>;
export type Leg = Explanation["legs"][number];
export type Transaction = Route["tx"];
