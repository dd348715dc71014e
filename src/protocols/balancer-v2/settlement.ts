import { divWadDown, divWadUp, mulWadDown, mulWadUp } from "./fixed-point.ts";
import { type Closing, type Ledger, openLedger } from "./ledger.ts";
import { type BalancerV2Pool, downscaledDown, downscaledUp, upscaled } from "./state.ts";

/** What a join or exit moved. */
export interface Movement {
  /** By token without the share, smallest unit; into the pool is positive. */
  readonly deltas: readonly bigint[];
  /** Change of the shares in circulation. */
  readonly shares: bigint;
}

/**
 * The invariant that a join or exit leaves, which no event states; null where it cannot be
 * computed. The contract computes it from amounts with 18 decimals, of which events have the
 * rounded ones, so that the way in or out is found by what it would have moved. An exit that pays
 * not even a unit could have been of any token: then the invariant is off by less than that unit,
 * until the next.
 *
 * @param state Before the join or exit.
 * @param timestamp Seconds since the epoch.
 */
export function settlement(
  state: BalancerV2Pool,
  { deltas, shares }: Movement,
  timestamp: bigint,
): Closing | null {
  const ledger = openLedger(state, timestamp);
  if (ledger === null) return null;
  const moved = unrounded(ledger, state, { deltas, shares });
  return ledger.close(
    ledger.balances.map((balance, i) => balance + (moved[i] ?? 0n)),
    ledger.supply + shares,
  );
}

/** The amounts before they were rounded to the tokens' decimals. */
function unrounded(
  ledger: Ledger,
  state: BalancerV2Pool,
  { deltas, shares }: Movement,
): readonly bigint[] {
  const exact = deltas.map((delta, i) =>
    delta < 0n ? -upscaledPaid(state, i, -delta) : upscaled(state, i, delta),
  );
  const joins = shares > 0n;
  if (joins && ledger.sharesForTokens(exact) === shares) return exact;
  const size = joins ? shares : -shares;
  if (!joins && ledger.sharesToPay(exact.map((amount) => -amount)) === size) return exact;
  const ways = [oneToken(ledger, exact, { size, joins }), proportional(ledger, { size, joins })];
  const fits = (way: readonly bigint[]) =>
    way.every((amount, i) => {
      const moved = joins ? downscaledUp(state, i, amount) : -downscaledDown(state, i, -amount);
      return moved === (deltas[i] ?? 0n);
    });
  return ways.find((way) => way !== null && fits(way)) ?? exact;
}

/**
 * What was asked for where an amount was paid: a rate above one may take a unit from it, there and
 * back.
 */
function upscaledPaid(state: BalancerV2Pool, index: number, paid: bigint): bigint {
  const scaled = upscaled(state, index, paid);
  return downscaledDown(state, index, scaled) < paid ? upscaled(state, index, paid + 1n) : scaled;
}

interface Size {
  /** Shares minted or burned. */
  readonly size: bigint;
  readonly joins: boolean;
}

function oneToken(
  ledger: Ledger,
  exact: readonly bigint[],
  { size, joins }: Size,
): readonly bigint[] | null {
  const index = exact.findIndex((amount) => amount !== 0n);
  if (index < 0 || exact.some((amount, i) => i !== index && amount !== 0n)) return null;
  const amount = joins ? ledger.tokenForShares(index, size) : ledger.sharesPay(index, size);
  return amount === null
    ? null
    : exact.map((_, i) => (i !== index ? 0n : joins ? amount : -amount));
}

function proportional(ledger: Ledger, { size, joins }: Size): readonly bigint[] {
  const ratio = joins ? divWadUp(size, ledger.supply) : divWadDown(size, ledger.supply);
  return ledger.balances.map((balance) =>
    joins ? mulWadUp(balance, ratio) : -mulWadDown(balance, ratio),
  );
}
