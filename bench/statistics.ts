/**
 * Value below which the share `q` of the values lies, by nearest rank. `values` need not be sorted;
 * at least one.
 */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
  if (value === undefined) throw new Error("no values to take a quantile of");
  return value;
}
