import { debtChanged } from "./debts.ts";
import { type ExchangePrices, exchangePricesAt } from "./exchange-prices.ts";
import type { Account } from "./state.ts";
import { supplyChanged } from "./supplies.ts";
import { type Ratios, ratiosOf, type TotalsChanged, totalsChanged, totalsOf } from "./totals.ts";
import { bitsOf, withBits } from "./words.ts";

/** Why the layer refuses an operation. */
export type Refusal = {
  readonly ok: false;
  readonly reason: "paused" | "cap-exceeded" | "amount-too-small";
};

/** An account after an operation, or why the layer refuses it. */
export type Operated = { readonly ok: true; readonly account: Account } | Refusal;

/** Amounts in smallest units: above 0 to supply and to borrow, below to withdraw and pay back. */
export interface LayerOperation {
  readonly supply: bigint;
  readonly debt: bigint;
  /** What is sent with it, smallest unit. */
  readonly sent: bigint;
  readonly timestamp: bigint;
}

const FOUR_DECIMALS = 10_000n;
/** What is sent may be more than what is used by this part, 4 decimals: the layer keeps it. */
const MOST_EXCESS = 100n;
const DAY_SECONDS = 86_400n;

/**
 * `operate` of the Liquidity layer for a pool. The rate of interest that follows is not told, as
 * it matters from the next second on alone.
 *
 * @see https://github.com/Instadapp/fluid-contracts-public/blob/a9949b48ba1247d4f478cd0acb40896b5c8bf3f8/contracts/liquidity/userModule/main.sol#L605
 */
export function operate(account: Account, operation: LayerOperation): Operated {
  const { supply, debt, sent, timestamp } = operation;
  if (supply === 0n && debt === 0n) return { ok: false, reason: "amount-too-small" };
  const used = (supply > 0n ? supply : 0n) + (debt < 0n ? -debt : 0n);
  const most = (used * (FOUR_DECIMALS + MOST_EXCESS)) / FOUR_DECIMALS;
  // Rounding takes that much of a tiny amount alone.
  if (sent > most) return { ok: false, reason: "amount-too-small" };
  const prices = exchangePricesAt(account.prices, timestamp);
  const before: TotalsChanged = { totals: totalsOf(account.totals), word: account.totals };

  const supplied = changed(account.supply, before, {
    ...{ amount: supply, price: prices.supply, timestamp },
    ...{ change: supplyChanged, names: ["supplyFree", "supplyRaw"] },
  });
  if (!supplied.ok) return supplied;
  const owed = changed(account.borrow, supplied.totals, {
    ...{ amount: debt, price: prices.borrow, timestamp },
    ...{ change: debtChanged, names: ["borrowFree", "borrowRaw"] },
  });
  if (!owed.ok) return owed;

  const ratios = ratiosOf(owed.totals.totals, prices);
  const isMore = supply > 0n || debt > 0n;
  const isOver = debt > 0n && ratios.isSupplied && ratios.utilization > mostUtilization(account);
  const paid = (supply < 0n ? -supply : 0n) + (debt > 0n ? debt : 0n);
  const balance = account.balance + sent - paid;
  if (isOver || balance < 0n || (isMore && ratios.isTooMuch)) {
    return { ok: false, reason: "cap-exceeded" };
  }
  const next = {
    ...{ supply: supplied.word, borrow: owed.word, totals: owed.totals.word, balance },
    prices: pricesStored(account.prices, { prices, ratios, timestamp }),
  };
  return { ok: true, account: { ...account, ...next } };
}

type Changes =
  | { readonly ok: true; readonly word: bigint; readonly totals: TotalsChanged }
  | Refusal;

/** Changes the pool's supply or debt, and the total that it is part of. */
function changed(
  word: bigint,
  totals: TotalsChanged,
  by: {
    readonly amount: bigint;
    readonly price: bigint;
    readonly timestamp: bigint;
    readonly change: typeof supplyChanged;
    /** Totals without and with interest. */
    readonly names: readonly [
      free: keyof TotalsChanged["totals"],
      raw: keyof TotalsChanged["totals"],
    ];
  },
): Changes {
  if (by.amount === 0n) return { ok: true, word, totals };
  const own = by.change(word, by);
  if (!own.ok) return own;
  const [free, raw] = by.names;
  const next = totalsChanged(totals, (word & 1n) === 1n ? raw : free, own.raw);
  if (next === null) return { ok: false, reason: "cap-exceeded" };
  if (next.word === totals.word) return { ok: false, reason: "amount-too-small" };
  return { ok: true, word: own.word, totals: next };
}

/** 4 decimals. */
function mostUtilization({ prices, configs }: Account): bigint {
  return bitsOf(prices, 249, 1) === 1n ? bitsOf(configs, 0, 14) : FOUR_DECIMALS;
}

/** The word of prices, which is written anew once a day or where ratios have moved enough. */
function pricesStored(
  word: bigint,
  {
    prices,
    ratios,
    timestamp,
  }: {
    readonly prices: ExchangePrices;
    readonly ratios: Ratios;
    readonly timestamp: bigint;
  },
): bigint {
  const threshold = bitsOf(word, 44, 14);
  const isMoved = (from: bigint, to: bigint) => (from > to ? from - to : to - from) > threshold;
  const isTurned = (from: bigint, to: bigint) =>
    (from & 1n) !== (to & 1n) || isMoved(from >> 1n, to >> 1n);
  const isWritten =
    timestamp > bitsOf(word, 58, 33) + DAY_SECONDS ||
    isMoved(bitsOf(word, 30, 14), ratios.utilization) ||
    isTurned(bitsOf(word, 219, 15), ratios.supply) ||
    isTurned(bitsOf(word, 234, 15), ratios.borrow);
  if (!isWritten) return word;
  const fields = [
    { from: 30, count: 14, value: ratios.utilization },
    { from: 58, count: 33, value: timestamp },
    { from: 91, count: 64, value: prices.supply },
    { from: 155, count: 64, value: prices.borrow },
    { from: 219, count: 15, value: ratios.supply },
    { from: 234, count: 15, value: ratios.borrow },
  ];
  return fields.reduce(withBits, word);
}
