/** A share price as it was at some time: what a yield is measured from. */
export interface SharePrice {
  /** Any fixed scale; only ratios count. */
  readonly price: bigint;
  /** Seconds since the epoch. */
  readonly timestamp: number;
}

/**
 * Two observations of a share price: the older one is what growth is measured from. It is 24 to 48
 * hours old once the pool is older than that.
 */
export interface GrowthWindow {
  readonly since: SharePrice;
  readonly latest: SharePrice;
}

const SECONDS_PER_DAY = 86_400;
const SECONDS_PER_YEAR = 365 * SECONDS_PER_DAY;
/** Growth over less than an hour says nothing of a year. */
const SHORTEST_WINDOW = 3_600;
const SCALE = 10n ** 15n;

/**
 * Whether an observation at a time, seconds since the epoch, moves the window; for any other, no
 * price need be computed.
 */
export function isObservable(window: GrowthWindow | null, timestamp: number): boolean {
  return window === null || timestamp - window.latest.timestamp >= SECONDS_PER_DAY;
}

/** The window after an observation: it moves on when the newer of the two is a day old. */
export function observe(window: GrowthWindow | null, seen: SharePrice): GrowthWindow {
  if (window === null) return { since: seen, latest: seen };
  return isObservable(window, seen.timestamp) ? { since: window.latest, latest: seen } : window;
}

/**
 * Yearly growth in percent, without compounding, from an observation to now: (now / then - 1) *
 * year / time between. 0 while less than an hour lies between, and where the price then was 0.
 */
export function annualPercent(since: SharePrice, now: SharePrice): number {
  const seconds = now.timestamp - since.timestamp;
  if (seconds < SHORTEST_WINDOW || since.price <= 0n) return 0;
  const growth = Number(((now.price - since.price) * SCALE) / since.price) / Number(SCALE);
  return (growth * SECONDS_PER_YEAR * 100) / seconds;
}
