import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import { type Api, ApiError, createApi } from "./client";

interface ApiState {
  readonly api: Api;
  /** Whether the service wants a key that it was not given. */
  readonly needsKey: boolean;
  readonly giveKey: (key: string) => void;
  /** Takes note of a refusal that the cache of queries does not see. */
  readonly refuse: (error: unknown) => void;
}

const Context = createContext<ApiState | null>(null);

/** Provides the API, its cache and the one key of this visit. */
export function ApiProvider({ children }: { readonly children: ReactNode }) {
  const [needsKey, setNeedsKey] = useState(false);
  const api = useMemo(createApi, []);
  const refuse = useCallback((error: unknown) => {
    if (error instanceof ApiError && error.status === 401) setNeedsKey(true);
  }, []);
  const client = useMemo(() => {
    return new QueryClient({
      queryCache: new QueryCache({ onError: refuse }),
      defaultOptions: { queries: { retry: isWorthRetrying, staleTime: 10_000 } },
    });
  }, [refuse]);
  const state = useMemo<ApiState>(() => {
    const giveKey = (key: string) => {
      api.setKey(key);
      setNeedsKey(false);
      void client.resetQueries();
    };
    return { api, needsKey, giveKey, refuse };
  }, [api, client, needsKey, refuse]);
  return (
    <QueryClientProvider client={client}>
      <Context value={state}>{children}</Context>
    </QueryClientProvider>
  );
}

/** The API of this page. */
export function useApi(): ApiState {
  const state = useContext(Context);
  if (state === null) throw new Error("ApiProvider is missing");
  return state;
}

/** What the service is too busy or too young for comes later; what is refused stays refused. */
function isWorthRetrying(count: number, error: unknown): boolean {
  return count < 3 && error instanceof ApiError && (error.status === 503 || error.status === 429);
}
