import type { Address } from "viem";
import type { Deployment } from "../protocol.ts";
import type { OlderCode } from "./older-code.ts";

/** A pool before the factories, which none lists; lower-case. */
export interface OlderPoolContracts {
  readonly pool: Address;
  readonly lpToken: Address;
  readonly code: OlderCode;
  /** In the pool's order. */
  readonly coins: readonly Address[];
  /** Of each coin. */
  readonly decimals: readonly number[];
}

/** Factories of a chain; lower-case. */
export interface CurveCryptoContracts {
  /** Of pools of two coins. */
  readonly twocryptoFactory: Address;
  /** Of pools of three coins. */
  readonly tricryptoFactory: Address;
  /** Pools of older code. */
  readonly olderPools?: readonly OlderPoolContracts[];
}

/** Pools of the twocrypto-ng and tricrypto-ng factories, and those before them. */
export const deployments: readonly Deployment<CurveCryptoContracts>[] = [
  {
    slug: "curve-crypto",
    name: "Curve Cryptoswap",
    project: "curve",
    url: "https://curve.finance",
    logosUri: ["https://icons.llamao.fi/icons/protocols/curve-dex"],
    description: "Pools of two or three unpegged assets whose liquidity follows their price.",
    chains: {
      // https://github.com/curvefi/twocrypto-ng/blob/0fcca0d/deployments.yaml
      // https://github.com/curvefi/tricrypto-ng/blob/584591e/deployments.yaml
      // https://github.com/curvefi/curve-js/blob/1ba60ce3b3/src/constants/network_constants.ts
      1: {
        contracts: {
          twocryptoFactory: "0x98ee851a00abee0d95d08cf4ca2bdce32aeaaf7f",
          tricryptoFactory: "0x0c0e5f2ff0ff18a3be9b835635039256dc4b4963",
          olderPools: [
            // https://github.com/curvefi/curve-crypto-contract/blob/d7d04cd9/deployment-logs/2021-07-13/addresses.txt
            // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/pools/ethereum.ts
            {
              pool: "0xd51a44d3fae010294c616388b506acda1bfaae46",
              lpToken: "0xc4ad29ba4b3c580e6d59105fff484999997675ff",
              code: "2021-07",
              coins: [
                "0xdac17f958d2ee523a2206206994597c13d831ec7",
                "0x2260fac5e5542a773aa44fbcfedf7c193bc2c599",
                "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2",
              ],
              decimals: [6, 8, 18],
            },
            // https://github.com/curvefi/curve-crypto-contract/blob/d7d04cd9/deployment-logs/2021-05-28/log.log
            // https://github.com/Zapper-fi/studio/blob/273252c4/src/apps/curve/ethereum/curve.pool.definitions.ts
            {
              pool: "0x80466c64868e1ab14a1ddf27a676c3fcbe638fe5",
              lpToken: "0xca3d75ac011bf5ad07a98d02f18225f9bd9a6bdf",
              code: "2021-05",
              coins: [
                "0xdac17f958d2ee523a2206206994597c13d831ec7",
                "0x2260fac5e5542a773aa44fbcfedf7c193bc2c599",
                "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2",
              ],
              decimals: [6, 8, 18],
            },
          ],
        },
        startBlock: null,
      },
      // https://github.com/curvefi/twocrypto-ng/blob/0fcca0d/deployments.yaml
      // https://github.com/curvefi/tricrypto-ng/blob/584591e/deployments.yaml
      // https://github.com/curvefi/curve-js/blob/1ba60ce3b3/src/constants/network_constants.ts
      10: {
        contracts: {
          twocryptoFactory: "0x98ee851a00abee0d95d08cf4ca2bdce32aeaaf7f",
          tricryptoFactory: "0xc6c09471ee39c7e30a067952fcc89c8922f9ab53",
        },
        startBlock: null,
      },
      // https://github.com/curvefi/twocrypto-ng/blob/0fcca0d/deployments.yaml
      // https://github.com/curvefi/curve-js/blob/1ba60ce3b3/src/constants/network_constants.ts
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/curve/contracts.json
      56: {
        contracts: {
          twocryptoFactory: "0x98ee851a00abee0d95d08cf4ca2bdce32aeaaf7f",
          tricryptoFactory: "0xc55837710bc500f1e3c7bb9dd1d51f7c5647e657",
        },
        startBlock: null,
      },
      // https://github.com/curvefi/twocrypto-ng/blob/0fcca0d/deployments.yaml
      // https://github.com/curvefi/tricrypto-ng/blob/584591e/deployments.yaml
      // https://github.com/curvefi/curve-js/blob/1ba60ce3b3/src/constants/network_constants.ts
      100: {
        contracts: {
          twocryptoFactory: "0x98ee851a00abee0d95d08cf4ca2bdce32aeaaf7f",
          tricryptoFactory: "0xb47988ad49dce8d909c6f9cf7b26caf04e1445c8",
        },
        startBlock: null,
      },
      // https://github.com/curvefi/twocrypto-ng/blob/0fcca0d/deployments.yaml
      // https://github.com/curvefi/tricrypto-ng/blob/584591e/deployments.yaml
      // https://github.com/curvefi/curve-js/blob/1ba60ce3b3/src/constants/network_constants.ts
      137: {
        contracts: {
          twocryptoFactory: "0x98ee851a00abee0d95d08cf4ca2bdce32aeaaf7f",
          tricryptoFactory: "0xc1b393efef38140662b91441c6710aa704973228",
        },
        startBlock: null,
      },
      // https://github.com/curvefi/twocrypto-ng/blob/0fcca0d/deployments.yaml
      // https://github.com/curvefi/tricrypto-ng/blob/584591e/deployments.yaml
      // https://github.com/curvefi/curve-js/blob/1ba60ce3b3/src/constants/network_constants.ts
      8453: {
        contracts: {
          twocryptoFactory: "0xc9fe0c63af9a39402e8a5514f9c43af0322b665f",
          tricryptoFactory: "0xa5961898870943c68037f6848d2d866ed2016bcb",
        },
        startBlock: null,
      },
      // https://github.com/curvefi/twocrypto-ng/blob/0fcca0d/deployments.yaml
      // https://github.com/curvefi/tricrypto-ng/blob/584591e/deployments.yaml
      // https://github.com/curvefi/curve-js/blob/1ba60ce3b3/src/constants/network_constants.ts
      42161: {
        contracts: {
          twocryptoFactory: "0x98ee851a00abee0d95d08cf4ca2bdce32aeaaf7f",
          tricryptoFactory: "0xbc0797015fcfc47d9c1856639cae50d0e69fbee8",
          olderPools: [
            // https://github.com/curvefi/curve-crypto-contract/blob/d7d04cd9/deployment-logs/2021-09-13.%20Arbitrum/log.txt
            // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/pools/arbitrum.ts
            {
              pool: "0x960ea3e3c7fb317332d990873d354e18d7645590",
              lpToken: "0x8e0b8c8bb9db49a46697f3a5bb8a308e744821d2",
              code: "2021-07",
              coins: [
                "0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9",
                "0x2f2a2543b76a4166549f7aab2e75bef0aefc5b0f",
                "0x82af49447d8a07e3bd95bd0d56f35241523fbab1",
              ],
              decimals: [6, 8, 18],
            },
          ],
        },
        startBlock: null,
      },
      // https://github.com/curvefi/twocrypto-ng/blob/0fcca0d/deployments.yaml
      // https://github.com/curvefi/tricrypto-ng/blob/584591e/deployments.yaml
      // https://github.com/curvefi/curve-js/blob/1ba60ce3b3/src/constants/network_constants.ts
      43114: {
        contracts: {
          twocryptoFactory: "0x98ee851a00abee0d95d08cf4ca2bdce32aeaaf7f",
          tricryptoFactory: "0x3d6cb2f6dcf47cdd9c13e4e3beae9af041d8796a",
        },
        startBlock: null,
      },
    },
  },
];

/** A chain's pools of older code. */
export function olderPoolsOn(chainId: number): readonly OlderPoolContracts[] {
  return deployments.flatMap(({ chains }) => chains[chainId]?.contracts.olderPools ?? []);
}

/** The factories of a chain with their deployment's slug; null where there are none. */
export function factoriesOn(
  chainId: number,
): (CurveCryptoContracts & { readonly slug: string }) | null {
  for (const { slug, chains } of deployments) {
    const contracts = chains[chainId]?.contracts;
    if (contracts !== undefined) return { slug, ...contracts };
  }
  return null;
}
