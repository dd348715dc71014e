import type { Address } from "viem";
import { deployments } from "./contracts.ts";
import { madeBy } from "./factories.ts";
import { named, type VaultConfig } from "./vault-config.ts";

/**
 * The configuration of a vault of a deployment, by whichever made it where it is not listed; null
 * where the chain has neither.
 */
export function vaultOf(
  chainId: number,
  { slug, address }: { readonly slug: string; readonly address: Address },
): VaultConfig | null {
  const own = deployments.find((one) => one.slug === slug)?.chains[chainId]?.contracts;
  if (own === undefined) return null;
  const listed = own.vaults.find((one) => one.address === address);
  if (listed !== undefined) return listed;
  if (own.factories !== null) return madeBy(own.factories, address);
  return own.isOpen ? named(address) : null;
}
