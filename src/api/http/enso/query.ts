/** Parameters that mean something to aggregators alone, of which this service asks none. */
const WITHOUT_MEANING = new Set([
  "ignoreAggregators",
  "ignoreBridges",
  "referralCode",
  "skipQuote",
]);

/** A query as the service's own endpoints take it, with some values added. */
export function innerQuery(
  url: string,
  added: Readonly<Record<string, string>> = {},
): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of new URL(url).searchParams) {
    const bare = name.replace(/\[\d*\]$/, "");
    if (!WITHOUT_MEANING.has(bare) && bare !== "apikey") query.append(bare, value);
  }
  for (const [name, value] of Object.entries(added)) query.set(name, value);
  return query;
}

/** The same for trades: one fee of several inputs is one fee. */
export function tradeQuery(url: string, added: Readonly<Record<string, string>>): URLSearchParams {
  const query = innerQuery(url, added);
  const fees = query.getAll("fee").flatMap((fee) => fee.split(","));
  const [fee] = fees;
  if (fee !== undefined && fees.every((each) => each === fee)) query.set("fee", fee);
  return query;
}
