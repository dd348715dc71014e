import { useMemo } from "react";
import { useChain } from "../../lib/chain-choice";
import { useUrlState } from "../../lib/state-in-url";
import { CopyAs } from "../../parts/copy";
import { Empty, ErrorNote, Loading } from "../../parts/notes";
import { csvOf, save } from "./csv";
import { Filters, filterRows } from "./filters";
import { useEarnRows } from "./rows";
import { EarnTable, sortRows } from "./table";

const PER_PAGE = 25;

/** All that earns on a chain, what holds most first. */
export function Earn() {
  const { chainId } = useChain();
  const [search, change] = useUrlState();
  const { rows, isPending, error } = useEarnRows(chainId);
  const sort = search.get("sort") ?? "tvl";
  const shown = useMemo(() => sortRows(filterRows(rows, search), sort), [rows, search, sort]);
  const pages = Math.max(1, Math.ceil(shown.length / PER_PAGE));
  const page = Math.min(pages, Math.max(1, Number(search.get("page") ?? 1) || 1));
  const go = (to: number) => change({ page: to === 1 ? null : String(to) });
  return (
    <section className="card" aria-labelledby="earn-title">
      <header className="card-head">
        <div>
          <h1 id="earn-title">Earn</h1>
          <p className="muted small">
            Vaults, lending, staking, liquidity: enter each of them from any token by one
            transaction.
          </p>
        </div>
        <div className="buttons">
          <CopyAs
            call={{ path: `/api/v1/tokens?chainId=${chainId}&type=defiToken&includeMetadata=true` }}
          />
          <button
            type="button"
            className="button button-small"
            onClick={() => save(csvOf(shown), `weir-earn-${chainId}.csv`)}
          >
            CSV
          </button>
        </div>
      </header>
      <Filters rows={rows} search={search} onChange={change} />
      {error !== null && <ErrorNote error={error} />}
      {isPending ? (
        <Loading lines={10} />
      ) : shown.length === 0 ? (
        <Empty title="Nothing fits">
          Another filter shows more of the {rows.length} there are.
        </Empty>
      ) : (
        <EarnTable
          rows={shown.slice((page - 1) * PER_PAGE, page * PER_PAGE)}
          sort={sort}
          onSort={(next) => change({ sort: next === "tvl" ? null : next, page: null })}
        />
      )}
      <footer className="pager">
        <span className="muted small">
          {shown.length.toLocaleString("en-US")} of {rows.length.toLocaleString("en-US")}
        </span>
        <div className="buttons">
          <button
            type="button"
            className="button button-small"
            disabled={page === 1}
            onClick={() => go(page - 1)}
          >
            Previous
          </button>
          <span className="badge">
            {page} / {pages}
          </span>
          <button
            type="button"
            className="button button-small"
            disabled={page === pages}
            onClick={() => go(page + 1)}
          >
            Next
          </button>
        </div>
      </footer>
    </section>
  );
}
