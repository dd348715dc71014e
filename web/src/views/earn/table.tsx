import { Link } from "wouter";
import { compactDollars, percent } from "../../lib/amounts";
import { hueOf } from "../../lib/text";
import { TokenMark } from "../../parts/marks";
import { Scroll } from "../../parts/scroll";
import { depositLink, type EarnRow, pageOf } from "./rows";

const SORTS: Readonly<Record<string, (a: EarnRow, b: EarnRow) => number>> = {
  apy: (a, b) => b.apy - a.apy,
  tvl: (a, b) => (b.tvl ?? -1) - (a.tvl ?? -1),
  symbol: (a, b) => a.symbol.localeCompare(b.symbol),
  protocol: (a, b) => a.protocolName.localeCompare(b.protocolName) || b.apy - a.apy,
};

/** The rows by one of their columns. */
export function sortRows(rows: readonly EarnRow[], sort: string): readonly EarnRow[] {
  return rows.toSorted(SORTS[sort] ?? SORTS.apy);
}

/** Yields as a table; the dollars held only where the service tells them. */
export function EarnTable({
  rows,
  sort,
  onSort,
}: {
  readonly rows: readonly EarnRow[];
  readonly sort: string;
  readonly onSort: (sort: string) => void;
}) {
  const hasTvl = rows.some(({ tvl }) => tvl !== null);
  const head = (name: string, title: string, className = "") => (
    <th
      scope="col"
      className={className}
      aria-sort={
        sort === name ? (name === "apy" || name === "tvl" ? "descending" : "ascending") : undefined
      }
    >
      <button type="button" className="sort" onClick={() => onSort(name)}>
        {title}
        {sort === name && <span aria-hidden="true"> ▾</span>}
      </button>
    </th>
  );
  return (
    <Scroll label="Yields">
      <table className="table">
        <thead>
          <tr>
            {head("symbol", "Asset")}
            {head("protocol", "Protocol", "not-phone")}
            <th scope="col" className="not-phone">
              Made of
            </th>
            {hasTvl && head("tvl", "TVL", "right")}
            {head("apy", "Yield", "right")}
            <th scope="col">
              <span className="hidden">Enter</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.kind}${row.id}`}>
              <td>
                <div className="asset">
                  <span className="marks">
                    {row.assets.slice(0, 3).map((asset) => (
                      <TokenMark key={asset.address} token={asset} />
                    ))}
                  </span>
                  <span>
                    <Link href={pageOf(row)}>{row.symbol}</Link>
                    <span className="small muted clip asset-name">
                      <span className="phone-only">{row.protocolName}</span>
                      <span className="not-phone">
                        {row.kind === "position" ? "Position without token" : row.name}
                      </span>
                    </span>
                  </span>
                </div>
              </td>
              <td className="not-phone">
                <span className={`dot hue-${hueOf(row.protocol)}`} aria-hidden="true" />
                {row.protocolName}
              </td>
              <td className="not-phone muted">
                {row.assets.map(({ symbol }) => symbol).join(" + ")}
              </td>
              {hasTvl && (
                <td className="right number">{row.tvl === null ? "–" : compactDollars(row.tvl)}</td>
              )}
              <td className="right number">
                {row.apy === 0 ? (
                  <span className="muted">–</span>
                ) : (
                  <span className="yield">{percent(row.apy)}</span>
                )}
              </td>
              <td className="right">
                <Link
                  className="button button-small"
                  href={depositLink(row)}
                  aria-label={`Deposit into ${row.symbol} of ${row.protocolName}`}
                >
                  Deposit
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
