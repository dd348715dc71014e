import type { Deployment, DeploymentOnChain } from "../protocol.ts";
import {
  eulerFactories,
  type FactoryTable,
  type Maker,
  morphoFactories,
  morphoV2Factories,
  type VaultFactories,
  yearnFactories,
} from "./factories.ts";
import { NAMED_SLUG, OPEN_CHAINS } from "./open.ts";
import type { VaultConfig, VaultTable } from "./vault-config.ts";
import { aaveVaults } from "./vaults-aave.ts";
import {
  bendVaults,
  ethenaVaults,
  originVaults,
  savingsDai,
  savingsUsds,
  sparkVaults,
  yoVaults,
} from "./vaults-other.ts";

/** The vaults of a brand on one chain. */
export interface Erc4626Contracts {
  /** Those that no factory makes. */
  readonly vaults: readonly VaultConfig[];
  /** What makes the others; null where nothing does. */
  readonly factories: VaultFactories | null;
  /** Whether a request may name any other vault. */
  readonly isOpen: boolean;
}

type Chains = Record<number, DeploymentOnChain<Erc4626Contracts>>;

function listed(table: VaultTable): Chains {
  return Object.fromEntries(
    Object.entries(table).map(([chainId, vaults]) => [
      chainId,
      { contracts: { vaults, factories: null, isOpen: false }, startBlock: null },
    ]),
  );
}

function made(maker: Maker, table: FactoryTable): Chains {
  return Object.fromEntries(
    Object.entries(table).map(([chainId, { startBlock, ...found }]) => [
      chainId,
      { contracts: { vaults: [], factories: { maker, ...found }, isOpen: false }, startBlock },
    ]),
  );
}

function open(chainIds: readonly number[]): Chains {
  const contracts = { vaults: [], factories: null, isOpen: true };
  return Object.fromEntries(chainIds.map((id) => [id, { contracts, startBlock: null }]));
}

/**
 * Every brand of ERC-4626 vaults. Its factories are in `factories.ts`, vaults that none makes in
 * `vaults-*.ts`, with the public files that state them.
 */
export const deployments: readonly Deployment<Erc4626Contracts>[] = [
  {
    slug: "sdai",
    name: "Savings Dai",
    project: "sky",
    url: "https://sky.money",
    logosUri: ["https://icons.llamao.fi/icons/protocols/sky"],
    description: "Dai that earns the Dai Savings Rate.",
    chains: listed(savingsDai),
  },
  {
    slug: "susds",
    name: "Savings USDS",
    project: "sky",
    url: "https://sky.money",
    logosUri: ["https://icons.llamao.fi/icons/protocols/sky"],
    description: "USDS that earns the Sky Savings Rate.",
    chains: listed(savingsUsds),
  },
  {
    slug: "metamorpho",
    name: "Morpho Vaults",
    project: "morpho",
    url: "https://morpho.org",
    logosUri: ["https://icons.llamao.fi/icons/protocols/morpho"],
    description: "Curated ERC-4626 vaults that spread one asset over Morpho markets.",
    chains: made("metamorpho", morphoFactories),
  },
  {
    slug: "morpho-vaults-v2",
    name: "Morpho Vaults V2",
    project: "morpho",
    url: "https://morpho.org",
    logosUri: ["https://icons.llamao.fi/icons/protocols/morpho"],
    description: "Curated ERC-4626 vaults that lend one asset out through adapters.",
    chains: made("morpho-v2", morphoV2Factories),
  },
  {
    slug: "yearn-v3",
    name: "Yearn V3",
    project: "yearn",
    url: "https://yearn.fi",
    logosUri: ["https://icons.llamao.fi/icons/protocols/yearn-finance"],
    description: "Vaults that run lending and liquidity strategies on one asset.",
    chains: made("yearn", yearnFactories),
  },
  {
    slug: "euler-v2",
    name: "Euler",
    project: "euler",
    url: "https://www.euler.finance",
    logosUri: ["https://icons.llamao.fi/icons/protocols/euler-v2"],
    description: "Modular lending vaults that are linked by a common connector.",
    chains: made("euler", eulerFactories),
  },
  {
    slug: "ethena",
    name: "Ethena",
    project: "ethena",
    url: "https://ethena.fi",
    logosUri: ["https://icons.llamao.fi/icons/protocols/ethena"],
    description: "Issuer of the synthetic dollar USDe, which earns yield when staked as sUSDe.",
    chains: listed(ethenaVaults),
  },
  {
    slug: "aave-v3-static",
    name: "Wrapped aTokens of Aave V3",
    project: "aave",
    url: "https://aave.com",
    logosUri: ["https://icons.llamao.fi/icons/protocols/aave-v3"],
    description: "Deposits in Aave V3 whose balances do not change while their value grows.",
    chains: listed(aaveVaults),
  },
  {
    slug: "spark-savings",
    name: "Spark Savings",
    project: "spark",
    url: "https://spark.fi",
    logosUri: ["https://icons.llamao.fi/icons/protocols/spark"],
    description: "Savings vaults of the Sky ecosystem.",
    chains: listed(sparkVaults),
  },
  {
    slug: "origin",
    name: "Origin",
    project: "origin",
    url: "https://www.originprotocol.com",
    logosUri: ["https://icons.llamao.fi/icons/protocols/origin"],
    description: "Yield-bearing ether and dollar tokens with ERC-4626 wrappers.",
    chains: listed(originVaults),
  },
  {
    slug: "yo-protocol",
    name: "YO",
    project: "yo-protocol",
    url: "https://www.yo.xyz",
    logosUri: ["https://icons.llamao.fi/icons/protocols/yo-protocol"],
    description: "Vaults that move one asset across chains to the best risk-adjusted yield.",
    chains: listed(yoVaults),
  },
  {
    slug: "bend-vaults",
    name: "Bend Vaults",
    project: "bend",
    url: "https://bend.berachain.com",
    logosUri: ["https://icons.llamao.fi/icons/protocols/bend"],
    description: "Vaults over Bend's lending markets on Berachain, in the design of Morpho.",
    chains: listed(bendVaults),
  },
  {
    slug: NAMED_SLUG,
    name: "ERC-4626",
    project: NAMED_SLUG,
    url: "https://eips.ethereum.org/EIPS/eip-4626",
    logosUri: [],
    description: "Vaults of anybody's that no list has, from when a request first names them.",
    chains: open(OPEN_CHAINS),
  },
];

/**
 * The configuration of a listed vault with its deployment's slug; null for an address that is none.
 * Lower-case.
 */
export function listedVault(
  chainId: number,
  address: string,
): { readonly slug: string; readonly vault: VaultConfig } | null {
  for (const { slug, chains } of deployments) {
    const vault = chains[chainId]?.contracts.vaults.find((one) => one.address === address);
    if (vault !== undefined) return { slug, vault };
  }
  return null;
}

/** Every listed vault of a chain, in configuration order. */
export function vaultsOf(chainId: number): readonly VaultConfig[] {
  return deployments.flatMap(({ chains }) => chains[chainId]?.contracts.vaults ?? []);
}
