/** What a pool, or its plugin, remembers of one second at whose first trade it wrote. */
export interface Timepoint {
  /** Seconds since the epoch. */
  readonly timestamp: number;
  /** Ticks times seconds. */
  readonly tickCumulative: bigint;
  /** Squared distances of the tick from its average, summed by the second. */
  readonly volatilityCumulative: bigint;
  /** Of the last day. */
  readonly averageTick: number;
  /** Geometric mean of what was traded by liquidity, Q64; 0 where none is remembered. */
  readonly volumePerLiquidityCumulative: bigint;
}

/** The timepoints that the next one is made of. */
export interface Memory {
  readonly oldest: Timepoint;
  /** The one before the last; null: there is none. */
  readonly before: Timepoint | null;
  readonly last: Timepoint;
  /**
   * Neighbours, ascending: the newest that was a day old or the oldest of all, and those after it,
   * as many as were read.
   */
  readonly around: readonly Timepoint[];
}

/**
 * Generations of the oracle: that of V1, in the pool's operator, and that of Integral's plugins.
 */
export type OracleKind = "v1" | "integral";

/** Seconds of the window that averages are over. */
export const WINDOW = 86_400;

/**
 * The memory with a timepoint of a later second, in which the pool stands at `tick`.
 *
 * @param volumePerLiquidity Traded since the last one, Q64.
 * @see https://github.com/cryptoalgebra/AlgebraV1/blob/789384bc5084dd694f3d1e189250491086e44653/src/core/contracts/libraries/DataStorage.sol#L374 `write`
 * @see https://github.com/cryptoalgebra/Algebra/blob/357ae6bc435530938764fa62222d8996303e2171/src/plugin/contracts/libraries/VolatilityOracle.sol#L49 `write`
 */
export function written(
  kind: OracleKind,
  memory: Memory,
  at: { readonly tick: number; readonly timestamp: number; readonly volumePerLiquidity: bigint },
): Memory {
  const { oldest, last, around } = memory;
  const next = extended(kind, memory, at);
  const isConnected = around.at(-1)?.timestamp === last.timestamp;
  return { oldest, before: last, last: next, around: isConnected ? [...around, next] : around };
}

/** The timepoint that would be written at a time. */
export function extended(
  kind: OracleKind,
  memory: Memory,
  at: { readonly tick: number; readonly timestamp: number; readonly volumePerLiquidity: bigint },
): Timepoint {
  const { last } = memory;
  const { tick, timestamp, volumePerLiquidity } = at;
  const seconds = timestamp - last.timestamp;
  const average = kind === "v1" ? averageOfPast(memory, at) : averageOfDay(memory, at);
  const from = kind === "v1" ? tickBefore(memory, tick) : tick;
  return {
    timestamp,
    tickCumulative: last.tickCumulative + BigInt(tick) * BigInt(seconds),
    volatilityCumulative:
      last.volatilityCumulative +
      volatilityOver(seconds, [from, tick], [last.averageTick, average]),
    averageTick: average,
    volumePerLiquidityCumulative: last.volumePerLiquidityCumulative + volumePerLiquidity,
  };
}

/** Average tick between the last two timepoints; the present one where there was one only. */
function tickBefore({ before, last }: Memory, tick: number): number {
  return before === null ? tick : averageBetween(before, last);
}

/** Average tick of the day up to the last timepoint, as V1 has it. */
function averageOfPast(
  { oldest, before, last, around }: Memory,
  { tick, timestamp }: { readonly tick: number; readonly timestamp: number },
): number {
  const start = timestamp - WINDOW;
  if (oldest.timestamp > start)
    return last.timestamp === oldest.timestamp ? tick : averageBetween(oldest, last);
  if (last.timestamp <= start) return before === null ? tick : averageBetween(before, last);
  const grown =
    last.tickCumulative - valueAt(around, start, ({ tickCumulative }) => tickCumulative);
  return Number(grown / BigInt(last.timestamp - start));
}

/** Average tick of the day up to a time, as Integral has it. */
function averageOfDay(
  { oldest, last, around }: Memory,
  { tick, timestamp }: { readonly tick: number; readonly timestamp: number },
): number {
  const start = timestamp - WINDOW;
  const now = last.tickCumulative + BigInt(tick) * BigInt(timestamp - last.timestamp);
  if (oldest.timestamp > start) {
    const seconds = timestamp - oldest.timestamp;
    return seconds === 0 ? tick : Number((now - oldest.tickCumulative) / BigInt(seconds));
  }
  if (last.timestamp <= start) return tick;
  const grown = now - valueAt(around, start, ({ tickCumulative }) => tickCumulative);
  return Number(grown / BigInt(WINDOW));
}

function averageBetween(from: Timepoint, to: Timepoint): number {
  const seconds = BigInt(to.timestamp - from.timestamp);
  return Number((to.tickCumulative - from.tickCumulative) / seconds);
}

/**
 * Sum, over each second, of the squared distance between the tick and its average, both of which
 * move evenly from a first to a second value.
 */
function volatilityOver(
  seconds: number,
  [tick0, tick1]: readonly [number, number],
  [average0, average1]: readonly [number, number],
): bigint {
  const time = BigInt(seconds);
  const moved = BigInt(tick1 - tick0 - (average1 - average0));
  const distance = BigInt(tick0 - average0) * time;
  const sequence = time * (time + 1n);
  const squares = sequence * (2n * time + 1n);
  const sum =
    moved * moved * squares + 6n * distance * moved * sequence + 6n * time * distance * distance;
  return sum / (6n * time * time);
}

/**
 * A cumulative value at a time between neighbours, which is rounded by the second. Where they do
 * not reach it, that of the nearest.
 */
export function valueAt(
  points: readonly Timepoint[],
  timestamp: number,
  value: (point: Timepoint) => bigint,
): bigint {
  const [from, to] = neighboursOf(points, timestamp);
  if (from === to) return value(from);
  const grown = (value(to) - value(from)) / BigInt(to.timestamp - from.timestamp);
  return value(from) + grown * BigInt(timestamp - from.timestamp);
}

/** As `valueAt`, rounded once. */
export function preciseValueAt(
  points: readonly Timepoint[],
  timestamp: number,
  value: (point: Timepoint) => bigint,
): bigint {
  const [from, to] = neighboursOf(points, timestamp);
  if (from === to) return value(from);
  const grown = (value(to) - value(from)) * BigInt(timestamp - from.timestamp);
  return value(from) + grown / BigInt(to.timestamp - from.timestamp);
}

/** The points before or at, and after or at a time. */
function neighboursOf(
  points: readonly Timepoint[],
  timestamp: number,
): readonly [Timepoint, Timepoint] {
  const after = points.findIndex((point) => point.timestamp >= timestamp);
  const to = points[after] ?? points.at(-1);
  if (to === undefined) throw new Error("An oracle remembers at least one timepoint.");
  const from = points[after - 1];
  return from === undefined || to.timestamp <= timestamp ? [to, to] : [from, to];
}
