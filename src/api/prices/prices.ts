import type { Address } from "viem";
import { NATIVE } from "../../lib/address.ts";
import type { GraphEdge, Snapshot } from "../graph/snapshot.ts";

/**
 * US dollars per smallest unit of a token, as an exact fraction; and how many whole dollars the weakest pool between the token
 * and an anchor takes before a round trip loses more than `MAX_ROUND_TRIP_LOSS`.
 */
export interface UsdPrice {
  readonly numerator: bigint;
  readonly denominator: bigint;
  readonly depthUsd: bigint;
}

/** Prices of one snapshot; computed when asked for and remembered. */
export interface PriceBook {
  /** Null when no pool of enough depth leads from the token to an anchor. */
  usd(token: Address): UsdPrice | null;
}

/** Trade sizes that measure depth, in dollars, largest first. The smallest is the least depth that makes a price. */
const PROBES_USD = [1_000_000n, 100_000n, 10_000n, 1_000n];
/** A pool has depth for a size when buying and selling it back, both at its current state, keeps 95 %. */
const MAX_ROUND_TRIP_LOSS = { numerator: 5n, denominator: 100n };
/** Fractions are cut to this many bits, which keeps 60 significant digits. */
const PRECISION_BITS = 200;

/**
 * Prices every token from stablecoin anchors at one dollar, through the deepest pools.
 *
 * Connectors are priced first, always the one with the deepest known pool next; any other token through its deepest pool with
 * a priced connector, or by what it is redeemed into. Depth is measured by quoting both ways, never by reserves, so that made-up balances count for nothing.
 */
export function createPriceBook(snapshot: Snapshot): PriceBook {
  const prices = priceConnectors(snapshot);
  const known = new Map<Address, UsdPrice | null>(prices);
  const book: PriceBook = {
    usd(token) {
      const asked = token === NATIVE ? snapshot.wrappedNative : token;
      const price = known.get(asked);
      if (price !== undefined) return price;
      // What is asked again while it is being priced, in a circle of redemptions, has no price of its own.
      known.set(asked, null);
      const found = deepest(pricings(snapshot, asked, withRedemptions(asked)));
      known.set(asked, found);
      return found;
    },
  };
  return book;

  /** The connectors' prices and those of what `token` can be redeemed into. */
  function withRedemptions(token: Address): ReadonlyMap<Address, UsdPrice> {
    const via = new Map(prices);
    for (const edge of snapshot.edges.get(token) ?? []) {
      if (edge.action !== "redeem" || via.has(edge.tokenOut)) continue;
      const price = book.usd(edge.tokenOut);
      if (price !== null) via.set(edge.tokenOut, price);
    }
    return via;
  }
}

/** Price books by snapshot, each made when first asked for. */
export function createPriceBooks(): (snapshot: Snapshot) => PriceBook {
  const books = new WeakMap<Snapshot, PriceBook>();
  return (snapshot) => {
    const book = books.get(snapshot) ?? createPriceBook(snapshot);
    books.set(snapshot, book);
    return book;
  };
}

function priceConnectors(snapshot: Snapshot): ReadonlyMap<Address, UsdPrice> {
  const prices = new Map<Address, UsdPrice>();
  for (const anchor of snapshot.usdAnchors) {
    const decimals = snapshot.tokens.get(anchor)?.decimals;
    if (decimals === undefined) continue;
    prices.set(anchor, {
      numerator: 1n,
      denominator: 10n ** BigInt(decimals),
      depthUsd: PROBES_USD[0] ?? 0n,
    });
  }
  const waiting = [...snapshot.connectors, snapshot.wrappedNative].filter((t) => !prices.has(t));
  const open = new Set(waiting);
  const offers = new Map<Address, UsdPrice | null>();
  const offer = (token: Address, via: ReadonlyMap<Address, UsdPrice>): void => {
    const found = [offers.get(token) ?? null, deepest(pricings(snapshot, token, via))];
    offers.set(token, deepest(found.filter((price) => price !== null)));
  };
  for (const token of open) offer(token, prices);
  while (open.size > 0) {
    let next: { token: Address; price: UsdPrice } | null = null;
    for (const token of open) {
      const price = offers.get(token) ?? null;
      if (price !== null && (next === null || price.depthUsd > next.price.depthUsd)) {
        next = { token, price };
      }
    }
    if (next === null) break;
    const { token, price } = next;
    prices.set(token, price);
    open.delete(token);
    for (const other of open) offer(other, new Map([[token, price]]));
  }
  return prices;
}

/** First of the deepest. */
function deepest(prices: readonly UsdPrice[]): UsdPrice | null {
  let best: UsdPrice | null = null;
  for (const price of prices) if (best === null || price.depthUsd > best.depthUsd) best = price;
  return best;
}

/** A price of `token` from each pool that trades it both ways with a priced token. */
function pricings(
  snapshot: Snapshot,
  token: Address,
  prices: ReadonlyMap<Address, UsdPrice>,
): readonly UsdPrice[] {
  const found: UsdPrice[] = [];
  for (const sell of snapshot.edges.get(token) ?? []) {
    const via = prices.get(sell.tokenOut);
    if (via === undefined) continue;
    const buy = (snapshot.edges.get(sell.tokenOut) ?? []).find(
      (edge) => edge.state === sell.state && edge.tokenOut === token,
    );
    if (buy === undefined) continue;
    const depthUsd = roundTripDepth(buy, sell, { via, snapshot });
    if (depthUsd === null) continue;
    const spot = sell.protocol.spotPrice(sell.state, sell);
    found.push({
      ...reduce(spot.numerator * via.numerator, spot.denominator * via.denominator),
      depthUsd: depthUsd < via.depthUsd ? depthUsd : via.depthUsd,
    });
  }
  return found;
}

/** Largest probe that the pool takes, buying `token` with the priced token and selling it back; null below the smallest. */
function roundTripDepth(
  buy: GraphEdge,
  sell: GraphEdge,
  on: { readonly via: UsdPrice; readonly snapshot: Snapshot },
): bigint | null {
  const { protocol, state } = buy;
  for (const usd of PROBES_USD) {
    const amountIn = (usd * on.via.denominator) / on.via.numerator;
    if (amountIn === 0n) continue;
    const bought = protocol.quote(state, buy, amountIn, on.snapshot.next);
    if (!bought.ok) continue;
    const sold = protocol.quote(state, sell, bought.amountOut, on.snapshot.next);
    if (!sold.ok) continue;
    const lost = amountIn - sold.amountOut;
    if (lost * MAX_ROUND_TRIP_LOSS.denominator <= amountIn * MAX_ROUND_TRIP_LOSS.numerator) {
      return usd;
    }
  }
  return null;
}

function reduce(numerator: bigint, denominator: bigint): Omit<UsdPrice, "depthUsd"> {
  const bits = Math.max(numerator.toString(2).length, denominator.toString(2).length);
  const shift = BigInt(Math.max(0, bits - PRECISION_BITS));
  return { numerator: numerator >> shift, denominator: denominator >> shift || 1n };
}
