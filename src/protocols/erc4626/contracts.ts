import type { Deployment, DeploymentOnChain } from "../protocol.ts";
import type { VaultConfig, VaultTable } from "./vault-config.ts";
import { aaveVaults } from "./vaults-aave.ts";
import { morphoVaults } from "./vaults-morpho.ts";
import {
  bendVaults,
  ethenaVaults,
  eulerVaults,
  originVaults,
  savingsDai,
  savingsUsds,
  sparkVaults,
  yoVaults,
} from "./vaults-other.ts";
import { yearnVaults } from "./vaults-yearn.ts";

/** The vaults of a brand on one chain. */
export interface Erc4626Contracts {
  readonly vaults: readonly VaultConfig[];
}

/**
 * @param startBlocks By chain id, where a public source states when the brand's first vault could
 *   exist.
 */
function chainsOf(
  table: VaultTable,
  startBlocks: { readonly [chainId: number]: number } = {},
): Record<number, DeploymentOnChain<Erc4626Contracts>> {
  return Object.fromEntries(
    Object.entries(table).map(([chainId, vaults]) => [
      chainId,
      { contracts: { vaults }, startBlock: startBlocks[Number(chainId)] ?? null },
    ]),
  );
}

/**
 * Every brand of ERC-4626 vaults. The vaults are in `vaults-*.ts`, with the public files that state
 * them.
 */
export const deployments: readonly Deployment<Erc4626Contracts>[] = [
  {
    slug: "sdai",
    name: "Savings Dai",
    project: "sky",
    url: "https://sky.money",
    logosUri: ["https://icons.llamao.fi/icons/protocols/sky"],
    description: "Dai that earns the Dai Savings Rate.",
    chains: chainsOf(savingsDai),
  },
  {
    slug: "susds",
    name: "Savings USDS",
    project: "sky",
    url: "https://sky.money",
    logosUri: ["https://icons.llamao.fi/icons/protocols/sky"],
    description: "USDS that earns the Sky Savings Rate.",
    chains: chainsOf(savingsUsds),
  },
  {
    slug: "metamorpho",
    name: "Morpho Vaults",
    project: "morpho",
    url: "https://morpho.org",
    logosUri: ["https://icons.llamao.fi/icons/protocols/morpho"],
    description: "Curated ERC-4626 vaults that spread one asset over Morpho markets.",
    // https://github.com/morpho-org/sdks/blob/cdff8c4584/packages/morpho-ts/src/addresses.ts
    // https://github.com/morpho-org/morpho-blue-subgraph/blob/b5f8c8c2c4/networks.json
    chains: chainsOf(morphoVaults, {
      1: 18_925_584,
      10: 130_770_189,
      137: 66_931_042,
      8453: 13_978_134,
      42161: 296_447_195,
    }),
  },
  {
    slug: "yearn-v3",
    name: "Yearn V3",
    project: "yearn",
    url: "https://yearn.fi",
    logosUri: ["https://icons.llamao.fi/icons/protocols/yearn-finance"],
    description: "Vaults that run lending and liquidity strategies on one asset.",
    // https://github.com/yearn/ydaemon/blob/6e24b123a8/common/env/chain.ethereum.go
    // https://github.com/yearn/ydaemon/blob/6e24b123a8/common/env/chain.polygon.go
    // https://github.com/yearn/ydaemon/blob/6e24b123a8/data/meta/vaults/8453.json
    // https://github.com/yearn/ydaemon/blob/6e24b123a8/common/env/chain.arbitrum.go
    chains: chainsOf(yearnVaults, {
      1: 19_072_527,
      137: 50_104_230,
      8453: 18_127_728,
      42161: 171_850_013,
    }),
  },
  {
    slug: "euler-v2",
    name: "Euler",
    project: "euler",
    url: "https://www.euler.finance",
    logosUri: ["https://icons.llamao.fi/icons/protocols/euler-v2"],
    description: "Modular lending vaults that are linked by a common connector.",
    // https://github.com/euler-xyz/euler-interfaces/blob/8007d05e63/addresses/1/CoreAddresses.json
    // https://github.com/euler-xyz/euler-interfaces/blob/8007d05e63/addresses/80094/CoreAddresses.json
    chains: chainsOf(eulerVaults, { 1: 20_529_225, 80094: 786_314 }),
  },
  {
    slug: "ethena",
    name: "Ethena",
    project: "ethena",
    url: "https://ethena.fi",
    logosUri: ["https://icons.llamao.fi/icons/protocols/ethena"],
    description: "Issuer of the synthetic dollar USDe, which earns yield when staked as sUSDe.",
    chains: chainsOf(ethenaVaults),
  },
  {
    slug: "aave-v3-static",
    name: "Wrapped aTokens of Aave V3",
    project: "aave",
    url: "https://aave.com",
    logosUri: ["https://icons.llamao.fi/icons/protocols/aave-v3"],
    description: "Deposits in Aave V3 whose balances do not change while their value grows.",
    chains: chainsOf(aaveVaults),
  },
  {
    slug: "spark-savings",
    name: "Spark Savings",
    project: "spark",
    url: "https://spark.fi",
    logosUri: ["https://icons.llamao.fi/icons/protocols/spark"],
    description: "Savings vaults of the Sky ecosystem.",
    chains: chainsOf(sparkVaults),
  },
  {
    slug: "origin",
    name: "Origin",
    project: "origin",
    url: "https://www.originprotocol.com",
    logosUri: ["https://icons.llamao.fi/icons/protocols/origin"],
    description: "Yield-bearing ether and dollar tokens with ERC-4626 wrappers.",
    chains: chainsOf(originVaults),
  },
  {
    slug: "yo-protocol",
    name: "YO",
    project: "yo-protocol",
    url: "https://www.yo.xyz",
    logosUri: ["https://icons.llamao.fi/icons/protocols/yo-protocol"],
    description: "Vaults that move one asset across chains to the best risk-adjusted yield.",
    chains: chainsOf(yoVaults),
  },
  {
    slug: "bend-vaults",
    name: "Bend Vaults",
    project: "bend",
    url: "https://bend.berachain.com",
    logosUri: ["https://icons.llamao.fi/icons/protocols/bend"],
    description: "Vaults over Bend's lending markets on Berachain, in the design of Morpho.",
    chains: chainsOf(bendVaults),
  },
];

/**
 * The configuration of a vault with its deployment's slug; null for an address that is none.
 * Lower-case.
 */
export function vaultOf(
  chainId: number,
  address: string,
): { readonly slug: string; readonly vault: VaultConfig } | null {
  for (const { slug, chains } of deployments) {
    const vault = chains[chainId]?.contracts.vaults.find((one) => one.address === address);
    if (vault !== undefined) return { slug, vault };
  }
  return null;
}

/** Every vault of a chain, in configuration order. */
export function vaultsOf(chainId: number): readonly VaultConfig[] {
  return deployments.flatMap(({ chains }) => chains[chainId]?.contracts.vaults ?? []);
}
