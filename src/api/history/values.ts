import type { Address } from "viem";
import { createPause } from "../../lib/pause.ts";
import type { PoolState, Protocol } from "../../protocols/protocol.ts";
import type { Snapshot } from "../graph/snapshot.ts";
import { createPriceBook, usdPerToken } from "../prices/prices.ts";
import { createYields } from "../trade/listing.ts";
import { tvlOf } from "../trade/tvl.ts";

/** Numbers by token, position or pool; null: unknown. */
export type Values = ReadonlyMap<string, number | null>;

/** What is recorded of a snapshot. */
export interface HourValues {
  /** US dollars of a whole token, by address. */
  readonly prices: Values;
  /** US dollars, by the id of a pool, the tokens it issues and its positions. */
  readonly tvl: Values;
  /** Percent per year, by token that a protocol issues and by position. */
  readonly apy: Values;
}

/**
 * Prices, values held and yields of everything in a snapshot. Works in slices of a few
 * milliseconds.
 */
export async function valuesOf(
  snapshot: Snapshot,
  protocols: readonly Protocol[],
): Promise<HourValues> {
  const book = createPriceBook(snapshot);
  const prices = new Map<string, number | null>();
  const tvl = new Map<string, number | null>();
  const apy = new Map<string, number | null>();
  const yieldOf = createYields(snapshot, book);
  const pause = createPause();
  for (const token of snapshot.tokens.values()) {
    prices.set(token.address, usdPerToken(book, token));
    await pause();
  }
  for (const { id, names, protocol, state } of holdersOf(snapshot, protocols)) {
    const usd = tvlOf(protocol, state, { snapshot, book });
    for (const name of [id, ...names]) tvl.set(name, usd);
    for (const name of names) apy.set(name, yieldOf(protocol, state, name));
    await pause();
  }
  return { prices, tvl, apy };
}

interface Holder {
  readonly id: string;
  /** Tokens that it issues and keys of its positions. */
  readonly names: Address[];
  readonly protocol: Protocol;
  readonly state: PoolState;
}

/** Every state that is traded or issues something. */
function holdersOf(snapshot: Snapshot, protocols: readonly Protocol[]): Iterable<Holder> {
  const bySlug = new Map(
    protocols.flatMap((protocol) => protocol.deployments.map(({ slug }) => [slug, protocol])),
  );
  const holders = new Map<string, Holder>();
  const holderOf = (protocol: Protocol, state: PoolState): Holder => {
    const holder = holders.get(state.id) ?? { id: state.id, names: [], protocol, state };
    holders.set(state.id, holder);
    return holder;
  };
  for (const state of snapshot.pools.values()) {
    const protocol = bySlug.get(state.slug);
    if (protocol !== undefined) holderOf(protocol, state);
  }
  for (const [address, { protocol, state }] of snapshot.defiTokens) {
    holderOf(protocol, state).names.push(address);
  }
  for (const [key, { protocol, state }] of snapshot.positions) {
    holderOf(protocol, state).names.push(key);
  }
  return holders.values();
}
