import { hexToNumber, keccak256, slice, stringToHex } from "viem";

/** A seeded stream of pseudo-random numbers; the same seed gives the same stream everywhere. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** Uniform whole number in [0, bound). */
  below(bound: number): number;
  /** One of `items`, uniformly; throws on an empty list. */
  pick<T>(items: readonly T[]): T;
  /** Standard normal. */
  normal(): number;
}

/**
 * Mulberry32 over a 32-bit state taken from a hash of `seed`.
 *
 * @see https://gist.github.com/tommyettinger/46a874533244883189143505d203312c
 */
export function createRandom(seed: string): Random {
  let state = hexToNumber(slice(keccak256(stringToHex(seed)), 0, 4));
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const below = (bound: number) => Math.floor(next() * bound);
  return {
    next,
    below,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error("Nothing to pick from.");
      return item;
    },
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}
