import type { CompoundV3Reading } from "./reading.ts";

/** The part of a market's row that readings change. */
export type MarketFacts = Omit<CompoundV3Reading, "collateralCount">;

/** What of a reading the row has. */
export function factsOf({ collateralCount: _count, ...facts }: CompoundV3Reading): MarketFacts {
  return facts;
}
