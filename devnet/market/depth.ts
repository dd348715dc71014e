import type { DevnetToken } from "../manifest.ts";
import type { Random } from "./random.ts";

/** What pool depths are drawn from. */
export interface Market {
  readonly tokens: readonly DevnetToken[];
  readonly random: Random;
}

/** Median, spread of the logarithm and bounds, US dollars. */
interface DepthClass {
  readonly median: number;
  readonly sigma: number;
  readonly least: number;
  readonly most: number;
}

const HUB: DepthClass = { median: 3_500_000, sigma: 0.7, least: 1_000_000, most: 10_000_000 };
const MAJOR: DepthClass = { median: 900_000, sigma: 0.6, least: 250_000, most: 3_000_000 };
const TAIL: DepthClass = { median: 180_000, sigma: 0.8, least: 50_000, most: 800_000 };

/**
 * Draws the value of a pool, US dollars, log-normal: deep between hubs, shallow where a tail token
 * is in it.
 */
export function depth(market: Market, tokens: readonly [DevnetToken, DevnetToken]): number {
  const { median, sigma, least, most } = depthClass(tokens);
  const drawn = median * Math.exp(sigma * market.random.normal());
  return Math.min(most, Math.max(least, drawn));
}

function depthClass(tokens: readonly [DevnetToken, DevnetToken]): DepthClass {
  if (tokens.every((token) => token.tier === "hub")) return HUB;
  return tokens.every((token) => token.tier === "hub" || token.tier === "major") ? MAJOR : TAIL;
}
