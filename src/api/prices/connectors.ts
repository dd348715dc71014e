import type { Address } from "viem";
import { NATIVE } from "../../lib/address.ts";
import type { GraphEdge, Snapshot } from "../graph/snapshot.ts";
import { MOST_DEPTH_USD } from "./depth.ts";
import { feedOffer, feedPrice } from "./feeds.ts";
import { poolOffers, sellsOf } from "./offers.ts";
import { medianPrice, type PriceOffer, type UsdPrice } from "./usd-price.ts";

/** A connector without a price yet. */
interface Waiting {
  /** Its edges to anchors and connectors. */
  readonly sells: readonly GraphEdge[];
  /** Of its feed, and of the pools with connectors that have one. */
  readonly offers: PriceOffer[];
}

/**
 * Prices of the anchors, what a fresh feed says or else one dollar, and of the connectors, the
 * native and the wrapped native token among them. Always the connector with the most depth behind
 * it is next, by its feed and its pools with all that were priced before; one without either has no
 * price.
 */
export function priceConnectors(snapshot: Snapshot): ReadonlyMap<Address, UsdPrice> {
  const prices = anchorPrices(snapshot);
  const waiting = waitingConnectors(snapshot, prices);
  let added: ReadonlyMap<Address, UsdPrice> = prices;
  while (waiting.size > 0) {
    let next: { readonly token: Address; readonly price: UsdPrice } | null = null;
    for (const [token, { sells, offers }] of waiting) {
      offers.push(...poolOffers(snapshot, sells, added));
      const price = medianPrice(offers);
      if (price !== null && (next === null || price.depthUsd > next.price.depthUsd)) {
        next = { token, price };
      }
    }
    if (next === null) break;
    const { token, price } = next;
    waiting.delete(token);
    added = new Map(namesOf(snapshot, token).map((name) => [name, price]));
    for (const [name, known] of added) prices.set(name, known);
  }
  return prices;
}

function anchorPrices(snapshot: Snapshot): Map<Address, UsdPrice> {
  const prices = new Map<Address, UsdPrice>();
  for (const anchor of snapshot.usdAnchors) {
    const decimals = snapshot.tokens.get(anchor)?.decimals;
    if (decimals === undefined) continue;
    const dollar = { numerator: 1n, denominator: 10n ** BigInt(decimals) };
    const price = { ...(feedPrice(snapshot, anchor) ?? dollar), depthUsd: MOST_DEPTH_USD };
    for (const token of namesOf(snapshot, anchor)) prices.set(token, price);
  }
  return prices;
}

/** The token, and for the wrapped native one also the native. */
function namesOf(snapshot: Snapshot, token: Address): readonly Address[] {
  return token === snapshot.wrappedNative ? [token, NATIVE] : [token];
}

function waitingConnectors(
  snapshot: Snapshot,
  anchors: ReadonlyMap<Address, UsdPrice>,
): Map<Address, Waiting> {
  const connectors = new Set([...snapshot.pricing, snapshot.wrappedNative]);
  const leadsOn = ({ tokenOut }: GraphEdge) =>
    tokenOut === NATIVE || connectors.has(tokenOut) || anchors.has(tokenOut);
  return new Map(
    [...connectors]
      .filter((token) => !anchors.has(token))
      .map((token) => {
        const offer = feedOffer(snapshot, token);
        const sells = sellsOf(snapshot, token).filter(leadsOn);
        return [token, { sells, offers: offer === null ? [] : [offer] }];
      }),
  );
}
