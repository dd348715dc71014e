import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { ApiError, queryString } from "../../api/client";
import { useApi } from "../../api/context";
import { useHead, useToken } from "../../api/queries";
import type { Quote } from "../../api/types";
import { exact, percent } from "../../lib/amounts";
import { defaultPair } from "../../lib/chains";
import { CopyAs } from "../../parts/copy";
import { ErrorNote } from "../../parts/notes";
import { useTokenLookup } from "../../parts/token-lookup";
import { NOBODY, QUOTE_PATH } from "../swap/use-trade";

/** First indexed block of a chain; 0 where the API answers for all of them. */
function useEarliest(chainId: number): number {
  const { api } = useApi();
  const { data } = useQuery({
    queryKey: ["earliest", chainId],
    queryFn: async ({ signal }) => {
      try {
        await api.getAny("/api/v1/tokens", { chainId, blockNumber: 0, address: NOBODY }, signal);
        return 0;
      } catch (error) {
        const earliest = error instanceof ApiError ? error.data.earliestBlock : null;
        if (typeof earliest !== "number" && typeof earliest !== "string") throw error;
        return Number(earliest);
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? 0;
}

/** What one token was worth, to the unit, and what it earned, at any block of the past. */
export function AsOf({ chainId, token }: { readonly chainId: number; readonly token: string }) {
  const { api } = useApi();
  const pair = defaultPair(chainId);
  const tokenOut = pair.tokenOut === token ? pair.tokenIn : pair.tokenOut;
  const lookup = useTokenLookup(chainId, [token, tokenOut]);
  const head = useHead(chainId)?.indexedBlock ?? null;
  const earliest = useEarliest(chainId);
  const [chosen, choose] = useState<number | null>(null);
  const block = useDeferredValue(chosen ?? head ?? 0);
  const { decimals, symbol } = lookup(token);
  const asked = {
    ...{ chainId, fromAddress: NOBODY, tokenIn: token, tokenOut, blockNumber: block },
    amountIn: String(10n ** BigInt(decimals)),
  };
  const past = useToken(chainId, token, block).token;
  const { data, error } = useQuery({
    queryKey: ["as-of", queryString(asked)],
    queryFn: ({ signal }) => api.getAny<Quote>(QUOTE_PATH, asked, signal),
    enabled: head !== null,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (head === null) return null;
  const bought = lookup(tokenOut);
  return (
    <section className="card stack" aria-label="At a block of the past">
      <header className="card-head">
        <h2>As of block {block.toLocaleString("en-US")}</h2>
        <CopyAs call={{ path: `${QUOTE_PATH}${queryString(asked)}` }} />
      </header>
      <label className="slider">
        <span className="hidden">Block</span>
        <input
          type="range"
          min={earliest}
          max={head}
          value={chosen ?? head}
          onChange={(event) => choose(Number(event.target.value))}
        />
        <span className="slider-ends small muted">
          <span>{earliest.toLocaleString("en-US")}</span>
          <span>{head.toLocaleString("en-US")}, now</span>
        </span>
      </label>
      {error !== null && <ErrorNote error={error} />}
      <dl className="tiles" aria-live="polite">
        <div className="tile">
          <dt>1 {symbol} paid</dt>
          <dd data-test="as-of-amount">
            {data === undefined
              ? "–"
              : `${exact(BigInt(data.amountOut), bought.decimals)} ${bought.symbol}`}
          </dd>
        </div>
        <div className="tile">
          <dt>Yield</dt>
          <dd>{past === null || past.apy === 0 ? "–" : percent(past.apy)}</dd>
        </div>
      </dl>
    </section>
  );
}
