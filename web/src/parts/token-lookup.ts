import { useCallback } from "react";
import { useTokens } from "../api/queries";
import { shortAddress } from "../lib/text";

/** As much of a token as its amounts need. */
export interface KnownToken {
  readonly address: string;
  readonly symbol: string;
  readonly decimals: number;
}

export type TokenLookup = (address: string) => KnownToken;

/**
 * Tokens of a chain by address, those of `addresses` and the common ones; one that is not listed
 * goes by its address, with 18 decimals.
 */
export function useTokenLookup(chainId: number, addresses: readonly string[]): TokenLookup {
  const { byAddress } = useTokens(chainId, addresses);
  return useCallback(
    (address) => {
      const { symbol, decimals = 18 } = byAddress.get(address) ?? {};
      return { address, symbol: symbol || shortAddress(address), decimals };
    },
    [byAddress],
  );
}
