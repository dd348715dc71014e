import type { Address } from "viem";
import type { Deployment, DeploymentOnChain } from "../protocol.ts";
import { BOOTSTRAPPING_FACTORIES, FEELESS_FACTORIES } from "./contracts-bootstrapping.ts";
import { ECLP_FACTORIES, TWO_CLP_FACTORIES } from "./contracts-gyro.ts";

/** A vault and the factories whose pools are known to the wei. Lower-case. */
export interface BalancerV2Contracts {
  readonly vault: Address;
  /** The pools of 2021; null where they are not. */
  readonly first: FirstVersion | null;
  /** Factories of weighted pools, versions 2 to 4. */
  readonly weighted: readonly Address[];
  /** Factories of composable stable pools, versions 2 to 6. */
  readonly stable: readonly Address[];
  /** Factories of Gyroscope's E-CLPs. */
  readonly eclp: readonly Address[];
  /** Factories of Gyroscope's 2-CLPs. */
  readonly twoClp: readonly Address[];
  /** Factories of liquidity bootstrapping pools that pay the protocol nothing. */
  readonly bootstrapping: readonly Address[];
}

/** The pools of 2021, which pay the protocol in tokens. */
export interface FirstVersion {
  /** The factory of version 1, and that of pools of two tokens with an oracle. */
  readonly weighted: readonly Address[];
  /** Of stable pools that do not hold their own share. */
  readonly stable: Address;
  /** Of such pools of two tokens with rate providers. */
  readonly metaStable: Address;
  /** Of liquidity bootstrapping pools. */
  readonly bootstrapping: readonly Address[];
  /** Says what part of swap fees the protocol takes. */
  readonly feesCollector: Address;
}

function at(
  vault: Address,
  startBlock: number | null,
  factories: Pick<BalancerV2Contracts, "weighted" | "stable"> &
    Partial<Pick<BalancerV2Contracts, "eclp" | "twoClp" | "bootstrapping">> & {
      readonly first?: FirstVersion;
    },
): DeploymentOnChain<BalancerV2Contracts> {
  const none = { first: null, eclp: [], twoClp: [], bootstrapping: [] };
  return { contracts: { vault, ...none, ...factories }, startBlock };
}

/** The vault of Balancer has the same address on every chain, and what it made as well. */
const VAULT = "0xba12222222228d8ba445958a75a0704d566bf2c8";
// https://github.com/balancer/balancer-deployments/blob/6826feb824/addresses/mainnet.json
const FEES_COLLECTOR = "0xce88686553686da562ce7cea497ce749da109f9f";

function first(
  weighted: readonly [factory: Address, ofTwoTokens: Address],
  factories: Pick<FirstVersion, "stable" | "metaStable"> &
    Partial<Pick<FirstVersion, "bootstrapping">>,
): FirstVersion {
  return { weighted, bootstrapping: [], ...factories, feesCollector: FEES_COLLECTOR };
}

/**
 * Balancer V2 and its forks. Above each entry: the public files that state it; the first lists
 * every factory. Gyroscope's are in `contracts-gyro.ts`, those of liquidity bootstrapping pools in
 * `contracts-bootstrapping.ts`. Pools of other factories are left out: version 2 of plain stable
 * pools, version 1 of composable ones, linear, managed and boosted pools.
 */
export const deployments: readonly Deployment<BalancerV2Contracts>[] = [
  {
    slug: "balancer-v2",
    name: "Balancer V2",
    project: "balancer",
    url: "https://balancer.fi",
    logosUri: ["https://icons.llamao.fi/icons/protocols/balancer-v2"],
    description: "Pools of up to many tokens with chosen weights, all held in one vault.",
    chains: {
      // https://github.com/balancer/balancer-deployments/blob/6826feb824/addresses/mainnet.json
      // https://github.com/balancer/balancer-subgraph-v2/blob/8040b355ad/networks.json
      1: at(VAULT, 12_272_146, {
        first: first(
          [
            "0x8e9aa87e45e92bad84d5f8dd1bff34fb92637de9",
            "0xa5bf2ddf098bb0ef6d120c98217dd6b141c74ee0",
          ],
          {
            stable: "0xc66ba2b6595d3613ccab350c886ace23866ede24",
            metaStable: "0x67d27634e44793fe63c467035e31ea8635117cd4",
            bootstrapping: BOOTSTRAPPING_FACTORIES[1],
          },
        ),
        weighted: [
          "0xcc508a455f5b0073973107db6a878ddbdab957bc",
          "0x5dd94da3644ddd055fcf6b3e1aa310bb7801eb8b",
          "0x897888115ada5773e02aa29f775430bfb5f34c51",
        ],
        stable: [
          "0x85a80afee867adf27b50bdb7b76da70f1e853062",
          "0xdba127fbc23fb20f5929c546af220a991b5c6e01",
          "0xfada0f4547ab2de89d1304a668c39b3e09aa7c76",
          "0xdb8d758bcb971e482b2c45f7f8a7740283a1bd3a",
          "0x5b42ec6d40f7b7965be5308c70e2603c0281c1e9",
        ],
        eclp: ECLP_FACTORIES[1],
        twoClp: TWO_CLP_FACTORIES[1],
        bootstrapping: FEELESS_FACTORIES[1],
      }),
      // https://github.com/balancer/balancer-deployments/blob/6826feb824/addresses/optimism.json
      // https://github.com/balancer/balancer-subgraph-v2/blob/8040b355ad/networks.json
      10: at(VAULT, 7_003_431, {
        first: first(
          [
            "0xdae7e32adc5d490a43ccba1f0c736033f2b4efca",
            "0x0f3e0c4218b7b0108a3643cfe9d3ec0d4f57c54e",
          ],
          {
            stable: "0x41b953164995c11c81da73d212ed8af25741b7ac",
            metaStable: "0xb08e16cfc07c684daa2f93c70323badb2a6cbfd2",
          },
        ),
        weighted: [
          "0xad901309d9e9dbc5df19c84f729f429f0189a633",
          "0xa0dabebaad1b243bbb243f933013d560819eb66f",
          "0x230a59f4d9adc147480f03b0d3fffecd56c3289a",
        ],
        stable: [
          "0x85a80afee867adf27b50bdb7b76da70f1e853062",
          "0xe2e901ab09f37884ba31622df3ca7fc19aa443be",
          "0x1802953277fd955f9a254b80aa0582f193cf1d77",
          "0x043a2dad730d585c44fb79d2614f295d2d625412",
          "0x4bdcc2fb18aeb9e2d281b0278d946445070eada7",
        ],
        eclp: ECLP_FACTORIES[10],
        bootstrapping: FEELESS_FACTORIES[10],
      }),
      // No public source states the start block.
      // https://github.com/balancer/balancer-deployments/blob/6826feb824/addresses/bsc.json
      56: at(VAULT, null, {
        weighted: [
          "0xc128a9954e6c874ea3d62ce62b468ba073093f25",
          "0x6e4cf292c5349c79ccd66349c3ed56357dd11b46",
          "0x230a59f4d9adc147480f03b0d3fffecd56c3289a",
        ],
        stable: [
          "0x85a80afee867adf27b50bdb7b76da70f1e853062",
          "0xacaac3e6d6df918bf3c809dfc7d42de0e4a72d4c",
          "0x1802953277fd955f9a254b80aa0582f193cf1d77",
          "0x4fb47126fa83a8734991e41b942ac29a3266c968",
          "0x6b5da774890db7b7b96c6f44e6a4b0f657399e2e",
        ],
        bootstrapping: FEELESS_FACTORIES[56],
      }),
      // https://github.com/balancer/balancer-deployments/blob/6826feb824/addresses/gnosis.json
      // https://github.com/balancer/balancer-subgraph-v2/blob/8040b355ad/networks.json
      100: at(VAULT, 24_821_598, {
        weighted: [
          "0xf302f9f50958c5593770fdf4d4812309ff77414f",
          "0xc128a9954e6c874ea3d62ce62b468ba073093f25",
          "0x6cad2ea22bfa7f4c14aae92e47f510cd5c509bc7",
        ],
        stable: [
          "0x76578ecf9a141296ec657847fb45b0585bcda3a6",
          "0xc128468b7ce63ea702c1f104d55a2566b13d3abd",
          "0xd87f44df0159dc78029ab9ca7d7e57e7249f5acd",
          "0x4bdcc2fb18aeb9e2d281b0278d946445070eada7",
          "0x47b489bf5836f83abd928c316f8e39bc0587b020",
        ],
        eclp: ECLP_FACTORIES[100],
        bootstrapping: FEELESS_FACTORIES[100],
      }),
      // https://github.com/balancer/balancer-deployments/blob/6826feb824/addresses/polygon.json
      // https://github.com/balancer/balancer-subgraph-v2/blob/8040b355ad/networks.json
      137: at(VAULT, 15_832_990, {
        first: first(
          [
            "0x8e9aa87e45e92bad84d5f8dd1bff34fb92637de9",
            "0xa5bf2ddf098bb0ef6d120c98217dd6b141c74ee0",
          ],
          {
            stable: "0xc66ba2b6595d3613ccab350c886ace23866ede24",
            metaStable: "0xdae7e32adc5d490a43ccba1f0c736033f2b4efca",
            bootstrapping: BOOTSTRAPPING_FACTORIES[137],
          },
        ),
        weighted: [
          "0x0e39c3d9b2ec765efd9c5c70bb290b1fcd8536e3",
          "0x82e4cfaef85b1b6299935340c964c942280327f4",
          "0xfc8a407bba312ac761d8bfe04ce1201904842b76",
        ],
        stable: [
          "0x85a80afee867adf27b50bdb7b76da70f1e853062",
          "0x7bc6c0e73edaa66ef3f6e2f27b0ee8661834c6c9",
          "0x6ab5549bbd766a43afb687776ad8466f8b42f777",
          "0xe2fa4e1d17725e72dcdafe943ecf45df4b9e285b",
          "0xeaedc32a51c510d35ebc11088fd5ff2b47aacf2e",
        ],
        eclp: ECLP_FACTORIES[137],
        twoClp: TWO_CLP_FACTORIES[137],
        bootstrapping: FEELESS_FACTORIES[137],
      }),
      // https://github.com/balancer/balancer-deployments/blob/6826feb824/addresses/base.json
      // https://github.com/balancer/balancer-subgraph-v2/blob/8040b355ad/networks.json
      8453: at(VAULT, 1_196_036, {
        weighted: ["0x4c32a8a8fda4e24139b51b456b42290f51d6a1c4"],
        stable: [
          "0x8df317a729fcaa260306d7de28888932cb579b88",
          "0x956ccab09898c0af2aca5e6c229c3ad4e93d9288",
        ],
        eclp: ECLP_FACTORIES[8453],
        bootstrapping: FEELESS_FACTORIES[8453],
      }),
      // https://github.com/balancer/balancer-deployments/blob/6826feb824/addresses/arbitrum.json
      // https://github.com/balancer/balancer-subgraph-v2/blob/8040b355ad/networks.json
      42161: at(VAULT, 222_832, {
        first: first(
          [
            "0x7dfdef5f355096603419239ce743bfaf1120312b",
            "0xcf0a32bbef8f064969f21f7e02328fb577382018",
          ],
          {
            stable: "0x2433477a10fc5d31b9513c638f19ee85caed53fd",
            metaStable: "0xebfd5681977e38af65a7487dc70b8221d089ccad",
            bootstrapping: BOOTSTRAPPING_FACTORIES[42161],
          },
        ),
        weighted: [
          "0x8df6efec5547e31b0eb7d1291b511ff8a2bf987c",
          "0xf1665e19bc105be4edd3739f88315cc699cc5b65",
          "0xc7e5ed1054a24ef31d827e6f86caa58b3bc168d7",
        ],
        stable: [
          "0x85a80afee867adf27b50bdb7b76da70f1e853062",
          "0x1c99324edc771c82a0dccb780cc7dda0045e50e7",
          "0x2498a2b0d6462d2260eac50ae1c3e03f4829ba95",
          "0xa8920455934da4d853faac1f94fe7bef72943ef1",
          "0x4bdcc2fb18aeb9e2d281b0278d946445070eada7",
        ],
        eclp: ECLP_FACTORIES[42161],
        twoClp: TWO_CLP_FACTORIES[42161],
        bootstrapping: FEELESS_FACTORIES[42161],
      }),
      // https://github.com/balancer/balancer-deployments/blob/6826feb824/addresses/avalanche.json
      // https://github.com/balancer/balancer-subgraph-v2/blob/8040b355ad/networks.json
      43114: at(VAULT, 26_386_141, {
        weighted: [
          "0x94f68b54191f62f781fe8298a8a5fa3ed772d227",
          "0x230a59f4d9adc147480f03b0d3fffecd56c3289a",
        ],
        stable: [
          "0x3b1eb8eb7b43882b385ab30533d9a2bef9052a98",
          "0xe42ffa682a26ef8f25891db4882932711d42e467",
          "0xb9f8ab3ed3f3acba64bc6cd2dca74b7f38fd7b88",
        ],
        eclp: ECLP_FACTORIES[43114],
        bootstrapping: FEELESS_FACTORIES[43114],
      }),
    },
  },
  {
    slug: "bex",
    name: "BEX",
    project: "bex",
    url: "https://hub.berachain.com",
    logosUri: ["https://icons.llamao.fi/icons/protocols/bex"],
    description: "The native exchange of Berachain, built on the design of Balancer V2.",
    chains: {
      // https://github.com/berachain/docs/blob/0ed325e162/data/contracts.json
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/registries/balancer.js
      80094: at("0x4be03f781c497a489e3cb0287833452ca9b9e80b", 9384, {
        weighted: ["0xa966fa8f2d5b087fffa499c0c1240589371af409"],
        stable: ["0xdfa30bda0375d4763711ab0cc8d91b20bfcc87e1"],
      }),
    },
  },
  {
    slug: "burrbear",
    name: "BurrBear",
    project: "burrbear",
    url: "https://burrbear.io",
    logosUri: ["https://icons.llamao.fi/icons/protocols/burrbear"],
    description: "Stable and weighted pools on Berachain, built on the design of Balancer V2.",
    chains: {
      // No public source names the pool factories, so that none of its pools is indexed yet; the
      // start block is a placeholder.
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/registries/balancer.js
      // https://github.com/DefiLlama/dimension-adapters/blob/e7346b0e9e/helpers/balancer.ts
      80094: at("0xbe09e71bdc7b8a50a05f7291920590505e3c7744", 1, { weighted: [], stable: [] }),
    },
  },
];
