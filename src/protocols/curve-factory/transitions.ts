import {
  type Observation,
  type Observed,
  observedOf,
  windowOf,
} from "../curve-stableswap/observation.ts";
import type { PoolNumbers } from "../curve-stableswap/reserves.ts";
import type { LogBlock } from "../curve-stableswap/transitions.ts";
import { CODES, isCodeName } from "./codes.ts";
import type { CurveFactoryPool } from "./pool.ts";
import type { CurveFactoryFacts, CurveFactoryReading } from "./reading.ts";
import type { curveFactoryPool } from "./schema.ts";

type Row = typeof curveFactoryPool.$inferSelect;

const NUMBERS = [
  ...["supply", "feeE10", "adminFeeE10"],
  ...["initialA", "futureA", "initialATime", "futureATime"],
] as const satisfies readonly (keyof Row)[];

/**
 * What the code of a pool fixes: that of two coins divides by n^n in one, that of more by n for
 * each coin.
 *
 * @see https://github.com/curvefi/curve-factory/blob/5272fd2b1199f185d9cd94822be9262c387dc2c2/contracts/implementations/plain-2/Plain2Basic.vy
 * @see https://github.com/curvefi/curve-factory/blob/5272fd2b1199f185d9cd94822be9262c387dc2c2/contracts/implementations/plain-3/Plain3Basic.vy
 */
export function fixedOf({
  coins,
  code,
}: Pick<CurveFactoryFacts, "coins" | "code">): Pick<
  PoolNumbers,
  "aPrecision" | "dividesAtOnce" | "addsUnit" | "keepsScaled"
> &
  Pick<CurveFactoryPool, "offpegE10"> {
  const { hasAverage, dividesAtOnce, keepsScaled, addsUnit } = CODES[code];
  return {
    ...{ aPrecision: 100n, dividesAtOnce: dividesAtOnce && coins.length === 2 },
    offpegE10: hasAverage ? 0n : null,
    ...{ ...(keepsScaled ? { keepsScaled } : {}), ...(addsUnit ? { addsUnit } : {}) },
  };
}

/** Columns of a pool that nothing is known of yet: of the block of its creation. */
export function created({ lpToken, coins, rates, code }: CurveFactoryFacts, block: number) {
  return {
    ...{ lpToken, coins: [...coins], rates: [...rates], code },
    ...{ balances: coins.map(() => 0n), supply: 0n, feeE10: 0n, adminFeeE10: 0n },
    shareBalance: [],
    ...{ initialA: 0n, futureA: 0n, initialATime: 0n, futureATime: 0n },
    ...{ sincePrice: 0n, sinceTimestamp: 0, latestPrice: 0n, latestTimestamp: 0 },
    ...{ isStale: true, readBlock: -1, updatedBlock: block },
  };
}

/** What is known of the pool of a row; null where its code is of no kind that there is. */
export function factsIn(
  row: Pick<Row, "address" | "lpToken" | "coins" | "rates" | "code">,
): CurveFactoryFacts | null {
  const { address, lpToken, coins, rates, code } = row;
  return isCodeName(code) ? { address, lpToken, coins, rates, code } : null;
}

/** What a reading changes of a row; null where it says what the row does. */
export function readAt(
  row: CurveFactoryReading &
    Pick<Row, "isStale" | "readBlock"> &
    Pick<CurveFactoryFacts, "coins" | "code"> &
    Observed,
  reading: CurveFactoryReading,
  block: LogBlock,
) {
  const isSame =
    NUMBERS.every((name) => row[name] === reading[name]) &&
    String(row.balances) === String(reading.balances) &&
    String(row.shareBalance) === String(reading.shareBalance) &&
    String(row.rates) === String(reading.rates);
  if (isSame && !row.isStale && row.readBlock >= 0) return null;
  return {
    ...columnsOf(row, reading, { window: windowOf(row), timestamp: block.timestamp }),
    ...{ isStale: false, readBlock: block.number, updatedBlock: block.number },
  };
}

/** What a reading that failed changes of a row; null where it is not used anyhow. */
export function unreadAt({ isStale }: Pick<Row, "isStale">, block: LogBlock) {
  return isStale ? null : { isStale: true, updatedBlock: block.number };
}

/** Columns of a reading, with the virtual price as seen then. */
export function columnsOf(
  facts: Pick<CurveFactoryFacts, "coins" | "code">,
  reading: CurveFactoryReading,
  at: Observation,
) {
  return {
    ...reading,
    ...{ balances: [...reading.balances], rates: [...reading.rates] },
    shareBalance: [...reading.shareBalance],
    ...observedOf({ ...reading, ...fixedOf(facts) }, at),
  };
}
