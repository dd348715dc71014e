import type { Address } from "viem";

/**
 * How a vault prices its shares.
 *
 * `shares`: total assets over supply, some of both virtual. `index`: shares times an index of scale
 * 10^27. `savings`: the same, where the index compounds by a rate per second, so that it is known
 * for any timestamp.
 */
export type Pricing =
  | {
      readonly kind: "shares";
      /**
       * Assets that the vault counts besides its own: 1 in OpenZeppelin's, 0 in Yearn's. `found`:
       * whichever of the two its previews follow.
       */
      readonly virtualAssets: number | "found";
    }
  | { readonly kind: "index" }
  | {
      readonly kind: "savings";
      /** Contract with `chi()` and `rho()`; the vault itself when absent. */
      readonly source?: Address;
      /** Name of the function of `source` that answers the rate per second, scale 10^27. */
      readonly rate: "dsr" | "ssr" | "vsr";
    };

/** One vault. Its asset is read from the contract. */
export interface VaultConfig {
  /** Lower-case; also the address of the share token. */
  readonly address: Address;
  readonly pricing: Pricing;
  /**
   * When shares can be redeemed in one transaction; `without-cooldown`: while `cooldownDuration()`
   * is 0.
   */
  readonly redeem: "always" | "without-cooldown" | "never";
  /**
   * What tells how much can be deposited and redeemed: `maxDeposit`, and `maxRedeem` of an account
   * that has shares, or Euler's `cash()`, as `maxRedeem` is 0 there for accounts that borrow;
   * `untold`: nothing tells of redemptions. `adapter`: of both what the vault's liquidity adapter
   * takes and pays, as its own functions answer 0.
   */
  readonly pays: "holder" | "cash" | "untold" | "adapter";
  /**
   * Of `adapter`: the list that the vault has to have bound itself to, lower-case. Its views ask
   * its adapters, which are anybody's code without.
   */
  readonly registry?: Address;
}

/** Vaults of a deployment by chain id. */
export type VaultTable = { readonly [chainId: number]: readonly VaultConfig[] };

/** A vault that prices by total assets over supply. */
export function shares(address: Address, virtualAssets: number): VaultConfig {
  return { address, pricing: { kind: "shares", virtualAssets }, redeem: "always", pays: "holder" };
}

/** A vault of anybody's code that a request named. */
export function named(address: Address): VaultConfig {
  const pricing = { kind: "shares", virtualAssets: "found" } as const;
  return { address, pricing, redeem: "always", pays: "untold" };
}

/** A vault that prices by an index. */
export function indexed(address: Address): VaultConfig {
  return { address, pricing: { kind: "index" }, redeem: "always", pays: "holder" };
}

/** A vault that prices by a compounding rate, its own or that of `source`. */
export function savings(
  address: Address,
  rate: "dsr" | "ssr" | "vsr",
  source?: Address,
): VaultConfig {
  const pricing = { kind: "savings", rate, ...(source === undefined ? {} : { source }) } as const;
  return { address, pricing, redeem: "always", pays: "holder" };
}
