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
const WINDOW_POINTS = 16;
/** Places that one round of a search looks at. */
const PIVOTS = 8;

/**
 * The timepoints that the next fee is made of. In one round where those of a day ago are about
 * where they were; else each further round divides what is searched by nine. Null where the oracle
 * does not answer, or remembers less than a day although its ring is full.
 */
export async function readMemory(
  aggregate: Aggregate,
  { source, kind, lastIndex, windowIndex, timestamp }: MemoryQuestion,
): Promise<ReadMemory | null> {
  const pointsAt = async (places: readonly number[]) => {
    const calls = places.map((place) => timepointCall(source, (place + PLACES) % PLACES));
    return (await aggregate(calls)).map((answer) => timepointIn(answer, kind));
  };
  const guess = windowIndex ?? lastIndex;
  const [last, previous, next, first, ...near] = await pointsAt([
    ...[lastIndex, lastIndex - 1, lastIndex + 1, 0],
    ...Array.from({ length: WINDOW_POINTS }, (_, at) => guess + at),
  ]);
  const oldest = next ?? first;
  if (last == null || oldest == null) return null;
  const oldestIndex = next == null ? 0 : lastIndex + 1;
  const count = ((lastIndex - oldestIndex + PLACES) % PLACES) + 1;
  const start = timestamp - WINDOW;
  if (next != null && oldest.timestamp > start) return null;

  const guessed = (guess - oldestIndex + PLACES) % PLACES;
  const known = near.slice(0, Math.max(0, count - guessed)).flatMap((point) => point ?? []);
  const ring = { pointsAt, oldestIndex, count, start };
  const found = placed(known, guessed, start) ?? (await searched(ring));
  if (found === null) return null;
  const { around, rank } = found;
  const isWhole = rank + around.length === count;
  const before = count === 1 ? null : (previous ?? null);
  return {
    memory: { oldest, before, last, around },
    windowIndex: (oldestIndex + rank) % PLACES,
    knownUntil: isWhole ? null : (around.at(-1)?.timestamp ?? 0) + WINDOW,
  };
}

/** Timepoints from the newest that was a day old on, and its rank, counted from the oldest. */
interface Around {
  readonly around: readonly Timepoint[];
  readonly rank: number;
}

/** Among neighbours from a rank on; null where the start of the day is not among them. */
function placed(points: readonly Timepoint[], rank: number, start: number): Around | null {
  const later = points.findIndex((point) => point.timestamp > start);
  if (later === 0 && rank === 0) return { around: points, rank };
  return later > 0 ? { around: points.slice(later - 1), rank: rank + later - 1 } : null;
}

/** The same wherever they are. */
async function searched(ring: {
  readonly pointsAt: (places: readonly number[]) => Promise<readonly (Timepoint | null)[]>;
  readonly oldestIndex: number;
  readonly count: number;
  readonly start: number;
}): Promise<Around | null> {
  const { pointsAt, oldestIndex, count, start } = ring;
  const read = (ranks: readonly number[]) => pointsAt(ranks.map((rank) => oldestIndex + rank));
  let [low, high] = [0, count];
  while (high - low > 1) {
    const step = Math.ceil((high - low) / (PIVOTS + 1));
    const ranks = [];
    for (let rank = low + step; rank < high; rank += step) ranks.push(rank);
    const points = await read(ranks);
    const after = points.findIndex((point) => point == null || point.timestamp > start);
    if (after !== -1) high = ranks[after] ?? high;
    low = (after === -1 ? ranks.at(-1) : ranks[after - 1]) ?? low;
  }
  const length = Math.min(WINDOW_POINTS, count - low);
  const points = await read(Array.from({ length }, (_, at) => low + at));
  const around = points.flatMap((point) => point ?? []);
  return around.length === length && length > 0 ? { around, rank: low } : null;
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
