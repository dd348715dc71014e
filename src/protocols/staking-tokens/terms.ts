import { type Issuer, issuerOf } from "./contracts.ts";

/** What an issuer's deposits have in common with those of others, or not. */
export interface Terms {
  /**
   * Whether shares cost what is owned over what was issued, which a deposit adds to, or what an
   * oracle last told.
   */
  readonly rate: "pooled" | "told";
  /** What the cap is of: all tokens, all deposits, or one deposit; null: there is none. */
  readonly caps: "issued" | "deposited" | "each" | null;
  /** Estimate, of an account that is new to the token. */
  readonly depositGas: bigint;
}

const TERMS: Readonly<Record<Issuer, Terms>> = {
  "ether-fi": { rate: "pooled", caps: null, depositGas: 110_000n },
  mantle: { rate: "pooled", caps: "issued", depositGas: 110_000n },
  frax: { rate: "told", caps: null, depositGas: 110_000n },
  kelp: { rate: "told", caps: "deposited", depositGas: 110_000n },
  // Every deposit adds up what each of Renzo's operators has, on chain.
  renzo: { rate: "pooled", caps: null, depositGas: 900_000n },
  // https://github.com/KyberNetwork/kyberswap-dex-lib/blob/ae6a99aa/pkg/liquidity-source/staderethx/constant.go
  stader: { rate: "told", caps: "each", depositGas: 250_000n },
  benqi: { rate: "pooled", caps: null, depositGas: 110_000n },
  lista: { rate: "pooled", caps: null, depositGas: 110_000n },
  // What proposers earned is swept in first.
  infrared: { rate: "pooled", caps: null, depositGas: 180_000n },
};

/** Terms of a deployment. */
export function termsOf(slug: string): Terms {
  return TERMS[issuerOf(slug)];
}
