import type { Address } from "viem";
import { deployments as pools } from "../balancer-v3/contracts.ts";
import { contractsOn } from "../deployment.ts";
import type { Deployment, DeploymentOnChain } from "../protocol.ts";

/** The vault that keeps the buffers, and what is called to trade with them. Lower-case. */
export interface BalancerV3BufferContracts {
  readonly vault: Address;
  /** Takes paths that the vault was paid for; a step of one may be a buffer. */
  readonly batchRouter: Address;
}

const POOLS = "balancer-v3";

/** Buffers are as old as the vault; its address and first block are those of its pools. */
function at(chainId: number, batchRouter: Address): DeploymentOnChain<BalancerV3BufferContracts> {
  const vault = contractsOn(pools, POOLS, chainId)?.vault;
  const onChain = pools.find(({ slug }) => slug === POOLS)?.chains[chainId];
  if (vault === undefined || onChain === undefined) {
    throw new Error(`Chain ${chainId} has no vault of Balancer V3; name it in its contracts.ts.`);
  }
  return { contracts: { vault, batchRouter }, startBlock: onChain.startBlock };
}

/** ERC-4626 buffers of Balancer V3. Above each entry: the public files that state its router. */
export const deployments: readonly Deployment<BalancerV3BufferContracts>[] = [
  {
    slug: "balancer-v3-buffers",
    name: "Balancer V3 buffers",
    project: "balancer",
    url: "https://balancer.fi",
    logosUri: ["https://icons.llamao.fi/icons/protocols/balancer-v3"],
    description: "Exchange ERC-4626 shares for their assets and back at the vault's own price.",
    chains: {
      // https://github.com/balancer/balancer-deployments/blob/6826feb824/addresses/mainnet.json
      // https://github.com/balancer/balancer-deployments/blob/6826feb824/v3/tasks/20250507-v3-aggregator-batch-router/output/mainnet.json
      1: at(1, "0xdada7be438bdd89416f4802b679e320b15c92d49"),
      // https://github.com/balancer/balancer-deployments/blob/6826feb824/addresses/optimism.json
      // https://github.com/balancer/balancer-deployments/blob/6826feb824/v3/tasks/20250507-v3-aggregator-batch-router/output/optimism.json
      10: at(10, "0xb9d01ca61b9c181da1051bfdd28e1097e920ab14"),
      // https://github.com/balancer/balancer-deployments/blob/6826feb824/addresses/gnosis.json
      // https://github.com/balancer/balancer-deployments/blob/6826feb824/v3/tasks/20250507-v3-aggregator-batch-router/output/gnosis.json
      100: at(100, "0x870f988484a4b3034b6cca09829f6a1b4123fbc1"),
      // https://github.com/balancer/balancer-deployments/blob/6826feb824/addresses/base.json
      // https://github.com/balancer/balancer-deployments/blob/6826feb824/v3/tasks/20250507-v3-aggregator-batch-router/output/base.json
      8453: at(8453, "0xf39ca6ede9bf7820a952b52f3c94af526bab9015"),
      // https://github.com/balancer/balancer-deployments/blob/6826feb824/addresses/arbitrum.json
      // https://github.com/balancer/balancer-deployments/blob/6826feb824/v3/tasks/20250507-v3-aggregator-batch-router/output/arbitrum.json
      42161: at(42161, "0xb21a277466e7db6934556a1ce12eb3f032815c8a"),
      // https://github.com/balancer/balancer-deployments/blob/6826feb824/addresses/avalanche.json
      // https://github.com/balancer/balancer-deployments/blob/6826feb824/v3/tasks/20250507-v3-aggregator-batch-router/output/avalanche.json
      43114: at(43114, "0x136f1efcc3f8f88516b9e94110d56fdbfb1778d1"),
    },
  },
];
