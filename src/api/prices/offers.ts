import type { Address } from "viem";
import { min } from "../../lib/math.ts";
import type { Edge, Ratio } from "../../protocols/protocol.ts";
import type { GraphEdge, Snapshot } from "../graph/snapshot.ts";
import { depthUsd, lossPpm } from "./depth.ts";
import { comparePrices, type UsdPrice, usdPrice } from "./usd-price.ts";

/** Prices that tokens are known to have; undefined or null without. */
export interface KnownPrices {
  get(token: Address): UsdPrice | null | undefined;
}

/**
 * A price from each of the `sells` of one token whose pool also sells it back for the same priced token.
 *
 * Depth is what buying the token and selling it back, both in the pool's present state, shows: never reserves, so that made-up ones count for
 * nothing, and one who fakes a price has to leave real amounts of both tokens to be traded against it.
 */
export function poolOffers(
  snapshot: Snapshot,
  sells: readonly GraphEdge[],
  known: KnownPrices,
): readonly UsdPrice[] {
  return sells.flatMap((sell) => {
    const via = known.get(sell.tokenOut) ?? null;
    const buy = via === null ? null : reverseOf(sell);
    if (via === null || buy === null) return [];
    const { protocol, state } = sell;
    const depth = depthUsd((usd) => {
      const amountIn = amountWorth(usd, via);
      const bought = protocol.quote(state, buy, amountIn, snapshot.next);
      if (!bought.ok) return null;
      const sold = protocol.quote(state, sell, bought.amountOut, snapshot.next);
      return sold.ok ? lossPpm(amountIn - sold.amountOut, amountIn) : null;
    });
    if (depth === null) return [];
    return usdPrice(through(sell, via), min(depth, via.depthUsd)) ?? [];
  });
}

/**
 * The price of a token by what its issuer redeems it into: that of the priced token through which it is worth least, so that no pool can be
 * moved to make its own liquidity token dearer. Only the way out counts, as deposits may be capped. Null without depth.
 */
export function redemptionOffer(
  snapshot: Snapshot,
  redemptions: readonly GraphEdge[],
  known: KnownPrices,
): UsdPrice | null {
  let lowest: {
    readonly edge: GraphEdge;
    readonly via: UsdPrice;
    readonly price: UsdPrice;
  } | null = null;
  for (const edge of redemptions) {
    const via = known.get(edge.tokenOut) ?? null;
    const price = via && usdPrice(through(edge, via), via.depthUsd);
    if (via === null || price === null) continue;
    if (lowest === null || comparePrices(price, lowest.price) < 0) lowest = { edge, via, price };
  }
  if (lowest === null) return null;
  const { edge, via, price } = lowest;
  const depth = depthUsd((usd) => {
    const paid = edge.protocol.quote(edge.state, edge, amountWorth(usd, price), snapshot.next);
    if (!paid.ok) return null;
    const whole = amountWorth(usd, via);
    return lossPpm(whole - paid.amountOut, whole);
  });
  return depth === null ? null : { ...price, depthUsd: min(depth, via.depthUsd) };
}

/** Smallest units of a token worth so many dollars, rounded down. */
function amountWorth(usd: bigint, { numerator, denominator }: UsdPrice): bigint {
  return (usd * denominator) / numerator;
}

/** The edge of the same state in the other direction; null where it has none. */
function reverseOf({ protocol, state, tokenIn, tokenOut }: GraphEdge): Edge | null {
  const edges = protocol.edges(state);
  return edges.find((edge) => edge.tokenIn === tokenOut && edge.tokenOut === tokenIn) ?? null;
}

function through(sell: GraphEdge, via: UsdPrice): Ratio {
  const spot = sell.protocol.spotPrice(sell.state, sell);
  return {
    numerator: spot.numerator * via.numerator,
    denominator: spot.denominator * via.denominator,
  };
}
