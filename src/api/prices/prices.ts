import type { Address } from "viem";
import { NATIVE } from "../../lib/address.ts";
import type { GraphEdge, Snapshot, Token } from "../graph/snapshot.ts";
import { priceConnectors } from "./connectors.ts";
import { feedOffer } from "./feeds.ts";
import { poolOffers, redemptionOffer, sellsOf } from "./offers.ts";
import { medianPrice, type PriceOffer, type UsdPrice } from "./usd-price.ts";

/** Prices of one snapshot; computed when asked for and remembered. */
export interface PriceBook {
  /**
   * Null when it has no fresh feed and nothing of enough depth leads from it to a token that has a
   * price.
   */
  usd(token: Address): UsdPrice | null;
}

/** US dollars of a token's smallest unit as a floating-point number; null without a price. */
export function usdPerUnit(prices: PriceBook, token: Address): number | null {
  const price = prices.usd(token);
  return price === null ? null : Number(price.numerator) / Number(price.denominator);
}

/** Further digits of a price are noise. */
const PRICE_DIGITS = 12;

/** US dollars of a whole token, to twelve digits; null without a price. */
export function usdPerToken(
  prices: PriceBook,
  { address, decimals }: Pick<Token, "address" | "decimals">,
): number | null {
  const usd = usdPerUnit(prices, address);
  if (usd === null) return null;
  const price = Number((usd * 10 ** decimals).toPrecision(PRICE_DIGITS));
  return Number.isFinite(price) ? price : null;
}

/**
 * Prices every token from stablecoin anchors, at what a fresh Chainlink feed says or else at one
 * dollar: connectors by their feed and their pools with anchors and each other, any other token by
 * its feed, its pools with connectors and what its issuer redeems it into or trades it for, unless
 * its code is anybody's. Of several the median by depth counts.
 *
 * A token that is no connector prices nothing but what stands for it, so that a made-up token moves
 * no other's price.
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
    const issued = snapshot.defiTokens.get(token);
    const sells = sellsOf(snapshot, token);
    const isRedemption = (edge: GraphEdge) =>
      edge.action === "redeem" && edge.state.id === issued?.state.id;
    // Of a token that its issuer trades for what it stands for, as a claim on a later day.
    const isOwnMarket = (edge: GraphEdge) =>
      edge.action === "swap" &&
      edge.state.id === issued?.state.id &&
      issued.token.underlyingTokens.includes(edge.tokenOut);
    const own = sells.filter(isOwnMarket);
    const trades = sells.filter((edge) => !isRedemption(edge) && !isOwnMarket(edge));
    // Who wrote the token's code pays as much for it as they like, as long as nobody asks for it.
    const redemptions = issued?.token.isTried === true ? [] : sells.filter(isRedemption);
    const ofOwn = poolOffers(snapshot, own, { get: book.usd });
    // Of a claim on interest, which is little of what its fees are of, only the way out counts.
    const waysOut = ofOwn.length > 0 ? redemptions : [...redemptions, ...own];
    const redeemed = redemptionOffer(snapshot, waysOut, { get: book.usd });
    const others = [feedOffer(snapshot, token), redeemed].filter((offer) => offer !== null);
    return [...poolOffers(snapshot, trades, connectors), ...ofOwn, ...others];
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
