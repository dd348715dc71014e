import { bitsOf } from "./words.ts";

/** Tokens for a unit that was supplied or borrowed, 12 decimals. */
export interface ExchangePrices {
  readonly supply: bigint;
  readonly borrow: bigint;
}

const YEAR_SECONDS = 31_536_000n;
const FOUR_DECIMALS = 10_000n;
const E27 = 10n ** 27n;

/**
 * Exchange prices of a token at a time, with the interest since they were stored.
 *
 * @param word `_exchangePricesAndConfig` of the Liquidity layer.
 * @see https://github.com/Instadapp/fluid-contracts-public/blob/a9949b48ba1247d4f478cd0acb40896b5c8bf3f8/contracts/libraries/liquidityCalcs.sol#L44
 */
export function exchangePricesAt(word: bigint, timestamp: bigint): ExchangePrices {
  const stored = { supply: bitsOf(word, 91, 64), borrow: bitsOf(word, 155, 64) };
  const rate = bitsOf(word, 0, 16);
  const borrowRatio = bitsOf(word, 234, 15);
  const seconds = timestamp - bitsOf(word, 58, 33);
  // A ratio of 1: none of what is borrowed, or below supplied, bears interest.
  if (seconds === 0n || rate === 0n || borrowRatio === 1n) return stored;
  const borrow = stored.borrow + (stored.borrow * rate * seconds) / (YEAR_SECONDS * FOUR_DECIMALS);
  const supplyRatio = bitsOf(word, 219, 15);
  if (supplyRatio === 1n) return { supply: stored.supply, borrow };
  const utilization = bitsOf(word, 30, 14);
  const earning =
    (FOUR_DECIMALS * ofSupply(utilization, supplyRatio) * ofBorrow(borrowRatio)) / E27 ** 2n;
  const supplyRate = rate * earning * (FOUR_DECIMALS - bitsOf(word, 16, 14));
  const supply =
    stored.supply + (stored.supply * supplyRate * seconds) / (YEAR_SECONDS * FOUR_DECIMALS ** 3n);
  return { supply, borrow };
}

/**
 * What of the supplies that bear interest is borrowed, 27 decimals.
 *
 * @param ratio Free of interest to with it, or where the first bit is set the inverse, 4 decimals.
 */
function ofSupply(utilization: bigint, ratio: bigint): bigint {
  const part = ratio >> 1n;
  return (ratio & 1n) === 1n
    ? (utilization * (E27 + (E27 * FOUR_DECIMALS) / part)) / FOUR_DECIMALS
    : (E27 * utilization * (FOUR_DECIMALS + part)) / FOUR_DECIMALS ** 2n;
}

/** What of the debts bears interest, 27 decimals; `ratio` as above. */
function ofBorrow(ratio: bigint): bigint {
  const part = ratio >> 1n;
  const share = (part * E27) / (FOUR_DECIMALS + part);
  return (ratio & 1n) === 1n ? share : E27 - share;
}
