import { isSame } from "../../catalog/live/same.ts";
import { isObservable, observe } from "../growth.ts";
import type { StakingReading } from "./inquiry.ts";
import { price } from "./pool.ts";

/** The part of a token's row that readings change. */
export interface StakingFacts extends StakingReading {
  readonly sincePrice: bigint;
  readonly sinceTimestamp: number;
  readonly latestPrice: bigint;
  readonly latestTimestamp: number;
}

/** The row after a reading, null for the first; null when nothing changed. Seconds. */
export function readAt(
  facts: StakingFacts | null,
  reading: StakingReading,
  timestamp: number,
): StakingFacts | null {
  const window =
    facts === null
      ? null
      : {
          since: { price: facts.sincePrice, timestamp: facts.sinceTimestamp },
          latest: { price: facts.latestPrice, timestamp: facts.latestTimestamp },
        };
  if (facts !== null && !isObservable(window, timestamp) && isSame<StakingReading>(facts, reading))
    return null;
  const { since, latest } = observe(window, { price: price(reading), timestamp });
  return {
    ...reading,
    ...{ sincePrice: since.price, sinceTimestamp: since.timestamp },
    ...{ latestPrice: latest.price, latestTimestamp: latest.timestamp },
  };
}

/**
 * What is assumed of a token whose contracts do not answer: all as it was, but that it takes no
 * deposits, since what is counted for a view is counted for a deposit, too. Null before the first
 * answer.
 */
export function stopped(facts: StakingFacts | null): StakingReading | null {
  if (facts === null) return null;
  const { shares, assets, adjustmentBps, minimum, supplied, cap, held, wrapped } = facts;
  return {
    ...{ shares, assets, adjustmentBps, minimum, supplied, cap, held, wrapped },
    isPaused: true,
  };
}
