import { useQuery } from "@tanstack/react-query";
import { useReadiness } from "../../api/queries";
import type { ChainReadiness } from "../../api/types";
import { duration } from "../../lib/text";
import { CopyAs } from "../../parts/copy";
import { ChainMark } from "../../parts/marks";
import { ErrorNote, Loading, Note } from "../../parts/notes";
import { Backfill } from "./backfill";
import { meanMs, readMetrics, type Sample, total } from "./metrics";

const METRICS_MS = 3_000;

function useMetrics(): readonly Sample[] {
  const { data } = useQuery({
    queryKey: ["metrics"],
    queryFn: async ({ signal }) => readMetrics(await (await fetch("/metrics", { signal })).text()),
    refetchInterval: METRICS_MS,
  });
  return data ?? [];
}

/** How the chains, the index and the service itself are doing. */
export function Status() {
  const { data, error } = useReadiness();
  const samples = useMetrics();
  return (
    <div className="page">
      <header className="page-head">
        <h1>Status</h1>
        {data !== undefined && (
          <span className={`badge ${data.status === "ready" ? "badge-good" : "badge-warn"}`}>
            {data.status === "ready" ? "Every chain is fresh" : "Not ready"}
          </span>
        )}
        <div className="buttons">
          <CopyAs call={{ path: "/ready" }} />
        </div>
      </header>
      {error !== null && <ErrorNote error={error} />}
      {data === undefined && error === null && <Loading lines={6} />}
      {data?.chains.map((chain) => (
        <ChainCard key={chain.chainId} chain={chain} samples={samples} />
      ))}
      <ServiceCard samples={samples} />
    </div>
  );
}

function ChainCard({
  chain,
  samples,
}: {
  readonly chain: ChainReadiness;
  readonly samples: readonly Sample[];
}) {
  const { chainId, indexedBlock, headBlock, lagBlocks, lagSeconds, ready, reason } = chain;
  const labels = { chain: String(chainId) };
  const build = meanMs(samples, "weir_snapshot_build_duration_seconds", labels);
  return (
    <section className="card stack">
      <header className="card-head">
        <h2>
          <ChainMark chainId={chainId} />
        </h2>
        <span className={`badge ${ready ? "badge-good" : "badge-warn"}`}>
          {ready ? "Ready" : "Not ready"}
        </span>
      </header>
      {reason !== null && <Note kind="warn">{reason}</Note>}
      {!ready && <Backfill indexed={indexedBlock} head={headBlock} />}
      <dl className="tiles">
        <Tile name="Indexed block" value={count(indexedBlock)} />
        <Tile name="Head of the node" value={count(headBlock)} />
        <Tile
          name="Behind"
          value={
            lagBlocks === null
              ? "–"
              : `${count(lagBlocks)} blocks, ${lagSeconds === null ? "–" : duration(lagSeconds)}`
          }
        />
        <Tile name="Pools" value={count(total(samples, "weir_graph_pools", labels))} />
        <Tile name="Tokens" value={count(total(samples, "weir_graph_tokens", labels))} />
        <Tile name="Edges" value={count(total(samples, "weir_graph_edges", labels))} />
        <Tile name="Reorganisations" value={count(total(samples, "weir_reorgs_total", labels))} />
        <Tile name="Snapshot built in" value={milliseconds(build)} />
        <Tile name="Contracts" value={chain.contracts} />
        <Tile name="Nodes simulate by" value={chain.simulation.join(", ") || "–"} />
      </dl>
    </section>
  );
}

function ServiceCard({ samples }: { readonly samples: readonly Sample[] }) {
  const request = "weir_http_request_duration_seconds";
  const started = total(samples, "process_start_time_seconds");
  return (
    <section className="card stack">
      <h2>Service</h2>
      <dl className="tiles">
        <Tile
          name="Up for"
          value={started === 0 ? "–" : duration(Math.max(0, Date.now() / 1_000 - started))}
        />
        <Tile name="Requests answered" value={count(total(samples, `${request}_count`))} />
        <Tile name="Mean answer" value={milliseconds(meanMs(samples, request))} />
        <Tile
          name="Refused under load"
          value={count(total(samples, "weir_refused_requests_total"))}
        />
        <Tile
          name="Mean answer of the nodes"
          value={milliseconds(meanMs(samples, "weir_node_request_duration_seconds"))}
        />
        <Tile
          name="Memory"
          value={`${count(Math.round(total(samples, "process_resident_memory_bytes") / 1e6))} MB`}
        />
      </dl>
    </section>
  );
}

function Tile({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className="tile">
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function count(value: number | null): string {
  return value === null ? "–" : value.toLocaleString("en-US");
}

function milliseconds(value: number | null): string {
  return value === null ? "–" : `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
}
