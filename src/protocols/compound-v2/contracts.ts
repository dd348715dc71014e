import type { Address } from "viem";
import type { Deployment } from "../protocol.ts";
import type { Fork } from "./forks.ts";

/** A fork of Compound V2 on one chain; lower-case. Its comptroller lists the markets. */
export interface CompoundV2Contracts {
  readonly fork: Fork;
  readonly comptroller: Address;
  /** The market of the native currency, which has no underlying token; null: there is none. */
  readonly native: Address | null;
  /** Markets of the wrapped native token that pay the native currency. */
  readonly unwrapping: readonly Address[];
}

/** Compound V2 and its forks on all chains. */
export const deployments: readonly Deployment<CompoundV2Contracts>[] = [
  {
    slug: "compound-v2",
    name: "Compound V2",
    project: "compound",
    url: "https://compound.finance",
    logosUri: ["https://icons.llamao.fi/icons/protocols/compound-v2"],
    description: "Lends and borrows pooled tokens; shares grow with what borrowers pay.",
    chains: {
      1: {
        contracts: {
          fork: "compound",
          // https://github.com/compound-finance/compound-config/blob/ff8e979ffcb286d09884163cc928688f213abe71/networks/mainnet.json
          comptroller: "0x3d9819210a31b4961b30ef54be2aed79b9c9cd3b",
          // https://github.com/compound-finance/compound-config/blob/ff8e979ffcb286d09884163cc928688f213abe71/networks/mainnet.json
          native: "0x4ddc2d193948926d02f9b1fe9e1daa0718270ed5",
          unwrapping: [],
        },
        // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/compound-forks/protocols/compound-v2/config/deployments/compound-v2-ethereum/configurations.json
        startBlock: 7_710_671,
      },
    },
  },
  {
    slug: "venus",
    name: "Venus",
    project: "venus",
    url: "https://venus.io",
    logosUri: ["https://icons.llamao.fi/icons/protocols/venus-core-pool"],
    description: "Lends and borrows pooled tokens in the core pool of BNB Chain.",
    chains: {
      56: {
        contracts: {
          fork: "venus",
          // https://unpkg.com/@venusprotocol/venus-protocol@10.3.0/deployments/bscmainnet_addresses.json
          comptroller: "0xfd36e2c2a6789db23113685031d7f16329158384",
          // https://unpkg.com/@venusprotocol/venus-protocol@10.3.0/deployments/bscmainnet_addresses.json
          native: "0xa07c5b74c9b40447a954e1466938b865b6bbea36",
          unwrapping: [],
        },
        // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/compound-forks/protocols/venus/config/deployments/venus-protocol-bsc/configurations.json
        startBlock: 2_471_512,
      },
    },
  },
  {
    slug: "moonwell",
    name: "Moonwell",
    project: "moonwell",
    url: "https://moonwell.fi",
    logosUri: ["https://icons.llamao.fi/icons/protocols/moonwell-lending"],
    description: "Lends and borrows pooled tokens; interest is counted by the second.",
    chains: {
      10: {
        contracts: {
          fork: "moonwell",
          // https://github.com/moonwell-fi/moonwell-contracts-v2/blob/45866f4cb74b4db510692254bc2015fb154e6ca8/chains/10.json
          comptroller: "0xca889f40aae37fff165bccf69aef1e82b5c511b9",
          native: null,
          // https://github.com/moonwell-fi/moonwell-contracts-v2/blob/45866f4cb74b4db510692254bc2015fb154e6ca8/chains/10.json
          unwrapping: ["0xb4104c02bbf4e9be85aaa41a62974e4e28d59a33"],
        },
        startBlock: null,
      },
      8453: {
        contracts: {
          fork: "moonwell",
          // https://github.com/moonwell-fi/moonwell-contracts-v2/blob/45866f4cb74b4db510692254bc2015fb154e6ca8/chains/8453.json
          comptroller: "0xfbb21d0380bee3312b33c4353c8936a0f13ef26c",
          native: null,
          // https://github.com/moonwell-fi/moonwell-contracts-v2/blob/45866f4cb74b4db510692254bc2015fb154e6ca8/chains/8453.json
          unwrapping: ["0x628ff693426583d9a7fb391e54366292f509d457"],
        },
        // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/compound-forks/protocols/moonwell/config/deployments/moonwell-base/configurations.json
        startBlock: 2_162_390,
      },
    },
  },
  {
    slug: "benqi",
    name: "BENQI",
    project: "benqi",
    url: "https://benqi.fi",
    logosUri: ["https://icons.llamao.fi/icons/protocols/benqi-lending"],
    description: "Lends and borrows pooled tokens; interest is counted by the second.",
    chains: {
      43114: {
        contracts: {
          fork: "benqi",
          // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/compound-forks/protocols/benqi/config/deployments/benqi-avalanche/configurations.json
          comptroller: "0x486af39519b4dc9a7fccd318217352830e8ad9b4",
          // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/compound-forks/protocols/benqi/config/deployments/benqi-avalanche/configurations.json
          native: "0x5c0401e81bc07ca70fad469b451682c0d747ef1c",
          unwrapping: [],
        },
        // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/compound-forks/protocols/benqi/config/deployments/benqi-avalanche/configurations.json
        startBlock: 3_046_286,
      },
    },
  },
];

/** What a deployment's slug says of its code. */
export function forkOf(slug: string): Fork {
  const found = deployments.find((deployment) => deployment.slug === slug);
  const [contracts] = Object.values(found?.chains ?? {});
  if (contracts === undefined) throw new Error(`Compound V2 has no deployment ${slug}.`);
  return contracts.contracts.fork;
}
