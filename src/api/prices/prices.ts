import type { Address } from "viem";
import { NATIVE } from "../../lib/address.ts";
import type { GraphEdge, Snapshot } from "../graph/snapshot.ts";
import { priceConnectors } from "./connectors.ts";
import { poolOffers, redemptionOffer, sellsOf } from "./offers.ts";
import { medianPrice, type PriceOffer, type UsdPrice } from "./usd-price.ts";

/** Prices of one snapshot; computed when asked for and remembered. */
export interface PriceBook {
  /** Null when nothing of enough depth leads from the token to an anchor. */
  usd(token: Address): UsdPrice | null;
}

/**
 * Prices every token from stablecoin anchors at one dollar: connectors by their pools with anchors and each other, any other token by its
 * pools with connectors and by what its issuer redeems it into. Of several the median by depth counts.
 *
 * A token that is no connector prices nothing but what is redeemed into it, so that a made-up token moves no other's price.
 */
export function createPriceBook(snapshot: Snapshot): PriceBook {
  const connectors = priceConnectors(snapshot);
  const known = new Map<Address, UsdPrice | null>(connectors);
  const book: PriceBook = {
    usd(token) {
      const asked = token === NATIVE ? snapshot.wrappedNative : token;
      const price = known.get(asked);
      if (price !== undefined) return price;
      // Listed tokens are not redeemed in circles; should one be, it has no price.
      known.set(asked, null);
      const found = medianPrice(offersOf(asked));
      known.set(asked, found);
      return found;
    },
  };
  return book;

  function offersOf(token: Address): readonly PriceOffer[] {
    const issuer = snapshot.defiTokens.get(token)?.state.id;
    const sells = sellsOf(snapshot, token);
    const isRedemption = (edge: GraphEdge) => edge.action === "redeem" && edge.state.id === issuer;
    const trades = sells.filter((edge) => !isRedemption(edge));
    const redeemed = redemptionOffer(snapshot, sells.filter(isRedemption), { get: book.usd });
    const offers = poolOffers(snapshot, trades, connectors);
    return redeemed === null ? offers : [...offers, redeemed];
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
