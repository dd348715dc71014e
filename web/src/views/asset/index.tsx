import { useState } from "react";
import { Link, useParams } from "wouter";
import { type Interval, type PoolPoint, useHistory } from "../../api/history";
import { usePositions, useProtocols, useToken } from "../../api/queries";
import { compactDollars, percent } from "../../lib/amounts";
import { faceOf } from "../../lib/chains";
import { shortAddress, titleOf } from "../../lib/text";
import { CopyAs } from "../../parts/copy";
import { ChainMark, symbolOf, TokenMark } from "../../parts/marks";
import { Empty, Loading } from "../../parts/notes";
import { useTokenLookup } from "../../parts/token-lookup";
import { depositLink } from "../earn/rows";
import { AsOf } from "./as-of";
import { PoolCharts, RecordedCharts } from "./charts";
import { Depth } from "./depth";
import { pairOf } from "./series";

type Kind = "token" | "pool" | "position";

function isKind(text: string | undefined): text is Kind {
  return text === "token" || text === "pool" || text === "position";
}

/** A token, a pool or a position: what it is, what it was worth, what it earned. */
export function Asset() {
  const { kind, chainId: chain = "", id = "" } = useParams();
  const [interval, setInterval] = useState<Interval>("hour");
  const chainId = Number(chain);
  if (!isKind(kind) || !Number.isInteger(chainId)) {
    return (
      <Empty title="Nothing is here">
        <Link href="/">Back to the swap</Link>
      </Empty>
    );
  }
  const name = decodeURIComponent(id).toLowerCase();
  const subject = { chainId, id: name, interval };
  return (
    <div className="page">
      {kind === "pool" ? <PoolHead {...subject} /> : <Head kind={kind} {...subject} />}
      <fieldset className="choice" aria-label="Interval">
        {(["hour", "day"] as const).map((each) => (
          <button
            key={each}
            type="button"
            className="chip"
            aria-pressed={interval === each}
            onClick={() => setInterval(each)}
          >
            By {each}
          </button>
        ))}
        <CopyAs
          call={{ path: `/api/v1/history/${kind}s/${chainId}/${name}?interval=${interval}` }}
        />
      </fieldset>
      {kind === "pool" ? (
        <PoolCharts {...subject} />
      ) : (
        <RecordedCharts kind={`${kind}s`} {...subject} />
      )}
      {kind === "token" && <Depth chainId={chainId} id={name} />}
      {kind === "token" && <AsOf chainId={chainId} token={name} />}
    </div>
  );
}

interface Subject {
  readonly chainId: number;
  readonly id: string;
}

function Head({ kind, chainId, id }: Subject & { readonly kind: "token" | "position" }) {
  const { token, isPending } = useToken(chainId, kind === "token" ? id : "");
  const { data: positions } = usePositions(chainId);
  const protocols = useProtocols();
  const position =
    kind === "position"
      ? positions?.find(({ address, positionId }) => (positionId ?? address) === id)
      : undefined;
  const record = token ?? position ?? null;
  const lookup = useTokenLookup(
    chainId,
    (record?.underlyingTokens ?? []).map(({ address }) => address),
  );
  if (record === null) {
    return isPending || (kind === "position" && positions === undefined) ? (
      <Loading />
    ) : (
      <Empty title={`No ${kind} has this address`}>It may be on another chain.</Empty>
    );
  }
  const slug = token === null ? (position?.protocol ?? "") : token.protocolSlug;
  const assets = record.underlyingTokens.map(({ address }) => lookup(address));
  const title =
    token === null ? `${assets.map(({ symbol }) => symbol).join("/")} position` : symbolOf(token);
  const marks = assets.length > 0 ? assets : [{ address: id, symbol: title }];
  return (
    <section className="card stack">
      <div className="page-head">
        <span className="marks">
          {marks.map((asset) => (
            <TokenMark key={asset.address} token={asset} />
          ))}
        </span>
        <h1>{title}</h1>
        {slug !== null && (
          <span className="badge">{protocols.get(slug)?.name ?? titleOf(slug)}</span>
        )}
        <ChainMark chainId={chainId} />
        <div className="buttons">
          <Explorer chainId={chainId} address={record.address} />
          <Link className="button button-main" href={depositLink({ kind, chainId, id })}>
            {slug === null ? "Buy" : "Deposit"}
          </Link>
        </div>
      </div>
      <dl className="tiles">
        {record.apy > 0 && <Tile name="Yield" value={percent(record.apy)} />}
        {typeof record.tvl === "number" && (
          <Tile name="Value held" value={compactDollars(record.tvl)} />
        )}
        {assets.length > 0 && (
          <Tile name="Made of" value={assets.map(({ symbol }) => symbol).join(" + ")} />
        )}
        {token !== null && <Tile name="Decimals" value={String(token.decimals)} />}
        <Tile name="Entered at" value={shortAddress(record.primaryAddress)} />
      </dl>
    </section>
  );
}

function PoolHead({ chainId, id, interval }: Subject & { readonly interval: Interval }) {
  const { data } = useHistory<PoolPoint>("pools", { chainId, id, interval });
  const pair = pairOf(data?.data ?? []);
  const lookup = useTokenLookup(chainId, pair);
  const tokens = pair.map(lookup);
  return (
    <section className="card page-head">
      <span className="marks">
        {tokens.map((token) => (
          <TokenMark key={token.address} token={token} />
        ))}
      </span>
      <h1>{tokens.length === 0 ? "Pool" : tokens.map(({ symbol }) => symbol).join(" / ")}</h1>
      <span className="badge">Pool</span>
      <ChainMark chainId={chainId} />
      <div className="buttons">
        {id.length === 42 ? (
          <Explorer chainId={chainId} address={id} />
        ) : (
          <span className="mono muted">{shortAddress(id)}</span>
        )}
      </div>
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

function Explorer({ chainId, address }: { readonly chainId: number; readonly address: string }) {
  const { explorer } = faceOf(chainId);
  if (explorer === null) return <span className="mono">{shortAddress(address)}</span>;
  return (
    <a
      className="button mono"
      href={`${explorer}/address/${address}`}
      rel="noreferrer"
      target="_blank"
    >
      {shortAddress(address)} ↗
    </a>
  );
}
