import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { commonTokens } from "../lib/chains";
import type { Api } from "./client";
import { useApi } from "./context";
import type { ChainReadiness, PositionRecord, TokenRecord } from "./types";

/** How often the heads of the chains are asked for: a block is new for a second at most. */
const HEAD_MS = 1_000;
/** The lists change with every block, and their order and names hardly ever. */
const LIST_MS = 60_000;
/** 1,000 records each; a browser shows no more than that well. */
const MAX_PAGES = 10;
/** Addresses of one request, whose address line is bounded. */
const PER_REQUEST = 100;
/** More would not be read. */
const SEARCH_SIZE = 40;

/** The chains with their heads, each second. */
export function useReadiness() {
  const { api } = useApi();
  return useQuery({
    queryKey: ["ready"],
    queryFn: ({ signal }) => api.get("/ready", {}, signal),
    refetchInterval: HEAD_MS,
    staleTime: 0,
  });
}

/** One chain's head; undefined before the first answer. */
export function useHead(chainId: number): ChainReadiness | undefined {
  return useReadiness().data?.chains.find((chain) => chain.chainId === chainId);
}

/** As-of parameter of a request; the present where it is null. */
export type AsOf = number | null;

function asOfParameter(asOf: AsOf) {
  return asOf === null ? {} : { blockNumber: asOf };
}

async function allPages<T>(
  page: (number: number) => Promise<{ readonly data: T[]; readonly meta: { lastPage: number } }>,
): Promise<readonly T[]> {
  const first = await page(1);
  const last = Math.min(first.meta.lastPage, MAX_PAGES);
  const others = await Promise.all(Array.from({ length: last - 1 }, (_, i) => page(i + 2)));
  return [first, ...others].flatMap(({ data }) => data);
}

/** Tokens that stand for a deposit, as many as are worth loading. */
export function useShares(chainId: number, asOf: AsOf = null) {
  const { api } = useApi();
  return useQuery({
    queryKey: ["shares", chainId, asOf],
    queryFn: ({ signal }): Promise<readonly TokenRecord[]> =>
      allPages((page) =>
        api.get(
          "/api/v1/tokens",
          {
            ...{ chainId, type: "defiToken", includeMetadata: true, page },
            ...asOfParameter(asOf),
          },
          signal,
        ),
      ),
    staleTime: LIST_MS,
    placeholderData: keepSame(chainId),
  });
}

async function tokensAt(
  api: Api,
  { chainId, addresses, asOf }: TokensAsked,
  signal: AbortSignal,
): Promise<readonly TokenRecord[]> {
  const query = { chainId, includeMetadata: true, ...asOfParameter(asOf) };
  const pages = Array.from({ length: Math.ceil(addresses.length / PER_REQUEST) }, (_, i) =>
    addresses.slice(i * PER_REQUEST, (i + 1) * PER_REQUEST).join(","),
  );
  const answers = await Promise.all(
    pages.map((address) => api.get("/api/v1/tokens", { ...query, address }, signal)),
  );
  return answers.flatMap(({ data }) => data);
}

interface TokensAsked {
  readonly chainId: number;
  readonly addresses: readonly string[];
  readonly asOf: AsOf;
}

function useTokensAt(asked: TokensAsked) {
  const { api } = useApi();
  return useQuery({
    queryKey: ["tokens", asked],
    queryFn: ({ signal }) => tokensAt(api, asked, signal),
    enabled: asked.addresses.length > 0,
    staleTime: LIST_MS,
    placeholderData: keepPreviousData,
  });
}

/** The tokens by address that most people look for, best known first, and those of `addresses`. */
export function useTokens(chainId: number, addresses: readonly string[] = []) {
  const common = commonTokens(chainId);
  const others = [...new Set(addresses)]
    .filter((each) => each.length === 42 && !common.includes(each))
    .toSorted();
  const known = useTokensAt({ chainId, addresses: common, asOf: null });
  const asked = useTokensAt({ chainId, addresses: others, asOf: null });
  const byAddress = useMemo(() => {
    const place = ({ address }: TokenRecord) => commonTokens(chainId).indexOf(address);
    const first = (known.data ?? []).toSorted((a, b) => place(a) - place(b));
    const all = [...first, ...(asked.data ?? [])].filter((token) => token.chainId === chainId);
    return new Map(all.map((token) => [token.address, token]));
  }, [known.data, asked.data, chainId]);
  return { byAddress, isPending: known.isPending || asked.isLoading, error: known.error };
}

/** One token, now or at a block. */
export function useToken(chainId: number, address: string, asOf: AsOf = null) {
  const now = useTokens(chainId, asOf === null ? [address] : []);
  const past = useTokensAt({ chainId, addresses: asOf === null ? [] : [address], asOf });
  const token: TokenRecord | null =
    (asOf === null
      ? now.byAddress.get(address)
      : past.data?.find((each) => each.address === address)) ?? null;
  return { token, isPending: asOf === null ? now.isPending : past.isPending };
}

/** Tokens that fit a symbol, a name or an address, best first. */
export function useTokenSearch(chainId: number, text: string) {
  const { api } = useApi();
  const q = text.trim();
  return useQuery({
    queryKey: ["search", chainId, q],
    queryFn: async ({ signal }): Promise<readonly TokenRecord[]> => {
      const query = { chainId, q, includeMetadata: true, pageSize: SEARCH_SIZE };
      return (await api.get("/api/v1/tokens", query, signal)).data;
    },
    enabled: q !== "",
    placeholderData: keepSame(chainId),
  });
}

/** Positions of a chain that issue no token. */
export function usePositions(chainId: number, asOf: AsOf = null) {
  const { api } = useApi();
  return useQuery({
    queryKey: ["positions", chainId, asOf],
    queryFn: ({ signal }): Promise<readonly PositionRecord[]> =>
      allPages((page) =>
        api.get("/api/v1/nontokenized", { chainId, page, ...asOfParameter(asOf) }, signal),
      ),
    staleTime: LIST_MS,
    placeholderData: keepSame(chainId),
  });
}

/** Names of protocols by slug. */
export function useProtocols() {
  const { api } = useApi();
  const { data } = useQuery({
    queryKey: ["protocols"],
    queryFn: ({ signal }) => api.get("/api/v1/protocols", {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(() => new Map((data ?? []).map((each) => [each.slug, each])), [data]);
}

/** While another block of the same chain is asked for, the last list stays. */
function keepSame(chainId: number) {
  return <T>(previous: T | undefined, query?: { readonly queryKey: readonly unknown[] }) =>
    query?.queryKey[1] === chainId ? keepPreviousData(previous) : undefined;
}
