import { deployments } from "./contracts.ts";
import type { UniswapV2Contracts } from "./places.ts";

/**
 * The contracts of a deployment on a chain.
 *
 * @throws Error for a slug without contracts there, which only a table of other sources can hold.
 */
export function contractsOf(chainId: number, slug: string): UniswapV2Contracts {
  const deployment = deployments.find((candidate) => candidate.slug === slug);
  const contracts = deployment?.chains[chainId]?.contracts;
  if (contracts === undefined) {
    throw new Error(`uniswap-v2 has no ${slug} on chain ${chainId}; index into a new schema.`);
  }
  return contracts;
}
