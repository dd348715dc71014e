import { type Address, encodeFunctionData } from "viem";
import { AlgebraViews } from "../../../abis/AlgebraViews.ts";
import type { Aggregate, ViewAnswer } from "../../catalog/live/aggregate.ts";
import { wordOf } from "../../seed/words.ts";
import { type Memory, type OracleKind, type Timepoint, WINDOW } from "./timepoints.ts";

/** Where an oracle's timepoints are. */
export interface MemoryQuestion {
  /** V1's operator, or Integral's plugin. */
  readonly source: Address;
  readonly kind: OracleKind;
  /** Place of the newest. */
  readonly lastIndex: number;
  /** Where those of a day ago were before; null: unknown. */
  readonly windowIndex: number | null;
  /** Of the block, seconds since the epoch. */
  readonly timestamp: number;
}

/** What was read, and for how long it tells what was a day ago. */
export interface ReadMemory {
  readonly memory: Memory;
  readonly windowIndex: number;
  /** Seconds since the epoch; null: until somebody trades. */
  readonly knownUntil: number | null;
}

/** Places of the ring. */
const PLACES = 65_536;
/** Timepoints of a day ago that are read at once. */
const WINDOW_POINTS = 8;
/** Places that one round of a search looks at. */
const PIVOTS = 8;

/**
 * The timepoints that the next fee is made of. In two rounds where those of a day ago are about where
 * they were; else each further round divides what is searched by nine. Null where the oracle does not
 * answer, or remembers less than a day although its ring is full.
 */
export async function readMemory(
  aggregate: Aggregate,
  question: MemoryQuestion,
): Promise<ReadMemory | null> {
  const { source, kind, lastIndex, timestamp } = question;
  const pointsAt = async (places: readonly number[]) => {
    const calls = places.map((place) => timepointCall(source, (place + PLACES) % PLACES));
    return (await aggregate(calls)).map((answer) => timepointIn(answer, kind));
  };
  const guess = question.windowIndex ?? lastIndex;
  const guessed = Array.from({ length: WINDOW_POINTS }, (_, at) => guess + at);
  const [last, previous, next, first, ...near] = await pointsAt([
    ...[lastIndex, lastIndex - 1, lastIndex + 1, 0],
    ...guessed,
  ]);
  const oldest = next ?? first;
  if (last == null || oldest == null) return null;
  const oldestIndex = next == null ? 0 : lastIndex + 1;
  const count = ((lastIndex - oldestIndex + PLACES) % PLACES) + 1;
  const start = timestamp - WINDOW;
  if (next != null && oldest.timestamp > start) return null;
  const before = count === 1 ? null : (previous ?? null);

  /** Ranks, from the oldest on, of the newest that was a day old and the one after it. */
  let [low, high] = [0, count];
  const guessedRank = (guess - oldestIndex + PLACES) % PLACES;
  const isGuessRight = near[0] != null && guessedRank < count && near[0].timestamp <= start;
  const later = near.findIndex((point) => point != null && point.timestamp > start);
  if (isGuessRight && later > 0) [low, high] = [guessedRank + later - 1, guessedRank + later];
  else if (isGuessRight) low = guessedRank;
  while (high - low > 1) {
    const step = Math.max(1, Math.ceil((high - low) / (PIVOTS + 1)));
    const ranks = [];
    for (let rank = low + step; rank < high; rank += step) ranks.push(rank);
    const points = await pointsAt(ranks.map((rank) => oldestIndex + rank));
    const after = points.findIndex((point) => point == null || point.timestamp > start);
    if (after === -1) low = ranks.at(-1) ?? low;
    else {
      high = ranks[after] ?? high;
      low = ranks[after - 1] ?? low;
    }
  }
  const ranks = Array.from({ length: Math.min(WINDOW_POINTS, count - low) }, (_, at) => low + at);
  const around = await pointsAt(ranks.map((rank) => oldestIndex + rank));
  const known = around.flatMap((point) => (point == null ? [] : [point]));
  if (known.length !== ranks.length || known.length === 0) return null;
  const isWhole = low + known.length === count;
  return {
    memory: { oldest, before, last, around: known },
    windowIndex: (oldestIndex + low) % PLACES,
    knownUntil: isWhole ? null : (known.at(-1)?.timestamp ?? 0) + WINDOW,
  };
}

/** Places of what both oracles remember, in words of what they return. */
const WORDS = {
  v1: { volatility: 4, averageTick: 5, volume: 6 },
  integral: { volatility: 3, averageTick: 5, volume: null },
} as const;

/** A timepoint that a view returned; null of one that was never written. */
function timepointIn(answer: ViewAnswer, kind: OracleKind): Timepoint | null {
  const { volatility, averageTick, volume } = WORDS[kind];
  const [isWritten, timestamp, tickCumulative] = [
    ...[wordIn(answer), wordIn(answer, 1), wordIn(answer, 2)],
  ];
  if (isWritten !== 1n || timestamp === undefined || tickCumulative === undefined) return null;
  return {
    timestamp: Number(timestamp),
    tickCumulative: BigInt.asIntN(256, tickCumulative),
    volatilityCumulative: wordIn(answer, volatility) ?? 0n,
    averageTick: Number(BigInt.asIntN(256, wordIn(answer, averageTick) ?? 0n)),
    volumePerLiquidityCumulative: volume === null ? 0n : (wordIn(answer, volume) ?? 0n),
  };
}

/** A call of a timepoint by its place. */
export function timepointCall(target: Address, index: number) {
  const args = [BigInt(index)] as const;
  const callData = encodeFunctionData({ abi: AlgebraViews, functionName: "timepoints", args });
  return { target, callData, allowFailure: true } as const;
}

/** A word of what a view returned; undefined where it failed or returned less. */
export function wordIn(answer: ViewAnswer | undefined, at = 0): bigint | undefined {
  return answer?.success === true ? wordOf(answer.returnData, at) : undefined;
}
