import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { useApi } from "../api/context";
import { devnetWallet, discoverWallets, type Provider, type WalletOffer } from "./provider";

export interface Connection {
  readonly offer: WalletOffer;
  readonly account: string;
}

interface WalletState {
  readonly offers: readonly WalletOffer[];
  readonly connection: Connection | null;
  /** Asks the wallet for its accounts. @throws What the wallet says when the user declines. */
  readonly accounts: (offer: WalletOffer, chainId: number) => Promise<readonly string[]>;
  readonly connect: (connection: Connection | null) => void;
  readonly provider: (chainId: number) => Provider | null;
  /** Whether this service runs a devnet whose accounts may be used. */
  readonly devnetChainIds: readonly number[];
}

const Context = createContext<WalletState | null>(null);

/** Knows the wallets of this browser, those of the devnet, and which one is connected. */
export function WalletProvider({ children }: { readonly children: ReactNode }) {
  const { api } = useApi();
  const [announced, setAnnounced] = useState<readonly WalletOffer[]>([]);
  const [connection, connect] = useState<Connection | null>(null);
  const devnet = useQuery({
    queryKey: ["devnet"],
    queryFn: ({ signal }) => api.getAny<{ chainIds: readonly number[] }>("/devnet", {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(
    () =>
      discoverWallets((offer) =>
        setAnnounced((known) => [...known.filter(({ id }) => id !== offer.id), offer]),
      ),
    [],
  );
  const state = useMemo<WalletState>(() => {
    const devnetChainIds = devnet.data?.chainIds ?? [];
    return {
      offers: devnetChainIds.length > 0 ? [devnetWallet, ...announced] : announced,
      devnetChainIds,
      ...{ connection, connect },
      accounts: async (offer, chainId) => {
        const method = offer.kind === "devnet" ? "eth_accounts" : "eth_requestAccounts";
        const found = await offer.provider(chainId).request({ method });
        return (found as readonly string[]).map((account) => account.toLowerCase());
      },
      provider: (chainId) => connection?.offer.provider(chainId) ?? null,
    };
  }, [announced, connection, devnet.data]);
  return <Context value={state}>{children}</Context>;
}

/** The wallets of this page. */
export function useWallet(): WalletState {
  const state = useContext(Context);
  if (state === null) throw new Error("WalletProvider is missing");
  return state;
}
