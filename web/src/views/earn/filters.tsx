import { useMemo } from "react";
import type { Change } from "../swap/state";
import type { EarnRow } from "./rows";

/** Yields above are of farms that hold next to nothing. */
const SANE_APY = 1_000;

/** The rows that fit what the address line asks for. */
export function filterRows(rows: readonly EarnRow[], search: URLSearchParams): readonly EarnRow[] {
  const text = (search.get("q") ?? "").trim().toLowerCase();
  const protocol = search.get("protocol");
  const asset = search.get("asset");
  const kind = search.get("kind");
  const isAll = search.get("all") === "true";
  return rows.filter(
    (row) =>
      (protocol === null || row.protocol === protocol) &&
      (asset === null || row.assets.some(({ symbol }) => symbol === asset)) &&
      (kind === null || row.kind === kind) &&
      (isAll || row.apy < SANE_APY) &&
      (text === "" || fits(row, text)),
  );
}

function fits({ symbol, name, protocolName, id, assets }: EarnRow, text: string): boolean {
  const texts = [symbol, name, protocolName, id, ...assets.map((asset) => asset.symbol)];
  return texts.some((each) => each.toLowerCase().includes(text));
}

/** What narrows the table. */
export function Filters({
  rows,
  search,
  onChange,
}: {
  readonly rows: readonly EarnRow[];
  readonly search: URLSearchParams;
  readonly onChange: Change;
}) {
  const protocols = useMemo(
    () => [...new Map(rows.map(({ protocol, protocolName }) => [protocol, protocolName]))],
    [rows],
  );
  const assets = useMemo(() => mostUsed(rows), [rows]);
  const set = (name: string, value: string) => onChange({ [name]: value || null, page: null });
  return (
    <search className="filters">
      <label className="field">
        <span>Search</span>
        <input
          type="search"
          placeholder="Symbol, protocol, address"
          value={search.get("q") ?? ""}
          onChange={(event) => set("q", event.target.value)}
        />
      </label>
      <label className="field">
        <span>Protocol</span>
        <select
          value={search.get("protocol") ?? ""}
          onChange={(event) => set("protocol", event.target.value)}
        >
          <option value="">All</option>
          {protocols.map(([slug, name]) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        <span>Asset</span>
        <select
          value={search.get("asset") ?? ""}
          onChange={(event) => set("asset", event.target.value)}
        >
          <option value="">All</option>
          {assets.map((symbol) => (
            <option key={symbol} value={symbol}>
              {symbol}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        <span>Kind</span>
        <select
          value={search.get("kind") ?? ""}
          onChange={(event) => set("kind", event.target.value)}
        >
          <option value="">All</option>
          <option value="token">Token</option>
          <option value="position">Position without token</option>
        </select>
      </label>
      <label className="check">
        <input
          type="checkbox"
          checked={search.get("all") === "true"}
          onChange={(event) => set("all", event.target.checked ? "true" : "")}
        />
        Yields above 1,000 %
      </label>
    </search>
  );
}

/** Symbols of assets, those of most rows first. */
function mostUsed(rows: readonly EarnRow[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { assets } of rows) {
    for (const { symbol } of assets) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 60)
    .map(([symbol]) => symbol);
}
