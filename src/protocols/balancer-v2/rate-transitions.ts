import type { Address } from "viem";
import { lower } from "../../lib/address.ts";
import type { LogPlace, PoolRow } from "./transitions.ts";

/** The pool asked a provider for a rate, which it keeps from now on. */
export function rateKept(
  row: PoolRow,
  { tokenIndex, rate }: { readonly tokenIndex: bigint; readonly rate: bigint },
  { block, timestamp }: LogPlace,
): PoolRow {
  const i = Number(tokenIndex);
  const expires = BigInt(timestamp) + (row.rateDurations[i] ?? 0n);
  return {
    ...row,
    rates: withItem(row, row.rates, i, rate),
    // Until a live block reads the provider, it says what the pool was told.
    liveRates: withItem(row, row.liveRates, i, rate),
    rateExpiries: withItem(row, row.rateExpiries, i, expires),
    // Before the first join, the first rate stands for the old one.
    oldRates: withItem(row, row.oldRates, i, row.oldRates[i] || rate),
    updatedBlock: block,
  };
}

/** How long a rate is kept, which the pool asked for just before. */
export function rateDurationSet(
  row: PoolRow,
  { tokenIndex, cacheDuration }: { readonly tokenIndex: bigint; readonly cacheDuration: bigint },
  { block, timestamp }: LogPlace,
): PoolRow {
  const i = Number(tokenIndex);
  return {
    ...row,
    rateDurations: withItem(row, row.rateDurations, i, cacheDuration),
    rateExpiries: withItem(row, row.rateExpiries, i, BigInt(timestamp) + cacheDuration),
    updatedBlock: block,
  };
}

/**
 * As `rateKept`, of a pool of the first version, which tells the token itself.
 *
 * @param log.token Any case.
 */
export function priceRateKept(
  row: PoolRow,
  { token, rate }: { readonly token: Address; readonly rate: bigint },
  at: LogPlace,
): PoolRow {
  const place = row.tokens.indexOf(lower(token));
  return place < 0 ? row : rateKept(row, { tokenIndex: BigInt(place), rate }, at);
}

/** As `rateDurationSet`, of a pool of the first version; one is told for no provider as well. */
export function priceRateDurationSet(
  row: PoolRow,
  {
    token,
    provider,
    cacheDuration,
  }: { readonly token: Address; readonly provider: Address; readonly cacheDuration: bigint },
  at: LogPlace,
): PoolRow {
  const place = row.tokens.indexOf(lower(token));
  if (place < 0 || BigInt(provider) === 0n) return row;
  return rateDurationSet(row, { tokenIndex: BigInt(place), cacheDuration }, at);
}

/** A list by registered token with one item replaced. */
function withItem(
  { tokens }: PoolRow,
  list: readonly bigint[],
  index: number,
  item: bigint,
): bigint[] {
  return tokens.map((_, i) => (i === index ? item : (list[i] ?? 0n)));
}
