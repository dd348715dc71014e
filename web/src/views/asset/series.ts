import { formatUnits } from "viem";
import type { PoolPoint, RecordedPoint } from "../../api/history";
import type { Series } from "../../parts/chart";
import type { TokenLookup } from "../../parts/token-lookup";

/** One recorded number over time. */
export function recordedSeries(
  points: readonly RecordedPoint[],
  name: "priceUsd" | "tvlUsd" | "apy",
): Series {
  return {
    times: points.map(({ timestamp }) => timestamp),
    values: points.map((point) => point[name] ?? null),
  };
}

/** Whole tokens, to draw. */
function whole(amount: string, decimals: number): number {
  return Number(formatUnits(BigInt(amount), decimals));
}

/** What a pool sold and kept of one of its tokens in every interval, in whole tokens. */
export function poolSeries(points: readonly PoolPoint[], token: string, lookup: TokenLookup) {
  const { decimals } = lookup(token);
  const times = points.map(({ timestamp }) => timestamp);
  const sum = (pick: (entry: PoolPoint["volume"][number]) => string | null) =>
    points.map(({ volume }) =>
      volume.reduce((total, entry) => total + whole(pick(entry) ?? "0", decimals), 0),
    );
  const volume: Series = {
    times,
    values: sum(({ tokenIn, volumeIn, volumeOut }) => (tokenIn === token ? volumeIn : volumeOut)),
  };
  const fees: Series = {
    times,
    values: sum(({ tokenIn, feesIn }) => (tokenIn === token ? feesIn : null)),
  };
  return { volume, fees };
}

/** Tokens that a pool trades, as far as its hours say. */
export function pairOf(points: readonly PoolPoint[]): readonly string[] {
  const newest = points.findLast(({ state }) => state !== null)?.state?.prices ?? [];
  return [...new Set(newest.flatMap(({ tokenIn, tokenOut }) => [tokenIn, tokenOut]))];
}

/** What a pool asked for its first token over time, and between which tokens. */
export function priceSeries(points: readonly PoolPoint[]) {
  const newest = points.findLast(({ state }) => (state?.prices.length ?? 0) > 0)?.state?.prices;
  // The direction in which the number is above one is the one people say.
  const pair = newest?.toSorted((a, b) => b.price - a.price)[0];
  if (pair === undefined) return null;
  const { tokenIn, tokenOut } = pair;
  const values = points.map(
    ({ state }) =>
      state?.prices.find((each) => each.tokenIn === tokenIn && each.tokenOut === tokenOut)?.price ??
      null,
  );
  return { tokenIn, tokenOut, series: { times: points.map(({ timestamp }) => timestamp), values } };
}
