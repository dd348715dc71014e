import { setImmediate as nextTurn } from "node:timers/promises";
import type { Address } from "viem";
import type { PoolState, Protocol } from "../../protocols/protocol.ts";
import type { Snapshot } from "../graph/snapshot.ts";
import { createPriceBook, type PriceBook, usdPerUnit } from "../prices/prices.ts";
import { createYields } from "../trade/listing.ts";

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

/** Milliseconds of work before others have their turn. */
const SLICE_MS = 5;
/** Further digits of a price are noise. */
const PRICE_DIGITS = 12;

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
  for (const { address, decimals } of snapshot.tokens.values()) {
    prices.set(address, priceOf(book, address, decimals));
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

function priceOf(book: PriceBook, token: Address, decimals: number): number | null {
  const usd = usdPerUnit(book, token);
  if (usd === null) return null;
  const price = Number((usd * 10 ** decimals).toPrecision(PRICE_DIGITS));
  return Number.isFinite(price) ? price : null;
}

/** To the cent; null where nothing is known of what is held, or of its price. */
function tvlOf(
  protocol: Protocol,
  state: PoolState,
  { snapshot, book }: { readonly snapshot: Snapshot; readonly book: PriceBook },
): number | null {
  const parts = protocol.holdings(state, snapshot.next).flatMap(({ token, amount }) => {
    if (amount === 0n) return [0];
    const usd = usdPerUnit(book, token);
    return usd === null ? [] : [Number(amount) * usd];
  });
  const total = parts.reduce((sum, part) => sum + part, 0);
  return parts.length > 0 && Number.isFinite(total) ? Math.round(total * 100) / 100 : null;
}

/** To be awaited often: lets the event loop turn when it has been kept for long enough. */
function createPause(): () => Promise<void> | undefined {
  let turnedAt = performance.now();
  return () => {
    if (performance.now() - turnedAt < SLICE_MS) return undefined;
    return nextTurn().then(() => {
      turnedAt = performance.now();
    });
  };
}
