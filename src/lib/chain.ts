import type { Address } from "viem";

/** What Weir knows of a chain besides its deployments. Addresses are lower-case. */
export interface Chain {
  readonly chainId: number;
  /** Name in the API's protocol list, e.g. `mainnet`. */
  readonly name: string;
  /** Seconds between blocks; the simulated block is this much later than the indexed one. */
  readonly blockTimeSeconds: number;
  readonly native: { readonly symbol: string; readonly name: string; readonly decimals: number };
  readonly wrappedNative: Address;
  readonly multicall3: Address;
  readonly permit2: Address;
  /** Stablecoins that count as one dollar, where no feed says otherwise. */
  readonly usdAnchors: readonly Address[];
  /** Tokens that routes may pass through. */
  readonly connectors: readonly Address[];
}
