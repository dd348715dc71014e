import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { useReadiness } from "../api/queries";

interface ChainChoice {
  readonly chainId: number;
  readonly chainIds: readonly number[];
  readonly choose: (chainId: number) => void;
}

const Context = createContext<ChainChoice | null>(null);

/**
 * The chain that is looked at: that of the address, else the last chosen, else the first there is.
 */
export function ChainProvider({ children }: { readonly children: ReactNode }) {
  const { data } = useReadiness();
  const [chosen, choose] = useState<number | null>(() => {
    const given = Number(new URLSearchParams(location.search).get("chain"));
    return Number.isInteger(given) && given > 0 ? given : null;
  });
  const ids = data?.chains.map(({ chainId }) => chainId).join(",") ?? "";
  const state = useMemo<ChainChoice>(() => {
    const chainIds = ids === "" ? [] : ids.split(",").map(Number);
    const isKnown = chosen !== null && (chainIds.length === 0 || chainIds.includes(chosen));
    return { chainId: isKnown ? chosen : (chainIds[0] ?? 1), chainIds, choose };
  }, [ids, chosen]);
  return <Context value={state}>{children}</Context>;
}

/** The chain that is looked at. */
export function useChain(): ChainChoice {
  const choice = useContext(Context);
  if (choice === null) throw new Error("ChainProvider is missing");
  return choice;
}
