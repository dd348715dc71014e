/** What the devnet's process is told; the first message makes it start. */
export type DevnetRequest =
  | {
      readonly kind: "start";
      /** By chain id. */
      readonly ports: Readonly<Record<number, number>>;
    }
  | { readonly kind: "mine"; readonly blockTimeMs: number }
  | { readonly kind: "trade" };

/** What the devnet's process tells: its nodes answer, on the ports that were asked for. */
export interface DevnetStarted {
  readonly kind: "started";
}
