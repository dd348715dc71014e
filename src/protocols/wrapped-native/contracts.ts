import type { Address } from "viem";
import type { Deployment, DeploymentOnChain } from "../protocol.ts";

/** Addresses of a wrapped native token on one chain; lower-case. */
export interface WrappedNativeContracts {
  readonly token: Address;
}

function at(token: Address, startBlock: number | null): DeploymentOnChain<WrappedNativeContracts> {
  return { contracts: { token }, startBlock };
}

/** Every wrapped native token. Above each address: the public files that state it. */
export const deployments: readonly Deployment<WrappedNativeContracts>[] = [
  {
    slug: "weth",
    name: "Wrapped Ether",
    project: "weth",
    url: "https://weth.io",
    logosUri: [],
    description: "Holds ether one to one and issues it as an ERC-20 token.",
    chains: {
      // The start block is the one that subgraph configurations agree on; no repository could be tied to it.
      // https://github.com/KyberNetwork/kyberswap-dex-lib/blob/ae6a99aa55/pkg/valueobject/wrapped_native.go
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/helper/coreAssets.json
      1: at("0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2", 4_719_568),
      // A genesis contract of the OP Stack.
      // https://github.com/KyberNetwork/kyberswap-dex-lib/blob/ae6a99aa55/pkg/valueobject/wrapped_native.go
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/helper/coreAssets.json
      10: at("0x4200000000000000000000000000000000000006", 0),
      // A genesis contract of the OP Stack.
      // https://github.com/KyberNetwork/kyberswap-dex-lib/blob/ae6a99aa55/pkg/valueobject/wrapped_native.go
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/helper/coreAssets.json
      8453: at("0x4200000000000000000000000000000000000006", 0),
      // https://github.com/KyberNetwork/kyberswap-dex-lib/blob/ae6a99aa55/pkg/valueobject/wrapped_native.go
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/helper/coreAssets.json
      42161: at("0x82af49447d8a07e3bd95bd0d56f35241523fbab1", null),
    },
  },
  {
    slug: "wbnb",
    name: "Wrapped BNB",
    project: "wbnb",
    url: "https://www.bnbchain.org",
    logosUri: [],
    description: "Holds BNB one to one and issues it as a BEP-20 token.",
    chains: {
      // https://github.com/KyberNetwork/kyberswap-dex-lib/blob/ae6a99aa55/pkg/valueobject/wrapped_native.go
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/helper/coreAssets.json
      56: at("0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c", null),
    },
  },
  {
    slug: "wxdai",
    name: "Wrapped xDAI",
    project: "wxdai",
    url: "https://www.gnosis.io",
    logosUri: [],
    description: "Holds xDAI one to one and issues it as an ERC-20 token on Gnosis.",
    chains: {
      // https://github.com/KyberNetwork/kyberswap-dex-lib/blob/ae6a99aa55/pkg/valueobject/wrapped_native.go
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/helper/coreAssets.json
      100: at("0xe91d153e0b41518a2ce8dd3d7944fa863463a97d", null),
    },
  },
  {
    slug: "wpol",
    name: "Wrapped POL",
    project: "wpol",
    url: "https://polygon.technology",
    logosUri: [],
    description: "Holds POL one to one and issues it as an ERC-20 token on Polygon.",
    chains: {
      // https://github.com/KyberNetwork/kyberswap-dex-lib/blob/ae6a99aa55/pkg/valueobject/wrapped_native.go
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/helper/coreAssets.json
      137: at("0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270", null),
    },
  },
  {
    slug: "wavax",
    name: "Wrapped AVAX",
    project: "wavax",
    url: "https://www.avax.network",
    logosUri: [],
    description: "Holds AVAX one to one and issues it as an ERC-20 token.",
    chains: {
      // https://github.com/KyberNetwork/kyberswap-dex-lib/blob/ae6a99aa55/pkg/valueobject/wrapped_native.go
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/helper/coreAssets.json
      43114: at("0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7", null),
    },
  },
  {
    slug: "wbera",
    name: "Wrapped BERA",
    project: "wbera",
    url: "https://www.berachain.com",
    logosUri: ["https://icons.llamao.fi/icons/protocols/berachain"],
    description: "Holds BERA one to one and issues it as an ERC-20 token.",
    chains: {
      // https://github.com/KyberNetwork/kyberswap-dex-lib/blob/ae6a99aa55/pkg/valueobject/wrapped_native.go
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/helper/coreAssets.json
      80094: at("0x6969696969696969696969696969696969696969", null),
    },
  },
];
