/** Cost units by path, what lies under it included; the longest path counts. Roughly the time that an answer takes. */
const COSTS: readonly (readonly [path: string, cost: number])[] = [
  ["/api/v1/shortcuts/bundle", 20],
  ["/api/v1/export", 20],
  ["/api/v1/sql", 50],
  ["/api/v1/shortcuts/route", 10],
  ["/api/v1/shortcuts/quote", 5],
  ["/api/v1/history", 5],
  ["/api/v1/wallet", 2],
];
const OTHERWISE = 1;

/** Units of the rate limit that a request to `path` costs. */
export function costOf(path: string): number {
  const under = COSTS.filter(([of]) => path === of || path.startsWith(`${of}/`));
  const [longest] = under.toSorted(([a], [b]) => b.length - a.length);
  return longest?.[1] ?? OTHERWISE;
}
