import { isSame } from "../../catalog/live/same.ts";
import { observe } from "../growth.ts";
import { price } from "./pool.ts";
import type { RocketPoolReading } from "./reading.ts";

/** The part of Rocket Pool's row that readings change. */
export interface RocketPoolFacts extends RocketPoolReading {
  readonly sincePrice: bigint;
  readonly sinceTimestamp: number;
  readonly latestPrice: bigint;
  readonly latestTimestamp: number;
}

/** The row after a reading, null for the first; null when nothing changed. */
export function readAt(
  facts: RocketPoolFacts | null,
  reading: RocketPoolReading,
): RocketPoolFacts | null {
  if (facts !== null && isSame<RocketPoolReading>(facts, reading)) return null;
  const window =
    facts === null
      ? null
      : {
          since: { price: facts.sincePrice, timestamp: facts.sinceTimestamp },
          latest: { price: facts.latestPrice, timestamp: facts.latestTimestamp },
        };
  const seen = { price: price(reading), timestamp: reading.balancesTimestamp };
  const { since, latest } = observe(window, seen);
  return {
    ...reading,
    sincePrice: since.price,
    sinceTimestamp: since.timestamp,
    latestPrice: latest.price,
    latestTimestamp: latest.timestamp,
  };
}
