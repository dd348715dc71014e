import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { type Api, ApiError, createApi } from "./client";

interface ApiState {
  readonly api: Api;
  /** Whether the service wants a key that it was not given. */
  readonly needsKey: boolean;
  readonly giveKey: (key: string) => void;
}

const Context = createContext<ApiState | null>(null);

/** Provides the API, its cache and the one key of this visit. */
export function ApiProvider({ children }: { readonly children: ReactNode }) {
  const [needsKey, setNeedsKey] = useState(false);
  const api = useMemo(createApi, []);
  const client = useMemo(() => {
    const onError = (error: unknown) => {
      if (error instanceof ApiError && error.status === 401) setNeedsKey(true);
    };
    return new QueryClient({
      queryCache: new QueryCache({ onError }),
      defaultOptions: { queries: { retry: isWorthRetrying, staleTime: 10_000 } },
    });
  }, []);
  const state = useMemo<ApiState>(() => {
    const giveKey = (key: string) => {
      api.setKey(key);
      setNeedsKey(false);
      void client.resetQueries();
    };
    return { api, needsKey, giveKey };
  }, [api, client, needsKey]);
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
