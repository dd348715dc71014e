import type { Address } from "viem";
import type { Position } from "../../protocols/position.ts";
import type { Deployment, PoolState, Protocol } from "../../protocols/protocol.ts";
import type { Snapshot, Token } from "../graph/snapshot.ts";
import { type PriceBook, usdPerUnit } from "../prices/prices.ts";
import { shownAs } from "./share-name.ts";
import { tvlOf } from "./tvl.ts";

/** A token as the lists show it. */
export interface ListedToken {
  /** A liquidity share is called by its tokens. */
  readonly token: Token;
  /** Null for base tokens. */
  readonly defi: {
    readonly slug: string;
    readonly project: string;
    readonly underlyingTokens: readonly Token[];
    readonly primaryAddress: Address;
    readonly logosUri: readonly string[];
  } | null;
  /** Percent per year; 0 while unknown. */
  readonly apy: number;
  /** The part of `apy` that is paid as rewards; the rest is growth or interest. */
  readonly apyReward: number;
}

/** A position as the lists show it. */
export interface ListedPosition {
  readonly position: Position;
  readonly slug: string;
  readonly project: string;
  readonly underlyingTokens: readonly Token[];
  readonly apy: number;
}

/** What a chain has at one block; tokens by address, positions by key. */
export interface Listing {
  readonly tokens: readonly ListedToken[];
  readonly positions: readonly ListedPosition[];
  readonly prices: PriceBook;
  /**
   * US dollars that the state behind a token or position holds, by address or key; null where it is
   * not known, and of base tokens.
   */
  tvl(key: Address): number | null;
}

/** Digits of a yield after the point: finer ones are noise. */
const APY_DIGITS = 6;

/** Listings by snapshot, each made when first asked for. */
export function createListings(
  pricesOf: (snapshot: Snapshot) => PriceBook,
): (snapshot: Snapshot) => Listing {
  const listings = new WeakMap<Snapshot, Listing>();
  return (snapshot) => {
    const listing = listings.get(snapshot) ?? listingOf(snapshot, pricesOf(snapshot));
    listings.set(snapshot, listing);
    return listing;
  };
}

/**
 * Yields of a snapshot's tokens and positions by the state that issues them: percent per year, 0
 * while unknown.
 */
export function createYields(
  snapshot: Snapshot,
  prices: PriceBook,
): (protocol: Protocol, state: PoolState, key: Address) => number {
  const usd = (token: Address): number | null => usdPerUnit(prices, token);
  return (protocol, state, key) => {
    const apy = protocol.apy?.(state, key, { at: snapshot.next, usd }) ?? 0;
    return Number.isFinite(apy) ? Number(apy.toFixed(APY_DIGITS)) : 0;
  };
}

/**
 * Everything listed of a snapshot. Positions and tokens whose underlying tokens are not all listed
 * are left out.
 */
function listingOf(snapshot: Snapshot, prices: PriceBook): Listing {
  const apyOf = createYields(snapshot, prices);
  const tokens = [...snapshot.tokens.values()].map((token): ListedToken => {
    const issued = snapshot.defiTokens.get(token.address);
    if (issued === undefined) return { token, defi: null, apy: 0, apyReward: 0 };
    const { protocol, state } = issued;
    const underlyingTokens = underlyingOf(snapshot, issued.token.underlyingTokens) ?? [];
    const deployment = deploymentOf(protocol, state);
    const apy = apyOf(protocol, state, token.address);
    return {
      token: { ...token, ...shownAs(token, underlyingTokens) },
      defi: {
        slug: state.slug,
        project: deployment?.project ?? state.slug,
        underlyingTokens,
        primaryAddress: issued.token.primaryAddress,
        logosUri: deployment?.logosUri ?? [],
      },
      apy,
      apyReward: protocol.paysRewards === true ? apy : 0,
    };
  });
  const positions = [...snapshot.positions.values()].flatMap(
    ({ position, protocol, state }): readonly ListedPosition[] => {
      const underlyingTokens = underlyingOf(snapshot, position.underlyingTokens);
      if (underlyingTokens === null) return [];
      const project = deploymentOf(protocol, state)?.project ?? state.slug;
      const apy = apyOf(protocol, state, position.key);
      return [{ position, slug: state.slug, project, underlyingTokens, apy }];
    },
  );
  const values = new Map<Address, number | null>();
  const tvl = (key: Address): number | null => {
    const known = values.get(key);
    if (known !== undefined) return known;
    const holder = snapshot.defiTokens.get(key) ?? snapshot.positions.get(key);
    const value = holder ? tvlOf(holder.protocol, holder.state, { snapshot, book: prices }) : null;
    values.set(key, value);
    return value;
  };
  return { tokens, positions, prices, tvl };
}

function underlyingOf(snapshot: Snapshot, addresses: readonly Address[]): readonly Token[] | null {
  const tokens = addresses.flatMap((address) => snapshot.tokens.get(address) ?? []);
  return tokens.length === addresses.length ? tokens : null;
}

function deploymentOf(protocol: Protocol, { slug }: PoolState): Deployment<unknown> | undefined {
  return protocol.deployments.find((deployment) => deployment.slug === slug);
}
