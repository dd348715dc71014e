/**
 * Share of the backfill that is done, 0 to 1, from the text of Ponder's `/metrics`; null before it
 * is known. The slowest chain counts.
 *
 * @see https://github.com/ponder-sh/ponder/blob/9ad4a442da/packages/core/src/internal/metrics.ts
 */
export function backfillShare(metrics: string): number | null {
  const read = (name: string): ReadonlyMap<string, number> => {
    const values = new Map<string, number>();
    for (const line of metrics.split("\n")) {
      const [, chain, value] =
        /^ponder_historical_(?:total|cached|completed)_indexing_seconds\{chain="([^"]+)"\} (\S+)$/.exec(
          line,
        ) ?? [];
      if (chain === undefined || !line.startsWith(`ponder_historical_${name}_`)) continue;
      values.set(chain, Number(value));
    }
    return values;
  };
  const total = read("total");
  if (total.size === 0) return null;
  const cached = read("cached");
  const completed = read("completed");
  const shares = [...total].map(([chain, seconds]) =>
    seconds === 0 ? 1 : ((cached.get(chain) ?? 0) + (completed.get(chain) ?? 0)) / seconds,
  );
  return Math.max(0, Math.min(1, ...shares));
}

/** How long ago a moment of `Date.now` was. */
export function seconds(since: number): string {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}
