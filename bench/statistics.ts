/** Value below which the share `q` of the values lies, by nearest rank. `values` need not be sorted; at least one. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
  if (value === undefined) throw new Error("no values to take a quantile of");
  return value;
}

/** A line of "name: p50, p95" in milliseconds. */
export function latencyLine(name: string, milliseconds: readonly number[]): string {
  const [p50, p95] = [quantile(milliseconds, 0.5), quantile(milliseconds, 0.95)];
  return `${name}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms (${milliseconds.length} requests)`;
}
