import { useQuery } from "@tanstack/react-query";
import { useApi } from "./context";

export type Interval = "hour" | "day";

/** Of a token or a position; null where it was not known. */
export interface RecordedPoint {
  readonly timestamp: number;
  readonly priceUsd?: number | null;
  readonly valueUsd?: number | null;
  readonly tvlUsd?: number | null;
  readonly apy?: number | null;
}

export interface PoolPoint {
  readonly timestamp: number;
  readonly volume: readonly {
    readonly tokenIn: string;
    readonly tokenOut: string;
    readonly swaps: number;
    readonly volumeIn: string;
    readonly volumeOut: string;
    readonly feesIn: string | null;
  }[];
  readonly state: {
    readonly block: number;
    readonly prices: readonly {
      readonly tokenIn: string;
      readonly tokenOut: string;
      readonly price: number;
    }[];
  } | null;
}

export interface History<T> {
  readonly interval: Interval;
  readonly from: number;
  readonly to: number;
  readonly data: readonly T[];
}

/** What was recorded of a token, a position or a pool. */
export function useHistory<T>(
  kind: "tokens" | "positions" | "pools",
  {
    chainId,
    id,
    interval,
  }: { readonly chainId: number; readonly id: string; readonly interval: Interval },
) {
  const { api } = useApi();
  return useQuery({
    queryKey: ["history", kind, chainId, id, interval],
    queryFn: ({ signal }) =>
      api.getAny<History<T>>(`/api/v1/history/${kind}/${chainId}/${id}`, { interval }, signal),
    staleTime: 60_000,
    enabled: id !== "",
  });
}
