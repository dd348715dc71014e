import { createRandom } from "../../test/api/router/market.ts";

/** Draws that one seed determines. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** Standard normal. */
  normal(): number;
  /** Its logarithm is uniform between those of the two ends. */
  logUniform(from: number, to: number): number;
  /** Its logarithm is normal around that of `median`, with standard deviation `sigma`. */
  logNormal(median: number, sigma: number): number;
  /** One of the values, by weight. */
  pick<T>(weighted: readonly (readonly [value: T, weight: number])[]): T;
}

/** A stream of draws; the same for the same seed. */
export function createDraws(seed: number): Random {
  const next = createRandom(seed);
  const normal = (): number =>
    Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return {
    next,
    normal,
    logUniform: (from, to) => from * (to / from) ** next(),
    logNormal: (median, sigma) => median * Math.exp(normal() * sigma),
    pick(weighted) {
      let left = next() * weighted.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of weighted) {
        left -= weight;
        if (left < 0) return value;
      }
      throw new Error("nothing to pick from");
    },
  };
}
