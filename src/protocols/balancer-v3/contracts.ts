import type { Address } from "viem";
import type { Deployment, DeploymentOnChain } from "../protocol.ts";

/** Factories of a kind of pool. */
interface Factories {
  /** Of versions whose pools set no limits to their balances. */
  readonly first: readonly Address[];
  /** Of the last version, whose pools do. */
  readonly last: readonly Address[];
}

/** A vault, what is called, and the factories whose pools are known to the wei. Lower-case. */
export interface BalancerV3Contracts {
  readonly vault: Address;
  /** Takes tokens by Permit2. */
  readonly router: Address;
  /** Takes swaps that the vault was paid for. */
  readonly aggregatorRouter: Address;
  readonly weighted: Factories;
  readonly stable: Factories;
  /** Gyroscope's pools on an ellipse; both versions reckon alike. */
  readonly eclp: Factories;
  /** Hooks of StableSurge, of both versions. */
  readonly surgeHooks: readonly Address[];
}

/** The vault has the same address on every chain. */
const VAULT = "0xba1333333333a1ba1108e8412f11850a5c319ba9";

function at(
  startBlock: number,
  contracts: Omit<BalancerV3Contracts, "vault">,
): DeploymentOnChain<BalancerV3Contracts> {
  return { contracts: { vault: VAULT, ...contracts }, startBlock };
}

/**
 * Balancer V3. Above each entry: the public files that state it; the first lists every contract,
 * the second the start block. Pools of other factories are left out (2-CLP, reCLAMM, QuantAMM,
 * LBP), and those with a hook that may change amounts, unless it is StableSurge's.
 */
export const deployments: readonly Deployment<BalancerV3Contracts>[] = [
  {
    slug: "balancer-v3",
    name: "Balancer V3",
    project: "balancer",
    url: "https://balancer.fi",
    logosUri: ["https://icons.llamao.fi/icons/protocols/balancer-v3"],
    description:
      "Weighted pools, stable ones and E-CLPs of one vault, which applies the rates of their tokens.",
    chains: {
      // https://github.com/balancer/balancer-deployments/blob/6826feb824/addresses/mainnet.json
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/registries/balancer.js
      1: at(21_332_121, {
        router: "0xae563e3f8219521950555f5962419c8919758ea2",
        aggregatorRouter: "0x309abcaefa19ca6d34f0d8ff4a4103317c138657",
        weighted: {
          first: ["0x201efd508c8dfe9de1a13c2452863a78cb2a86cc"],
          last: ["0x332694ef46d880df6ea9593e04cb8abee5f81d99"],
        },
        stable: {
          first: [
            "0xb9d01ca61b9c181da1051bfdd28e1097e920ab14",
            "0xe42c2e153bb0a8899b59c73f5ff941f9742f1197",
            "0xd53f5d8d926fb2a0f7be614b16e649b8ac102d83",
            "0x355bd33f0033066bb3de396a6d069be57353ad95",
          ],
          last: [
            "0x4efcd8bce8ac9b94bd76648e2c85bef6c40f3228",
            "0x187a05fb9e4234dd310ae74215743560d1baa6ac",
          ],
        },
        eclp: {
          first: ["0xe9b0a3bc48178d7fe2f5453c8bc1415d73f966d0"],
          last: ["0x04d584195a96dffc7f8b695aa3c9d3c1606b69d1"],
        },
        surgeHooks: [
          "0xb18fa0cb5de8cecb8899aae6e38b1b7ed77885da",
          "0xbdbadc891bb95dee80ebc491699228ef0f7d6ff1",
        ],
      }),
      // https://github.com/balancer/balancer-deployments/blob/6826feb824/addresses/optimism.json
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/registries/balancer.js
      10: at(133_969_439, {
        router: "0xe2fa4e1d17725e72dcdafe943ecf45df4b9e285b",
        aggregatorRouter: "0x84813aa3e079a665c0b80f944427ee83cba63617",
        weighted: {
          first: ["0x0f08eef2c785aa5e7539684af04755dec1347b7c"],
          last: ["0x254f3a2974b97dc2e675f6115c845567c55f83b0"],
        },
        stable: {
          first: [
            "0x268e2ee1413d768b6e2dc3f5a4ddc9ae03d9af42",
            "0x3beb058de1a25dd24223fd9e1796df8589429ace",
          ],
          last: [
            "0x1780e8185199dac45284039bb3e3b64060d943ab",
            "0xfd214210587fb84798cbe7f37235e12898f3128f",
          ],
        },
        eclp: {
          first: ["0x22625eedd92c81a219a83e1dc48f88d54786b017"],
          last: ["0x53eff5068a1a3b39a9157da6ef5a18d555c479ef"],
        },
        surgeHooks: ["0xf39ca6ede9bf7820a952b52f3c94af526bab9015"],
      }),
      // https://github.com/balancer/balancer-deployments/blob/6826feb824/addresses/gnosis.json
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/registries/balancer.js
      100: at(37_360_338, {
        router: "0x4eff2d77d9ffbaefb4b141a3e494c085b3ff4cb5",
        aggregatorRouter: "0xb21a277466e7db6934556a1ce12eb3f032815c8a",
        weighted: {
          first: ["0xeb1eeabf0126d813589c3d2cfeffe410d9ae3863"],
          last: ["0x78ad1e1c10033b18ceaa20088e4e490be42a5417"],
        },
        stable: {
          first: [
            "0x22625eedd92c81a219a83e1dc48f88d54786b017",
            "0x161f4014c27773840ccb4ec1957113e6dd028846",
            "0x268e2ee1413d768b6e2dc3f5a4ddc9ae03d9af42",
            "0x45fb5af0a1ad80ea16c803146eb81844d9972373",
          ],
          last: [
            "0x9338f9484120fdfe8f8abea8e5d6d9d8d055962d",
            "0x59d55fa503faea8d95935a561f34153c273255dd",
          ],
        },
        eclp: {
          first: ["0xea924b45a3fcdaadf4e5cfb1665823b8f8f2039b"],
          last: ["0x1c53af9d683a4424d03f61d70d9f6bc53af7fcc1"],
        },
        surgeHooks: [
          "0xe4f1878ec9710846e2b529c1b5037f8ba94583b1",
          "0x90bd26fbb9db17d75b56e4ca3a4c438fa7c93694",
        ],
      }),
      // https://github.com/balancer/balancer-deployments/blob/6826feb824/addresses/base.json
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/registries/balancer.js
      8453: at(25_343_854, {
        router: "0x3f170631ed9821ca51a59d996ab095162438dc10",
        aggregatorRouter: "0x013d4382f291be5688afbcc741ee8a24c66b2c92",
        weighted: {
          first: ["0x5cf4928a3205728bd12830e1840f7db85c62a4b9"],
          last: ["0xbdbadc891bb95dee80ebc491699228ef0f7d6ff1"],
        },
        stable: {
          first: [
            "0xb9f8ab3ed3f3acba64bc6cd2dca74b7f38fd7b88",
            "0xc49ca921c4cd1117162eaeec0ee969649997950c",
            "0x4fb47126fa83a8734991e41b942ac29a3266c968",
            "0x8e3feaab11b7b351e3ea1e01247ab6ccc847dd52",
          ],
          last: [
            "0xfc2986feab34713e659da84f3b1fa32c1da95832",
            "0x6623d1ceeab236ae93acafb285ddfb77336b6981",
          ],
        },
        eclp: {
          first: ["0x5f6848976c2914403b425f18b589a65772f082e3"],
          last: ["0x86a0e97ec0d5db8dae106d3067358d41968fd12c"],
        },
        surgeHooks: [
          "0xb2007b8b7e0260042517f635cfd8e6dd2dd7f007",
          "0xdb8d758bcb971e482b2c45f7f8a7740283a1bd3a",
        ],
      }),
      // https://github.com/balancer/balancer-deployments/blob/6826feb824/addresses/arbitrum.json
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/registries/balancer.js
      42161: at(297_810_187, {
        router: "0xeaedc32a51c510d35ebc11088fd5ff2b47aacf2e",
        aggregatorRouter: "0x4b979ed48f982ba0baa946cb69c1083eb799729c",
        weighted: {
          first: ["0xd961e30156c2e0d0d925a0de45f931cb7815e970"],
          last: ["0x83bf399fa3dc49af8fb5c34031a50c7c93f56129"],
        },
        stable: {
          first: [
            "0xeb1eeabf0126d813589c3d2cfeffe410d9ae3863",
            "0x44d33798dddcdabc93fe6a40c80588033dc502d3",
            "0x86e67e115f96df37239e0479441303de0de7bc2b",
            "0x201efd508c8dfe9de1a13c2452863a78cb2a86cc",
          ],
          last: [
            "0x1fc7f1f84cfe61a04224ac8d3f87f56214fec08c",
            "0x8a8b9f35765899b3a0291700141470d79ea2ea88",
          ],
        },
        eclp: {
          first: ["0x88ed12a90142fdbfe2a28f7d5b48927254c7e760"],
          last: ["0xe31715e75207acc8bfadd96902ff522058928479"],
        },
        surgeHooks: [
          "0x0fa0f9990d7969a7ae6f9961d663e4a201ed6417",
          "0x7c1b7a97bfacd39975de53e989a16c7bc4c78275",
        ],
      }),
      // https://github.com/balancer/balancer-deployments/blob/6826feb824/addresses/avalanche.json
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/registries/balancer.js
      43114: at(59_955_604, {
        router: "0xf39ca6ede9bf7820a952b52f3c94af526bab9015",
        aggregatorRouter: "0x4b979ed48f982ba0baa946cb69c1083eb799729c",
        weighted: {
          first: ["0xd961e30156c2e0d0d925a0de45f931cb7815e970"],
          last: ["0xbdbadc891bb95dee80ebc491699228ef0f7d6ff1"],
        },
        stable: {
          first: [
            "0xeaedc32a51c510d35ebc11088fd5ff2b47aacf2e",
            "0x18cc3c68a5e64b40c846aa6e45312cbcbb94f71b",
          ],
          last: [
            "0x16b50f6bf8c8ca73c07e17762188c5deee7ae5db",
            "0x8d217cb74f675b46cc2767c8cf0aab53be1c4818",
          ],
        },
        eclp: {
          first: ["0x268e2ee1413d768b6e2dc3f5a4ddc9ae03d9af42"],
          last: ["0x86a0e97ec0d5db8dae106d3067358d41968fd12c"],
        },
        surgeHooks: ["0x86705ee19c0509ff68f1118c55ee2ebde383d122"],
      }),
    },
  },
];
