import { quantile } from "../statistics.ts";
import type { Market } from "./market.ts";
import type { Sample } from "./measure.ts";
import { gasPriceIn, type Trade } from "./trades.ts";

/** One trade as every engine planned it. */
export interface Row {
  readonly trade: Trade;
  /** No flow pays more; smallest unit of tokenOut. */
  readonly upperBound: bigint;
  readonly samples: ReadonlyMap<string, Sample>;
}

/** An engine's figures over all trades; distances in basis points of the upper bound. */
export interface Summary {
  readonly engine: string;
  readonly planned: number;
  readonly wallMs: { readonly p50: number; readonly p95: number };
  readonly cpuMs: { readonly p50: number; readonly p95: number };
  /** Gross output below the upper bound. */
  readonly gapBps: { readonly mean: number; readonly max: number };
  /** Output after gas below the best engine's. */
  readonly lossBps: { readonly mean: number; readonly max: number; readonly within: number };
  readonly legs: number;
}

/** Loss up to which a plan counts as the best, basis points. */
export const TOLERATED_LOSS_BPS = 0.01;

/** Digits of a basis point that survive the division of integers. */
const PRECISION = 10n ** 6n;

function bps(part: bigint, whole: bigint): number {
  return Number((part * 10_000n * PRECISION) / whole) / Number(PRECISION);
}

/** Figures of every engine, over the trades that it planned. */
export function summarize(
  rows: readonly Row[],
  market: Market,
  gasPriceWei: number,
): readonly Summary[] {
  const losses = rows.map((row) => lossesOf(row, market, gasPriceWei));
  const engines = [...(rows[0]?.samples.keys() ?? [])];
  return engines.map((engine) => {
    const samples = rows.flatMap(({ samples: all }) => all.get(engine) ?? []);
    const gaps = rows.flatMap(({ upperBound, samples: all }) => {
      const outcome = all.get(engine)?.outcome;
      return outcome ? [bps(upperBound - outcome.amountOut, upperBound)] : [];
    });
    const loss = losses.flatMap((all) => all.get(engine) ?? []);
    const legs = samples.flatMap(({ outcome }) => outcome?.legs ?? []);
    return {
      engine,
      planned: gaps.length,
      wallMs: percentiles(samples.map(({ wallMs }) => wallMs)),
      cpuMs: percentiles(samples.map(({ cpuMs }) => cpuMs)),
      gapBps: { mean: mean(gaps), max: Math.max(...gaps) },
      lossBps: {
        mean: mean(loss),
        max: Math.max(...loss),
        within: loss.filter((value) => value <= TOLERATED_LOSS_BPS).length,
      },
      legs: mean(legs),
    };
  });
}

/** What each engine's plan is worth less than the best one, after gas. */
export function lossesOf(
  { trade, samples, upperBound }: Row,
  market: Market,
  gasPriceWei: number,
): ReadonlyMap<string, number> {
  const { numerator, denominator } = gasPriceIn(trade.tokenOut, gasPriceWei, market);
  const nets = [...samples].flatMap(([engine, { outcome }]) =>
    outcome === null
      ? []
      : [[engine, outcome.amountOut - (outcome.gas * numerator) / denominator] as const],
  );
  const best = nets.reduce<bigint | null>(
    (most, [, net]) => (most === null || net > most ? net : most),
    null,
  );
  return new Map(nets.map(([engine, net]) => [engine, bps((best ?? net) - net, upperBound)]));
}

function percentiles(values: readonly number[]): { readonly p50: number; readonly p95: number } {
  return { p50: quantile(values, 0.5), p95: quantile(values, 0.95) };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The summaries as a Markdown table. */
export function summaryTable(summaries: readonly Summary[], trades: number): string {
  const head =
    "| engine | plans | wall ms p50 / p95 | CPU ms p50 / p95 | gap bp mean / max | net loss bp mean / max | best | legs |";
  const lines = summaries.map((s) => {
    const cells = [
      s.engine,
      `${s.planned}/${trades}`,
      `${s.wallMs.p50.toFixed(1)} / ${s.wallMs.p95.toFixed(1)}`,
      `${s.cpuMs.p50.toFixed(1)} / ${s.cpuMs.p95.toFixed(1)}`,
      `${s.gapBps.mean.toFixed(3)} / ${s.gapBps.max.toFixed(3)}`,
      `${s.lossBps.mean.toFixed(3)} / ${s.lossBps.max.toFixed(3)}`,
      `${s.lossBps.within}/${trades}`,
      s.legs.toFixed(1),
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return [head, "|---|---|---|---|---|---|---|---|", ...lines].join("\n");
}
