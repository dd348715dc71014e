import type { DevnetToken } from "../manifest.ts";
import { tokenBySymbol } from "../token-list.ts";
import { depth, type Market } from "./depth.ts";
import type { V2Plan, V3Plan, Venue } from "./pool-plan.ts";
import { type Shape, shapeV2, shapeV3 } from "./pool-shape.ts";

/** A pair written as `A/B`. */
export function constantProduct(market: Market, venue: Venue, pair: string): V2Plan {
  const tokens = pairTokens(market, pair);
  return shapeV2(venue, tokens, depth(market, tokens));
}

/** Pools written as `A/B:fee`, separated by blanks, by shape. */
export function concentrated(
  market: Market,
  venue: Venue,
  pools: Readonly<Record<Shape, string>>,
): V3Plan[] {
  return (["pegged", "volatile"] as const).flatMap((shape) =>
    pools[shape].split(/\s+/).map((pool) => {
      const [pair = "", fee = ""] = pool.split(":");
      const tokens = pairTokens(market, pair);
      return shapeV3(venue, tokens, {
        fee: Number.parseInt(fee, 10),
        tvlUsd: depth(market, tokens),
        shape,
      });
    }),
  );
}

function pairTokens(market: Market, pair: string): readonly [DevnetToken, DevnetToken] {
  const [a = "", b = ""] = pair.split("/");
  return [tokenBySymbol(market.tokens, a), tokenBySymbol(market.tokens, b)];
}
