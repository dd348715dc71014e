import type { LensTick, TicksRead } from "./lens.ts";

/** Of ticks: 887272, the highest, in words of 256. */
const HIGHEST_TICK = 887_272;
const WORD = 256;
/** The highest of Ekubo's Core, and the place of tick 0 in its word. */
const [HIGHEST_CORE_TICK, ZERO_PLACE] = [88_722_835, 127];
/**
 * Pools whose ticks are asked for in one call, of which it answers as many as its gas is enough
 * for.
 */
const TICKED = 200;

/**
 * All ticks of pools, some pools and as many words of their bitmaps at a time as `ask` answers;
 * null for a pool with more than `most`, of which the rest is not read: anybody can make a pool of
 * a million ticks.
 */
export async function walkTicks<P extends { readonly tickSpacing: number }>(
  pools: readonly P[],
  most: number,
  ask: (some: readonly P[], word: number) => Promise<TicksRead>,
  lastWordOf: (spacing: number) => number = lastWord,
): Promise<readonly (readonly LensTick[] | null)[]> {
  const found = pools.map((): LensTick[] => []);
  const isTooMuch = (at: number) => (found[at]?.length ?? 0) > most;
  const firstOf = (at: number) => -lastWordOf(pools[at]?.tickSpacing ?? 1) - 1;
  for (let at = 0, word = firstOf(0); at < pools.length; ) {
    const some = pools.slice(at, at + TICKED);
    const { next, ticks } = await ask(some, word);
    if (next.pool === 0 && next.word === word)
      throw new Error(`The ticks of ${JSON.stringify(pools[at])} take more gas than a call has.`);
    for (const { pool, ...tick } of ticks) found[at + pool]?.push(tick);
    at += next.pool;
    const isLeft = next.pool < some.length && isTooMuch(at);
    if (isLeft) at += 1;
    word = isLeft || next.pool === some.length ? firstOf(at) : next.word;
  }
  return found.map((ticks, at) => (isTooMuch(at) ? null : ticks));
}

/** The last word of a bitmap in which a tick of a spacing may be. */
export function lastWord(spacing: number): number {
  return Math.floor(HIGHEST_TICK / spacing / WORD);
}

/** As `lastWord` of a pool of Ekubo's Core. */
export function lastCoreWord(spacing: number): number {
  return Math.floor((Math.floor(HIGHEST_CORE_TICK / spacing) + ZERO_PLACE) / WORD);
}
