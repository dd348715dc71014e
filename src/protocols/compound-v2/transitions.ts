import type { CompoundV2Reading } from "./reading.ts";

/** The part of a market's row that readings change. */
export type MarketFacts = Omit<CompoundV2Reading, "asset">;

/**
 * What a row says after a reading; null where nothing has changed. What shares cost while there are
 * none is only told then, and kept.
 */
export function readAt(row: MarketFacts | null, reading: CompoundV2Reading): MarketFacts | null {
  const { asset: _asset, ...facts } = reading;
  if (row === null) return facts;
  const initialRateWad = facts.initialRateWad === 0n ? row.initialRateWad : facts.initialRateWad;
  const next = { ...facts, initialRateWad };
  const names = Object.keys(next) as (keyof MarketFacts)[];
  return names.every((name) => String(row[name]) === String(next[name])) ? null : next;
}
