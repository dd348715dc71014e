import type { Address } from "viem";
import { NATIVE } from "../../lib/address.ts";
import { divUp, min } from "../../lib/math.ts";
import type { BlockContext, Edge, Ratio } from "../../protocols/protocol.ts";
import { type Dated, dated, holdsAt } from "../graph/dated.ts";
import type { GraphEdge, Snapshot } from "../graph/snapshot.ts";
import { depthUsd, LEAST_DEPTH_USD, lossPpm } from "./depth.ts";
import { compareRatios, type PriceOffer, reduced, type UsdPrice } from "./usd-price.ts";

/** Prices that tokens are known to have; undefined or null without. */
export interface KnownPrices {
  get(token: Address): UsdPrice | null | undefined;
}

/** Edges that give the token away; of the wrapped native token, also those of the native one. */
export function sellsOf(snapshot: Snapshot, token: Address): readonly GraphEdge[] {
  const own = snapshot.edges.get(token) ?? [];
  if (token !== snapshot.wrappedNative) return own;
  return [...own, ...(snapshot.edges.get(NATIVE) ?? [])];
}

/**
 * An offer of each of the `sells` of one token whose pool also sells it back for the same priced
 * token; none without depth.
 */
export function poolOffers(
  snapshot: Snapshot,
  sells: readonly GraphEdge[],
  known: KnownPrices,
): readonly PriceOffer[] {
  return sells.flatMap((sell) => {
    const via = known.get(sell.tokenOut) ?? null;
    return via === null ? [] : (poolOffer(snapshot, sell, via) ?? []);
  });
}

/**
 * What a pool takes for the token and pays for it, for the smallest trade that counts. Depth is
 * what buying the token and selling it back, both in the pool's present state, shows: never
 * reserves, so that made-up ones count for nothing, and who fakes a price has to leave real amounts
 * of both tokens to be traded against it.
 */
function poolOffer(snapshot: Snapshot, sell: GraphEdge, via: UsdPrice): PriceOffer | null {
  const trips = roundTrips(sell, rounded(amountWorth(LEAST_DEPTH_USD, via)), snapshot.next);
  if (trips === null) return null;
  const { amountIn, bought, sold } = trips.smallest;
  return {
    low: through({ numerator: sold, denominator: bought }, via),
    high: through({ numerator: amountIn, denominator: bought }, via),
    depthUsd: min(trips.depth, via.depthUsd),
  };
}

/** A purchase for `amountIn` of the priced token and a sale of what was bought. */
interface RoundTrip {
  readonly amountIn: bigint;
  readonly bought: bigint;
  readonly sold: bigint;
}

/** What a pool's round trips show: the smallest one, and up to how many dollars they hold. */
interface RoundTrips {
  readonly smallest: RoundTrip;
  readonly depth: bigint;
}

/**
 * Round trips by the edge that sells, with the smallest amount that they were made for: most pools
 * are what they were in the block before.
 */
const kept = new WeakMap<
  GraphEdge,
  { readonly least: bigint; readonly made: Dated<RoundTrips | null> }
>();

/**
 * The round trips of a pool; null without depth, or where it does not sell the token back.
 *
 * @param least Amount of the priced token that is worth `LEAST_DEPTH_USD`.
 */
function roundTrips(sell: GraphEdge, least: bigint, at: BlockContext): RoundTrips | null {
  const before = kept.get(sell);
  if (before?.least === least && holdsAt(before.made, at)) return before.made.value;
  const made = dated(sell, at, (watched) => makeRoundTrips(sell, least, watched));
  kept.set(sell, { least, made });
  return made.value;
}

function makeRoundTrips(sell: GraphEdge, least: bigint, at: BlockContext): RoundTrips | null {
  const { protocol, state } = sell;
  const buy = reverseOf(sell);
  if (buy === null) return null;
  const trip = (amountIn: bigint): RoundTrip | null => {
    const bought = protocol.quote(state, buy, amountIn, at);
    if (!bought.ok) return null;
    const sold = protocol.quote(state, sell, bought.amountOut, at);
    return sold.ok ? { amountIn, bought: bought.amountOut, sold: sold.amountOut } : null;
  };
  const smallest = trip(least);
  if (smallest === null) return null;
  const depth = depthUsd((usd) => {
    const made = usd === LEAST_DEPTH_USD ? smallest : trip((least * usd) / LEAST_DEPTH_USD);
    return made && lossPpm(made.amountIn - made.sold, made.amountIn);
  });
  return depth === null ? null : { smallest, depth };
}

/**
 * A token by what its issuer redeems it into: the priced token through which it is worth least, so
 * that no pool can be moved to make its own liquidity token dearer. Only the way out counts, as
 * deposits may be capped. Null without depth.
 */
export function redemptionOffer(
  snapshot: Snapshot,
  redemptions: readonly GraphEdge[],
  known: KnownPrices,
): PriceOffer | null {
  const ways = redemptions.flatMap((edge) => {
    const via = known.get(edge.tokenOut) ?? null;
    const { protocol, state } = edge;
    return via === null
      ? []
      : { edge, via, price: through(protocol.spotPrice(state, edge, snapshot.next), via) };
  });
  const [lowest] = ways.sort((left, right) => compareRatios(left.price, right.price));
  if (lowest === undefined) return null;
  const { edge, via, price } = lowest;
  const depth = depthUsd((usd) => {
    const paid = edge.protocol.quote(edge.state, edge, amountWorth(usd, price), snapshot.next);
    if (!paid.ok) return null;
    const whole = amountWorth(usd, via);
    return lossPpm(whole - paid.amountOut, whole);
  });
  if (depth === null) return null;
  return { low: price, high: price, depthUsd: min(depth, via.depthUsd) };
}

/** Bits of an amount whose round trips are kept. */
const AMOUNT_BITS = 6;

/**
 * An amount rounded up to a few bits, by 3 % at most: the round trips of a pool that did not change
 * are those of before while the price of what it is paid in hardly moves.
 */
function rounded(amount: bigint): bigint {
  const unit = 1n << BigInt(Math.max(0, amount.toString(2).length - AMOUNT_BITS));
  return divUp(amount, unit) * unit;
}

/** Smallest units of a token worth so many dollars, rounded down. */
function amountWorth(usd: bigint, { numerator, denominator }: Ratio): bigint {
  return (usd * denominator) / numerator;
}

/** The edge of the same state in the other direction; null where it has none. */
function reverseOf({ protocol, state, tokenIn, tokenOut }: GraphEdge): Edge | null {
  const edges = protocol.edges(state);
  return edges.find((edge) => edge.tokenIn === tokenOut && edge.tokenOut === tokenIn) ?? null;
}

/** Dollars of a token that `rate` gives of a priced one. */
function through(rate: Ratio, via: UsdPrice): Ratio {
  return reduced({
    numerator: rate.numerator * via.numerator,
    denominator: rate.denominator * via.denominator,
  });
}
