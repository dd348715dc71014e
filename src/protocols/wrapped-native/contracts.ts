import type { Address } from "viem";
import type { Chain } from "../../lib/chain.ts";
import { CHAINS } from "../../lib/chains.ts";
import type { Deployment, DeploymentOnChain } from "../protocol.ts";

/** Addresses of a wrapped native token on one chain; lower-case. */
export interface WrappedNativeContracts {
  readonly token: Address;
}

/**
 * Every wrapped native token, as the files of the chains state it: one deployment for each native
 * currency, on all chains that have it.
 */
export const deployments: readonly Deployment<WrappedNativeContracts>[] = [...CHAINS.values()]
  .filter((chain, at, all) => all.findIndex((other) => slugOf(other) === slugOf(chain)) === at)
  .map((chain) => {
    const slug = slugOf(chain);
    const { name, url, logosUri, description } = chain.wrapper;
    return { slug, name, project: slug, url, logosUri, description, chains: chainsWith(slug) };
  });

/** After the symbol that the token has: `weth`. */
function slugOf({ native }: Chain): string {
  return `w${native.symbol.toLowerCase()}`;
}

function chainsWith(slug: string): Record<number, DeploymentOnChain<WrappedNativeContracts>> {
  return Object.fromEntries(
    [...CHAINS.values()]
      .filter((chain) => slugOf(chain) === slug)
      .map(({ chainId, wrappedNative: token, wrapper: { startBlock } }) => [
        chainId,
        { contracts: { token }, startBlock },
      ]),
  );
}
