import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { parseUnits } from "viem";
import { type Api, ApiError } from "../../api/client";
import { useApi } from "../../api/context";
import { usePrices } from "../../api/prices";
import { useToken } from "../../api/queries";
import type { Quote } from "../../api/types";
import { compactDollars, percent } from "../../lib/amounts";
import { defaultPair, NATIVE } from "../../lib/chains";
import { ChartCanvas } from "../../parts/chart";
import { symbolOf } from "../../parts/marks";
import { Empty, ErrorNote, Loading } from "../../parts/notes";
import { NOBODY, QUOTE_PATH } from "../swap/use-trade";
import { type Filled, losses, SIZES_USD } from "./losses";

/** Blocks change it little, and it is many quotes. */
const STALE_MS = 300_000;
/** Refusals that are about the amount: what is drawn ends there. */
const ENDS = new Set(["INSUFFICIENT_LIQUIDITY", "CAP_EXCEEDED", "NO_ROUTE", "AMOUNT_TOO_SMALL"]);

interface Side {
  readonly address: string;
  readonly decimals: number;
  /** Dollars for one whole token. */
  readonly price: number;
}

/** What trades of growing size cost against dollars, by the quotes of all pools together. */
export function Depth({ chainId, id }: { readonly chainId: number; readonly id: string }) {
  const { api } = useApi();
  const { tokenOut: dollar } = defaultPair(chainId);
  const other = id === dollar ? NATIVE : dollar;
  const [{ token }, { token: counter }] = [useToken(chainId, id), useToken(chainId, other)];
  const prices = usePrices(chainId, [id, other]);
  const [price, counterPrice] = [prices.get(id), prices.get(other)];
  const isKnown =
    token !== null && counter !== null && price !== undefined && counterPrice !== undefined;
  const { data, error } = useQuery({
    queryKey: ["depth", chainId, id],
    queryFn: ({ signal }) => {
      const own = { address: id, decimals: token?.decimals ?? 18, price: price ?? 1 };
      const far = {
        ...{ address: other, decimals: counter?.decimals ?? 18, price: counterPrice ?? 1 },
      };
      const asked = (tokenIn: Side, tokenOut: Side) =>
        filledBy(api, { chainId, tokenIn, tokenOut, signal });
      return Promise.all([asked(own, far), asked(far, own)]);
    },
    enabled: isKnown,
    staleTime: STALE_MS,
    retry: false,
  });
  const drawn = useMemo(() => (data ?? []).map(losses), [data]);
  const symbol = token === null ? "" : symbolOf(token);
  const names = useMemo(() => [`Sell ${symbol}`, `Buy ${symbol}`], [symbol]);
  const title = "Cost of size";
  const isEmpty = drawn.every((line) => line.every((value) => value === null));
  return (
    <section className="card" aria-label={title} data-part="depth">
      <header className="card-head">
        <h2>{title}</h2>
        {counter !== null && (
          <span className="muted small">
            <span className="line-1">Sell</span> and <span className="line-2">buy</span> for{" "}
            {symbolOf(counter)}
          </span>
        )}
      </header>
      <div className="chart">
        {error !== null ? (
          <ErrorNote error={error} />
        ) : data === undefined ? (
          <Loading lines={4} />
        ) : isEmpty ? (
          <Empty title="Not traded">No amount of it has a route to {counter?.symbol}.</Empty>
        ) : (
          <ChartCanvas
            label={summary(symbol, drawn)}
            x={SIZES_USD}
            lines={drawn}
            names={names}
            scale="dollars"
            format={percent}
          />
        )}
      </div>
      <p className="muted small">
        What a trade of so many dollars gets less than the best of them, over all pools, fees and
        price impact together, before gas.
      </p>
    </section>
  );
}

/** What trades of each size are paid, one after the other, until the pools hold no more. */
async function filledBy(
  api: Api,
  on: {
    readonly chainId: number;
    readonly tokenIn: Side;
    readonly tokenOut: Side;
    readonly signal: AbortSignal;
  },
): Promise<readonly (Filled | null)[]> {
  const { chainId, tokenIn, tokenOut, signal } = on;
  const filled: (Filled | null)[] = [];
  for (const size of SIZES_USD) {
    const whole = (size / tokenIn.price).toFixed(Math.min(tokenIn.decimals, 18));
    const amountIn = parseUnits(whole, tokenIn.decimals);
    const parameters = {
      ...{ chainId, fromAddress: NOBODY, amountIn: String(amountIn) },
      ...{ tokenIn: tokenIn.address, tokenOut: tokenOut.address },
    };
    try {
      const quote = await api.getAny<Quote>(QUOTE_PATH, parameters, signal);
      filled.push({ amountIn, amountOut: BigInt(quote.amountOut) });
    } catch (error) {
      if (!(error instanceof ApiError) || !ENDS.has(error.code)) throw error;
      filled.push(null);
      if (filled.some((trade) => trade !== null)) break;
    }
  }
  return SIZES_USD.map((_, i) => filled[i] ?? null);
}

function summary(symbol: string, drawn: readonly (readonly (number | null)[])[]): string {
  const [sold = "nothing", bought = "nothing"] = drawn.map((line) => {
    const last = line.findLastIndex((value) => value !== null);
    const [size, lost] = [SIZES_USD[last], line[last]];
    if (size === undefined || lost === undefined || lost === null) return undefined;
    return `${compactDollars(size)} at a cost of ${percent(lost)}`;
  });
  return `Cost of size: of ${symbol} up to ${sold} is sold, up to ${bought} bought`;
}
