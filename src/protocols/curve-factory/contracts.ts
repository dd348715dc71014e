import type { Address } from "viem";
import type { Deployment } from "../protocol.ts";
import { NAMED_POOLS, type NamedPool } from "./named.ts";

/** A factory before stableswap-ng, and the code of its plain pools; lower-case. */
export interface CurveFactoryContracts {
  readonly factory: Address;
  /**
   * Code that holds its coins and has no rates: of two to four coins, the first of which may be the
   * native currency.
   */
  readonly plain: readonly Address[];
  /** The same of two coins, which also averages its price. */
  readonly averaging: readonly Address[];
  /** That at rates which contracts tell that the pool's creator chose; absent: none. */
  readonly priced?: readonly Address[];
  /** The same of native currency and a coin with such a rate, with what it has as its balances. */
  readonly nativePriced?: readonly Address[];
  /**
   * Those of the first two whose first coin is the native currency. Anybody may have the others
   * name it as a coin: they move nothing of it then.
   */
  readonly native: readonly Address[];
}

const COMMON = {
  project: "curve",
  url: "https://curve.finance",
  logosUri: ["https://icons.llamao.fi/icons/protocols/curve-dex"],
} as const;

/** Pools that no factory made. */
export interface CurveNamedContracts {
  readonly named: readonly NamedPool[];
}

/**
 * Plain pools of the factories before stableswap-ng, and those of native currency that are older.
 * Left out is code of coins that rebase, of which nobody publishes all that it rounds or measures.
 * On BNB Chain the code that the factory has is not known.
 */
export const deployments: readonly Deployment<CurveFactoryContracts | CurveNamedContracts>[] = [
  {
    slug: "curve-factory",
    name: "Curve Factory",
    ...COMMON,
    description: "Pools of assets of like value by Curve's factories of 2021.",
    chains: {
      // https://github.com/paraswap/paraswap-dex-lib/blob/170aead6ac/src/dex/curve-v1-factory/config.ts
      1: {
        contracts: {
          factory: "0xb9fc157394af804a3578134a6585c0dc9cc990d4",
          plain: [
            "0x6523ac15ec152cb70a334230f6c5d62c5bd963f1",
            "0x6326debbaa15bcfe603d831e7d75f4fc10d9b43e",
            "0x4a4d7868390ef5cac51cda262888f34bd3025c3f",
            "0x9b52f13df69d79ec5aab6d1ace3157d29b409cc3",
            "0x8c1ab78601c259e1b43f19816923609dc7d7de9b",
            "0xe5f4b89e0a16578b3e0e7581327bdb4c712e44de",
            "0x5bd47ea4494e0f8de6e3ca10f1c05f55b72466b8",
            "0x88855cdf2b0a8413d470b86952e726684de915be",
            "0xad4753d045d3aed5c1a6606dfb6a7d7ad67c1ad7",
          ],
          averaging: [
            "0xc629a01ec23ab04e1050500a3717a2a5c0701497",
            "0x94b4dfd9ba5865cc931195c99a2db42f3fc5d45b",
          ],
          nativePriced: [
            "0x847ee1227a9900b73aeeb3a47fac92c52fd54ed9",
            "0x1713141278648a4edd5b027fdbd448bb4a13ac0f",
          ],
          native: [
            "0x94b4dfd9ba5865cc931195c99a2db42f3fc5d45b",
            "0x6326debbaa15bcfe603d831e7d75f4fc10d9b43e",
            "0x8c1ab78601c259e1b43f19816923609dc7d7de9b",
            "0x88855cdf2b0a8413d470b86952e726684de915be",
          ],
        },
        startBlock: null,
      },
      // https://github.com/paraswap/paraswap-dex-lib/blob/170aead6ac/src/dex/curve-v1-factory/config.ts
      10: {
        contracts: {
          factory: "0x2db0e83599a91b508ac268a6197b8b14f5e72840",
          plain: [
            "0xc2b1df84112619d190193e48148000e3990bf627",
            "0x4f3e8f405cf5afc05d68142f3783bdfe13811522",
            "0x0f9cb53ebe405d49a0bbdbd291a65ff571bc83e1",
            "0x78d0fc2b9d5ae65512db242e424a9c683f18c243",
            "0x6600e98b71dabfd4a8cac03b302b0189adb86afb",
            "0x6d65b498cb23deaba52db31c93da9bffb340fb8f",
            "0x445fe580ef8d70ff569ab36e80c647af338db351",
            "0x1aef73d49dedc4b1778d0706583995958dc862e6",
            "0x8474ddbe98f5aa3179b3b3f5942d724afcdec9f6",
          ],
          averaging: ["0x73ec37618683c274d0bbf5f5726aa856b2bdab81"],
          nativePriced: ["0x6f9fb833501f46cbe6f6a4b6cf32c834e5a5e8c5"],
          native: [
            "0x4f3e8f405cf5afc05d68142f3783bdfe13811522",
            "0x6600e98b71dabfd4a8cac03b302b0189adb86afb",
            "0x1aef73d49dedc4b1778d0706583995958dc862e6",
          ],
        },
        startBlock: null,
      },
      // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/network_constants.ts
      // https://github.com/curvefi/curve-js/blob/60dbdf90c3/src/factory/constants.ts
      100: {
        contracts: {
          factory: "0xd19baeadc667cf2015e395f2b08668ef120f41f5",
          plain: [
            "0x04e39ef8332e979cf8e4f8891e64934ff65f231b",
            "0x2b70a5b878665ffdb4a06ba40a264d6c70f68f4b",
            "0x2d036f0ff6f440db623e0d9d3b5daa509e5500c3",
            "0xec9cebe650e181079576c1b6d0d2e092b1edff13",
            "0x114c4042b11a2b16f58fe1bfe847589a122f678a",
            "0x4244eb811d6e0ef302326675207a95113db4e1f8",
            "0x66b5792ed50a2a7405ea75c4b6b1913ef4e46661",
            "0xc1c49622b63b961ce1d352ecb7d8261ab5556695",
            "0x0e2615ce69cd3dc3ff6f66a975bea0655f3ba7b9",
          ],
          averaging: [],
          native: [
            "0x2b70a5b878665ffdb4a06ba40a264d6c70f68f4b",
            "0x114c4042b11a2b16f58fe1bfe847589a122f678a",
            "0xc1c49622b63b961ce1d352ecb7d8261ab5556695",
          ],
        },
        startBlock: null,
      },
      // https://github.com/paraswap/paraswap-dex-lib/blob/170aead6ac/src/dex/curve-v1-factory/config.ts
      137: {
        contracts: {
          factory: "0x722272d36ef0da72ff51c5a65db7b870e2e8d4ee",
          plain: [
            "0x571ff5b7b346f706aa48d696a9a4a288e9bb4091",
            "0xae00f57663f4c85fc948b13963cd4627daf01061",
            "0x8101e6760130be2c8ace79643ab73500571b7162",
            "0x493084ca44c779af27a416ac1f71e3823bf21b53",
            "0xa9134fae98f92217f457918505375ae91fdc5e3c",
            "0xcc9fd96c26c450dd4580893aff75efd5cb6c12fc",
            "0x991b05d5316fa3a2c053f84658b84987cd5c9970",
            "0xf31bcdf0b9a5ecd7ab463eb905551fbc32e51856",
            "0xac273d5b4fc06625d8b1aba3be8de15bdfb8e39f",
          ],
          averaging: [],
          native: [
            "0xae00f57663f4c85fc948b13963cd4627daf01061",
            "0xa9134fae98f92217f457918505375ae91fdc5e3c",
            "0xf31bcdf0b9a5ecd7ab463eb905551fbc32e51856",
          ],
        },
        startBlock: null,
      },
      // https://github.com/paraswap/paraswap-dex-lib/blob/170aead6ac/src/dex/curve-v1-factory/config.ts
      8453: {
        contracts: {
          factory: "0x3093f9b57a428f3eb6285a589cb35bea6e78c336",
          plain: [
            "0xd166eedf272b860e991d331b71041799379185d5",
            "0x22d710931f01c1681ca1570ff016ed42eb7b7c2a",
            "0x1621e58d36eb5ef26f9768ebe9db77181b1f5a02",
          ],
          averaging: [],
          native: ["0x22d710931f01c1681ca1570ff016ed42eb7b7c2a"],
        },
        startBlock: null,
      },
      // https://github.com/paraswap/paraswap-dex-lib/blob/170aead6ac/src/dex/curve-v1-factory/config.ts
      42161: {
        contracts: {
          factory: "0xb17b674d9c5cb2e441f8e196a2f048a81355d031",
          plain: [
            "0x54e8a25d0ac0e4945b697c80b8372445fea17a62",
            "0x7da64233fefb352f8f501b357c018158ed8aa455",
            "0x0100fbf414071977b19fc38e6fc7c32fe444f5c9",
            "0xe381c25de995d62b453af8b931aac84fccaa7a62",
            "0xaae75faebcae43b9d541fd875622be48d9b4f5d0",
            "0x8866414733f22295b7563f9c5299715d2d76caf4",
            "0x8d53e5de033078367ad91527c53abfd1eb6bfa86",
            "0x89287c32c2cac1c76227f6d300b2dbbab6b75c08",
            "0x06e3c4da96fd076b97b7ca3ae23527314b6140df",
          ],
          averaging: ["0x73ec37618683c274d0bbf5f5726aa856b2bdab81"],
          nativePriced: ["0x6f9fb833501f46cbe6f6a4b6cf32c834e5a5e8c5"],
          native: [
            "0x7da64233fefb352f8f501b357c018158ed8aa455",
            "0xaae75faebcae43b9d541fd875622be48d9b4f5d0",
            "0x89287c32c2cac1c76227f6d300b2dbbab6b75c08",
          ],
        },
        startBlock: null,
      },
      // https://github.com/paraswap/paraswap-dex-lib/blob/170aead6ac/src/dex/curve-v1-factory/config.ts
      43114: {
        contracts: {
          factory: "0xb17b674d9c5cb2e441f8e196a2f048a81355d031",
          plain: [
            "0x697434ca761d4f86b553784b69f4f37f5edf54df",
            "0x64448b78561690b70e17cbe8029a3e5c1bb7136e",
            "0x09672362833d8f703d5395ef3252d4bfa51c15ca",
            "0x1de7f0866e2c4adac7b457c58cc25c8688cda1f2",
            "0xf1f85a74ad6c64315f85af52d3d46bf715236adc",
            "0xaa82ca713d94bba7a89ceab55314f9effeddc78c",
            "0x7544fe3d184b6b55d6b36c3fca1157ee0ba30287",
            "0x0eb0f1faf5f509ac53fa224477509ead167cf410",
            "0xce94d3e5b0d80565d7b713a687b39a3dc81780ba",
          ],
          averaging: [],
          native: [
            "0x64448b78561690b70e17cbe8029a3e5c1bb7136e",
            "0xf1f85a74ad6c64315f85af52d3d46bf715236adc",
            "0x0eb0f1faf5f509ac53fa224477509ead167cf410",
          ],
        },
        startBlock: null,
      },
    },
  },
  {
    slug: "curve-crvusd-factory",
    name: "Curve crvUSD Pools",
    ...COMMON,
    description: "Pools of crvUSD and other dollars, among them those of its peg keepers.",
    chains: {
      // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/network_constants.ts
      // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/factory/stable.ts
      // https://github.com/paraswap/paraswap-dex-lib/blob/170aead6ac/src/dex/curve-v1-factory/config.ts
      1: {
        contracts: {
          factory: "0x4f8846ae9380b90d2e71d5e3d042dff3e7ebb40d",
          plain: [],
          averaging: ["0x67fe41a94e779ccfa22cff02cc2957dc9c0e4286"],
          priced: ["0x36dc03c0e12a1c241306a6a8f327fe28ba2be5b0"],
          native: [],
        },
        startBlock: null,
      },
    },
  },
  {
    slug: "curve-eth",
    name: "Curve ETH Pools",
    ...COMMON,
    description: "Pools of ether and a staked token by Curve, older than its factories.",
    chains: { 1: namedOn(1), 10: namedOn(10), 42161: namedOn(42161) },
  },
];

function namedOn(chainId: number) {
  return { contracts: { named: NAMED_POOLS[chainId] ?? [] }, startBlock: null };
}

/** A factory with its deployment's slug. */
export interface CurveFactory extends CurveFactoryContracts {
  readonly slug: string;
}

/** The factories of a chain. */
export function factoriesOn(chainId: number): readonly CurveFactory[] {
  return deployments.flatMap(({ slug, chains }) => {
    const contracts = chains[chainId]?.contracts;
    return contracts === undefined || "named" in contracts ? [] : [{ slug, ...contracts }];
  });
}

/** The pools of a chain that no factory made, with their deployment's slug. */
export function namedPoolsOn(chainId: number): readonly (NamedPool & { readonly slug: string })[] {
  return deployments.flatMap(({ slug, chains }) => {
    const contracts = chains[chainId]?.contracts;
    if (contracts === undefined || !("named" in contracts)) return [];
    return contracts.named.map((pool) => ({ slug, ...pool }));
  });
}
