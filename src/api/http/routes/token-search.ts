import type { Snapshot } from "../../graph/snapshot.ts";
import type { ListedToken, Listing } from "../../trade/listing.ts";

/** A token with the chain's state that lists it. */
export interface FoundToken {
  readonly snapshot: Snapshot;
  readonly listing: Listing;
  readonly listed: ListedToken;
}

/** What is found is weighed up to this many: a price of each has to be worked out. */
const MAX_WEIGHED = 200;
/** Of a match of single words, after any of the whole text. */
const BY_WORDS = 10;

/**
 * The tokens that a text finds by symbol, name or address, best match first: the whole symbol or
 * address, the whole name, the symbol's beginning, a word of the symbol, a word of the name,
 * anything. A text of several words also finds what has all of them. Of equal matches those that
 * routes pass through come first, then base tokens, then by dollars that can be traded or are held.
 */
export function searchTokens(tokens: readonly FoundToken[], text: string): readonly FoundToken[] {
  const sought = text.toLowerCase();
  const ranked = tokens
    .flatMap((found) => {
      const rank = rankOf(found.listed, sought);
      return rank === null ? [] : [{ found, rank, group: groupOf(found) }];
    })
    .sort((a, b) => a.rank - b.rank || a.group - b.group);
  const weighed = ranked
    .slice(0, MAX_WEIGHED)
    .map((each) => ({ ...each, weight: dollarsOf(each.found) }))
    .sort((a, b) => a.rank - b.rank || a.group - b.group || b.weight - a.weight);
  return [...weighed, ...ranked.slice(MAX_WEIGHED)].map(({ found }) => found);
}

function rankOf({ token }: ListedToken, sought: string): number | null {
  const symbol = (token.symbol ?? "").toLowerCase();
  const name = (token.name ?? "").toLowerCase();
  const whole = rankOfText({ symbol, name, address: token.address }, sought);
  if (whole !== null) return whole;
  const words = sought.split(/[\s/]+/).filter((word) => word !== "");
  if (words.length < 2) return null;
  let worst = 0;
  for (const word of words) {
    const rank = rankOfText({ symbol, name, address: token.address }, word);
    if (rank === null) return null;
    worst = Math.max(worst, rank);
  }
  return BY_WORDS + worst;
}

interface Texts {
  readonly symbol: string;
  readonly name: string;
  readonly address: string;
}

function rankOfText({ symbol, name, address }: Texts, sought: string): number | null {
  if (symbol === sought || address === sought) return 0;
  if (name === sought) return 1;
  if (symbol.startsWith(sought)) return 2;
  if (hasWord(symbol, sought)) return 3;
  if (hasWord(name, sought)) return 4;
  if (symbol.includes(sought) || name.includes(sought)) return 5;
  return sought.startsWith("0x") && address.startsWith(sought) ? 6 : null;
}

function hasWord(text: string, beginning: string): boolean {
  return text.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(beginning));
}

function groupOf({ snapshot, listed }: FoundToken): number {
  if (snapshot.connectors.has(listed.token.address)) return 0;
  return listed.defi === null ? 1 : 2;
}

/** Dollars behind the price of a base token, or held by what issues a token. */
function dollarsOf({ listing, listed }: FoundToken): number {
  const { address } = listed.token;
  if (listed.defi !== null) return listing.tvl(address) ?? 0;
  return Number(listing.prices.usd(address)?.depthUsd ?? 0n);
}
