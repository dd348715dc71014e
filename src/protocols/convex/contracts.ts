import type { Address } from "viem";
import type { Deployment, DeploymentOnChain } from "../protocol.ts";
import type { Minting } from "./minting.ts";

/**
 * What a deposit calls. `booster`: the booster, and the reward pool for the stake. `vault`: the
 * reward pool alone, an ERC-4626 vault of the liquidity token that calls the booster itself.
 */
export type Entrance = "booster" | "vault";

/** Contracts of Convex or a fork on one chain; lower-case. */
export interface ConvexContracts {
  readonly booster: Address;
  /** What the gauges pay, which every pool earns. */
  readonly rewardToken: Address;
  /** What is minted to whoever claims that. */
  readonly mintedToken: Address;
  readonly minting: Minting;
  readonly entrance: Entrance;
}

/** Aura on another chain than Ethereum, where AURA comes by a bridge and a coordinator pays it. */
function auraLite(
  startBlock: number | null,
  coordinator: Address,
  rewardToken: Address,
): DeploymentOnChain<ConvexContracts> {
  return {
    startBlock,
    contracts: {
      ...{ booster: BOOSTER_LITE, rewardToken, mintedToken: AURA_OFT, entrance: "vault" },
      minting: { kind: "rate", coordinator },
    },
  };
}

/** The booster has the same address on every chain but Ethereum, and so has AURA. */
// https://github.com/aurafinance/aura-contracts/blob/a5d63932a5/contracts/sidechain/README.md
// https://github.com/DefiLlama/yield-server/blob/6e592ebfed/src/adaptors/aura/config.js
const BOOSTER_LITE = "0x98ef32edd24e2c92525e59afc4475c1242a30184";
const AURA_OFT = "0x1509706a6c66ca549ff0cb464de88231ddbe213b";

/**
 * Convex on Curve's gauges and Aura on Balancer's. Above each address: the public files that state
 * it. No source states the first block of Aura but on Ethereum: those of other chains are of
 * Balancer's gauge factories, without whose gauges the booster has no pool.
 */
export const deployments: readonly Deployment<ConvexContracts>[] = [
  {
    slug: "convex-finance",
    name: "Convex",
    project: "convex-finance",
    url: "https://www.convexfinance.com",
    logosUri: ["https://icons.llamao.fi/icons/protocols/convex-finance"],
    description: "Stakes Curve pool shares with pooled vote power for higher rewards.",
    chains: {
      // https://github.com/convex-eth/platform/blob/4f22038387/contracts/contracts.json
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/convex-finance/protocols/convex-finance/config/templates/convex.template.yaml
      1: {
        startBlock: 12_450_992,
        contracts: {
          booster: "0xf403c135812408bfbe8713b5a23a04b3d48aae31",
          // https://github.com/convex-eth/platform/blob/4f22038387/contracts/contracts/Booster.sol
          // https://github.com/Tokemak/v2-core-hats/blob/559466a17e/test/utils/Addresses.sol
          rewardToken: "0xd533a949740bb3306d119cc777fa900ba034cd52",
          // https://github.com/convex-eth/platform/blob/4f22038387/contracts/contracts.json
          // https://github.com/Tokemak/v2-core-hats/blob/559466a17e/test/utils/Addresses.sol
          mintedToken: "0x4e3fbd56cd56c3e72c1403e103b45db9da5b9d2b",
          minting: { kind: "cliffs", schedule: "CVX", isWeighted: false },
          entrance: "booster",
        },
      },
    },
  },
  {
    slug: "aura",
    name: "Aura",
    project: "aura",
    url: "https://aura.finance",
    logosUri: ["https://icons.llamao.fi/icons/protocols/aura"],
    description: "Stakes Balancer pool shares with pooled vote power for higher rewards.",
    chains: {
      // https://github.com/aurafinance/aura-contracts/blob/a5d63932a5/tasks/deploy/mainnet-config.ts
      // https://github.com/DefiLlama/yield-server/blob/6e592ebfed/src/adaptors/aura/config.js
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/aura-finance/protocols/aura-finance/config/deployments/aura-finance-ethereum/configurations.json
      1: {
        startBlock: 16_176_240,
        contracts: {
          booster: "0xa57b8d98dae62b26ec3bcc4a365338157060b234",
          rewardToken: "0xba100000625a3754423978a60c9317c58a424e3d",
          mintedToken: "0xc0c293ce456ff0ed870add98a0828dd4d2903dbf",
          minting: { kind: "cliffs", schedule: "AURA", isWeighted: true },
          entrance: "vault",
        },
      },
      // https://github.com/aurafinance/aura-contracts/blob/a5d63932a5/tasks/deploy/optimism-config.ts
      // https://github.com/DefiLlama/yield-server/blob/6e592ebfed/src/adaptors/aura/config.js
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/aura-finance/index.js
      10: auraLite(
        83_239_534,
        "0xec1c780a275438916e7ceb174d80878f29580606",
        "0xfe8b128ba8c78aabc59d4c64cee7ff28e9379921",
      ),
      // https://github.com/aurafinance/aura-contracts/blob/a5d63932a5/tasks/deploy/gnosis-config.ts
      // https://github.com/DefiLlama/yield-server/blob/6e592ebfed/src/adaptors/aura/config.js
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/aura-finance/index.js
      100: auraLite(
        27_088_527,
        "0x8b2970c237656d3895588b99a8bfe977d5618201",
        "0x7ef541e2a22058048904fe5744f9c7e4c57af717",
      ),
      // https://github.com/aurafinance/aura-contracts/blob/a5d63932a5/tasks/deploy/polygon-config.ts
      // https://github.com/DefiLlama/yield-server/blob/6e592ebfed/src/adaptors/aura/config.js
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/aura-finance/index.js
      137: auraLite(
        40_687_417,
        "0x8b2970c237656d3895588b99a8bfe977d5618201",
        "0x9a71012b13ca4d3d0cdc72a177df3ef03b0e76a3",
      ),
      // https://github.com/aurafinance/aura-contracts/blob/a5d63932a5/tasks/deploy/base-config.ts
      // https://github.com/DefiLlama/yield-server/blob/6e592ebfed/src/adaptors/aura/config.js
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/aura-finance/index.js
      8453: auraLite(
        2_555_348,
        "0x8b2970c237656d3895588b99a8bfe977d5618201",
        "0x4158734d47fc9692176b5085e0f52ee0da5d47f1",
      ),
      // https://github.com/aurafinance/aura-contracts/blob/a5d63932a5/tasks/deploy/arbitrum-config.ts
      // https://github.com/DefiLlama/yield-server/blob/6e592ebfed/src/adaptors/aura/config.js
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/aura-finance/index.js
      42161: auraLite(
        72_942_741,
        "0xec1c780a275438916e7ceb174d80878f29580606",
        "0x040d1edc9569d4bab2d15287dc5a4f10f56a56b8",
      ),
      // https://github.com/aurafinance/aura-contracts/blob/a5d63932a5/tasks/deploy/avax-config.ts
      // https://github.com/DefiLlama/yield-server/blob/6e592ebfed/src/adaptors/aura/config.js
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/aura-finance/index.js
      43114: auraLite(
        32_558_551,
        "0x8b2970c237656d3895588b99a8bfe977d5618201",
        "0xe15bcb9e0ea69e6ab9fa080c4c4a5632896298c3",
      ),
    },
  },
];
