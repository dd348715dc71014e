import type { ExchangePrices } from "./exchange-prices.ts";
import { bitsOf, fromBigNumber, toBigNumberDown, toBigNumberUp, withBits } from "./words.ts";

/** What all have supplied and borrowed of a token. `raw`: in units that grow by interest. */
export interface Totals {
  readonly supplyRaw: bigint;
  readonly supplyFree: bigint;
  readonly borrowRaw: bigint;
  readonly borrowFree: bigint;
}

/** The totals after a change of one of them, and their word; null where the layer refuses it. */
export interface TotalsChanged {
  readonly totals: Totals;
  readonly word: bigint;
}

const SIZE = 56;
/** Where each total begins in its word. */
const BITS = { supplyRaw: 0, supplyFree: 64, borrowRaw: 128, borrowFree: 192 } as const;
/** From here on an operation may not change a total by more than a factor. */
const LARGE = 1n << 80n;
const [MOST_GROWTH, MOST_FALL] = [10_000n, 2n];
const MOST = (1n << 127n) - 1n;
const PRECISION = 10n ** 12n;
const FOUR_DECIMALS = 10_000n;

/** The totals in `_totalAmounts` of the Liquidity layer. */
export function totalsOf(word: bigint): Totals {
  const of = (name: keyof Totals) => fromBigNumber(bitsOf(word, BITS[name], 64));
  return {
    ...{ supplyRaw: of("supplyRaw"), supplyFree: of("supplyFree") },
    ...{ borrowRaw: of("borrowRaw"), borrowFree: of("borrowFree") },
  };
}

/** Adds to a total, or takes from it down to 0. */
export function totalsChanged(
  { totals, word }: TotalsChanged,
  name: keyof Totals,
  amount: bigint,
): TotalsChanged | null {
  const total = totals[name];
  const [size, most] = amount > 0n ? [amount, total * MOST_GROWTH] : [-amount, total / MOST_FALL];
  if (size > LARGE && size > most) return null;
  const after = total + amount > 0n ? total + amount : 0n;
  const isSupply = name === "supplyRaw" || name === "supplyFree";
  const value = isSupply ? toBigNumberDown(after, SIZE) : toBigNumberUp(after, SIZE);
  return {
    totals: { ...totals, [name]: after },
    word: withBits(word, { from: BITS[name], count: 64, value }),
  };
}

/** Shares of what was supplied and borrowed, 4 decimals, as the layer stores them. */
export interface Ratios {
  /** Borrowed of supplied. */
  readonly utilization: bigint;
  /** Free of interest to bearing it, and the first bit 0; where that is the larger, the inverse. */
  readonly supply: bigint;
  readonly borrow: bigint;
  /** Whether a total is above what the layer takes. */
  readonly isTooMuch: boolean;
  readonly isSupplied: boolean;
}

/** Those of totals at exchange prices. */
export function ratiosOf(totals: Totals, prices: ExchangePrices): Ratios {
  const supplyBearing = (totals.supplyRaw * prices.supply) / PRECISION;
  const borrowBearing = (totals.borrowRaw * prices.borrow) / PRECISION;
  const supplied = totals.supplyFree + supplyBearing;
  const borrowed = totals.borrowFree + borrowBearing;
  return {
    utilization: supplied === 0n ? 0n : (borrowed * FOUR_DECIMALS) / supplied,
    supply: ratioOf(totals.supplyFree, supplyBearing),
    borrow: ratioOf(totals.borrowFree, borrowBearing),
    isTooMuch: [supplyBearing, borrowBearing, totals.supplyFree, totals.borrowFree].some(
      (amount) => amount > MOST,
    ),
    isSupplied: supplied > 0n,
  };
}

function ratioOf(free: bigint, bearing: bigint): bigint {
  if (bearing > free) return ((free * FOUR_DECIMALS) / bearing) << 1n;
  if (bearing < free) return (((bearing * FOUR_DECIMALS) / free) << 1n) | 1n;
  return free === 0n ? 0n : FOUR_DECIMALS << 1n;
}
