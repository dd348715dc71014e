import type { Address } from "viem";
import { deployments } from "./contracts.ts";

/**
 * The universal router, on both chains; the indexer does not read it.
 *
 * @see https://github.com/pancakeswap/pancake-developer/blob/d74e43a4db/docs/pages/contracts/infinity/resources/addresses.mdx
 */
export const UNIVERSAL_ROUTER: Address = "0xd9c500dff816a1da21a48a732d3498bf09dc9aeb";

/** Contracts by which others trade in the pools of a chain: their manager and its router. */
export function swapExecuters(slug: string, chainId: number): readonly Address[] {
  const contracts = deployments.find((each) => each.slug === slug)?.chains[chainId]?.contracts;
  return contracts === undefined ? [] : [contracts.manager, UNIVERSAL_ROUTER];
}
