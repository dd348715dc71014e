import type { Address } from "viem";
import type { Deployment } from "../protocol.ts";

/** Whose code takes the deposits. */
export type Issuer =
  | "ether-fi"
  | "mantle"
  | "frax"
  | "kelp"
  | "renzo"
  | "stader"
  | "benqi"
  | "lista"
  | "infrared";

/** A token of staked native currency; lower-case. */
export interface StakingContracts {
  readonly issuer: Issuer;
  readonly token: Address;
  /** Takes deposits. */
  readonly entry: Address;
  /** Wraps the token, whose balances grow and round; null: there is no need. */
  readonly wrapper: Address | null;
  /** Says what shares cost, where the entry does not. */
  readonly oracle: Address | null;
  /** Says how much may be deposited, or whether it may, or what is added to deposits first. */
  readonly settings: Address | null;
}

/** Staked native currency by protocols that anyone may deposit into at their own rate. */
export const deployments: readonly Deployment<StakingContracts>[] = [
  {
    slug: "ether-fi",
    name: "ether.fi",
    project: "ether-fi",
    url: "https://ether.fi",
    logosUri: ["https://icons.llamao.fi/icons/protocols/ether.fi"],
    description: "Restaked ether; eETH grows in number, and weETH wraps it.",
    chains: {
      // https://github.com/KyberNetwork/kyberswap-dex-lib/blob/ae6a99aa/pkg/liquidity-source/etherfi/common/constant.go
      // https://github.com/etherfi-protocol/smart-contracts/blob/b4a0968087b178bc346cdf6bee6c0597bf4c42c7/script/DeployHoodiContracts.s.sol#L23
      1: {
        contracts: {
          ...{ issuer: "ether-fi", oracle: null, settings: null },
          token: "0x35fa164735182de50811e8e2e824cfb9b6118ac2",
          entry: "0x308861a430be4cce5502d0a12724771fc6daf216",
          wrapper: "0xcd5fe23c85820f7b72d0926fc9b05b43e359b7ee",
        },
        startBlock: null,
      },
    },
  },
  {
    slug: "mantle-staked-ether",
    name: "Mantle Staked Ether",
    project: "meth-protocol",
    url: "https://www.methprotocol.xyz",
    logosUri: ["https://icons.llamao.fi/icons/protocols/meth-protocol"],
    description: "Liquid staking of ether; mETH grows in value.",
    chains: {
      // https://github.com/mantle-lsp/contracts/blob/afa686bbe9057b16e39786b3a01f21d8fe731af0/README.md
      1: {
        contracts: {
          ...{ issuer: "mantle", wrapper: null, oracle: null },
          token: "0xd5f7838f5c461feff7fe49ea5ebaf7728bb0adfa",
          entry: "0xe3cbd06d7dadb3f4e6557bab7edd924cd1489e8f",
          settings: "0x29ab878aed032e2e2c86ff4a9a9b05e3276cf1f8",
        },
        startBlock: null,
      },
    },
  },
  {
    slug: "frax-ether",
    name: "Frax Ether",
    project: "frax",
    url: "https://frax.finance",
    logosUri: ["https://icons.llamao.fi/icons/protocols/frax-ether"],
    description: "Ether to frxETH, one to one; sfrxETH earns what is staked.",
    chains: {
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/frax-ether/index.js
      // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/network_constants.ts
      1: {
        contracts: {
          ...{ issuer: "frax", wrapper: null, oracle: null, settings: null },
          token: "0x5e8422345238f34275888049021821e8e08caa1f",
          entry: "0xbafa44efe7901e04e39dad13167d089c559c1138",
        },
        startBlock: null,
      },
    },
  },
  {
    slug: "kelp",
    name: "Kelp",
    project: "kelp",
    url: "https://kelpdao.xyz",
    logosUri: ["https://icons.llamao.fi/icons/protocols/kelp"],
    description: "Restaked ether; rsETH grows in value.",
    chains: {
      // https://github.com/Kelp-DAO/LRT-rsETH/blob/c289b815eb8f3300ed9feab13ef6b8b05515a15c/README.md
      1: {
        contracts: {
          ...{ issuer: "kelp", wrapper: null },
          token: "0xa1290d69c65a6fe4df752f95823fae25cb99e5a7",
          entry: "0x036676389e48133b63a802f8635ad39e752d375d",
          oracle: "0x349a73444b1a310bae67ef67973022020d70020d",
          settings: "0x947cb49334e6571ccbfef1f1f1178d8469d65ec7",
        },
        startBlock: null,
      },
    },
  },
  {
    slug: "renzo",
    name: "Renzo",
    project: "renzo",
    url: "https://www.renzoprotocol.com",
    logosUri: ["https://icons.llamao.fi/icons/protocols/renzo"],
    description: "Restaked ether; ezETH grows in value.",
    chains: {
      // https://github.com/KyberNetwork/kyberswap-dex-lib/blob/ae6a99aa/pkg/liquidity-source/renzo/ezeth/constant.go
      // Settings, as the manager said at block 26,024,442; every reading compares them with it:
      // https://github.com/KeeperHub/keeperhub/blob/staging/protocols/renzo.ts
      1: {
        contracts: {
          ...{ issuer: "renzo", wrapper: null, oracle: null },
          token: "0xbf5495efe5db9ce00f80364c8b423567e58d2110",
          entry: "0x74a09653a083691711cf8215a6ab074bb4e99ef5",
          settings: "0x08921f17a32110f8df44a3d5007f2acd09cfae6d",
        },
        startBlock: null,
      },
    },
  },
  {
    slug: "stader",
    name: "Stader",
    project: "stader",
    url: "https://www.staderlabs.com",
    logosUri: ["https://icons.llamao.fi/icons/protocols/stader"],
    description: "Liquid staking of ether; ETHx grows in value.",
    chains: {
      // https://github.com/stader-labs/ethx/blob/9d4a9211431d6c0cdf014bd64d3718cba4ce96ab/scripts/safe-scripts/address.json
      // https://github.com/KyberNetwork/kyberswap-dex-lib/blob/ae6a99aa/pkg/liquidity-source/staderethx/constant.go
      1: {
        contracts: {
          ...{ issuer: "stader", wrapper: null, settings: null },
          token: "0xa35b1b31ce002fbf2058d22f30f95d405200a15b",
          entry: "0xcf5ea1b38380f6af39068375516daf40ed70d299",
          oracle: "0xf64bae65f6f2a5277571143a24faafdfc0c2a737",
        },
        startBlock: null,
      },
    },
  },
  {
    slug: "benqi-staked-avax",
    name: "BENQI Liquid Staking",
    project: "benqi",
    url: "https://benqi.fi",
    logosUri: ["https://icons.llamao.fi/icons/protocols/benqi-staked-avax"],
    description: "Liquid staking of AVAX; sAVAX grows in value.",
    chains: {
      // https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Avalanche.ts
      // https://github.com/beefyfinance/beefy-api/blob/596423e79e/packages/address-book/src/address-book/avax/tokens/tokens.ts
      43114: {
        contracts: {
          ...{ issuer: "benqi", wrapper: null, oracle: null, settings: null },
          token: "0x2b2c81e08f1af8835a78bb2a90ae924ace0ea4be",
          entry: "0x2b2c81e08f1af8835a78bb2a90ae924ace0ea4be",
        },
        startBlock: null,
      },
    },
  },
  {
    slug: "lista-liquid-staking",
    name: "Lista Liquid Staking",
    project: "lista",
    url: "https://lista.org",
    logosUri: ["https://icons.llamao.fi/icons/protocols/lista-liquid-staking"],
    description: "Liquid staking of BNB; slisBNB grows in value.",
    chains: {
      // https://github.com/lista-dao/synclub-contracts/blob/67e524c700c9b3657d1209dfc8d5d2dfa6815bff/test/foundry/ListaStakeManagerMainnet.t.sol#L21
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/synclub-staked-bnb/index.js
      56: {
        contracts: {
          ...{ issuer: "lista", wrapper: null, oracle: null, settings: null },
          token: "0xb0b84d294e0c75a6abe60171b70edeb2efd14a1b",
          entry: "0x1adb950d8bb3da4be104211d5ab038628e477fe6",
        },
        startBlock: null,
      },
    },
  },
  {
    slug: "infrared",
    name: "Infrared",
    project: "infrared-finance",
    url: "https://infrared.finance",
    logosUri: ["https://icons.llamao.fi/icons/protocols/infrared-finance"],
    description: "Liquid staking of BERA; iBERA grows in value.",
    chains: {
      // https://github.com/infrared-dao/contracts/blob/7a823508232dd8dfbf2f311970bf4ed9426fb31d/DEPLOYMENTS.md
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/infrared-finance/index.js
      // https://github.com/yoprotocol/Pendle-SY-Public/blob/ff07f5f67a1ea32843c9c2eee1ba4b75df20d6c9/contracts/core/StandardizedYield/implementations/Infrared/PendleInfraredBERASY.sol
      80094: {
        contracts: {
          ...{ issuer: "infrared", wrapper: null, oracle: null },
          token: "0x9b6761bf2397bb5a6624a856cc84a3a14dcd3fe5",
          entry: "0x9b6761bf2397bb5a6624a856cc84a3a14dcd3fe5",
          settings: "0xf6a4a6acecd5311327ae3866624486b6179fef97",
        },
        startBlock: null,
      },
    },
  },
];

/** Whose code a deployment runs. */
export function issuerOf(slug: string): Issuer {
  const found = deployments.find((deployment) => deployment.slug === slug);
  const [chain] = Object.values(found?.chains ?? {});
  if (chain === undefined) throw new Error(`Staking tokens have no deployment ${slug}.`);
  return chain.contracts.issuer;
}
