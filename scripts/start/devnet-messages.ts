/** What the devnet's process is told; the first message makes it start. */
export type DevnetRequest =
  | {
      readonly kind: "start";
      /** By chain id. */
      readonly ports: Readonly<Record<number, number>>;
    }
  | { readonly kind: "mine"; readonly blockTimeMs: number }
  | { readonly kind: "trade" };

/** What the devnet's process tells. */
export interface DevnetStarted {
  readonly kind: "started";
  readonly chains: readonly {
    readonly chainId: number;
    readonly url: string;
    readonly wsUrl: string;
  }[];
}
