import type { Address } from "viem";
import type { Deployment } from "../protocol.ts";
import { OLDER_POOLS, type OlderPoolContracts } from "./contracts-older.ts";

/** Factories of a chain; lower-case. */
export interface CurveCryptoContracts {
  /** Of pools of two coins. */
  readonly twocryptoFactory: Address;
  /** Of pools of three coins. */
  readonly tricryptoFactory: Address;
  /** Pools of older code. */
  readonly olderPools?: readonly OlderPoolContracts[];
  /** Of pools of two coins of older code. */
  readonly cryptoFactory?: Address;
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
          // https://github.com/curvefi/curve-factory-crypto/blob/7ed10110/deployment-logs/mainnet.log
          // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/network_constants.ts
          cryptoFactory: "0xf18056bbd320e96a48e3fbf8bc061322531aac99",
          olderPools: OLDER_POOLS[1] ?? [],
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
          // https://github.com/curvefi/curve-factory-crypto/blob/7ed10110/deployment-logs/others.log
          // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/network_constants.ts
          cryptoFactory: "0xe5de15a9c9bbedb4f5ec13b131e61245f2983a69",
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
          // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/curve/contracts.json
          // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/network_constants.ts
          cryptoFactory: "0x5ef72230578b3e399e6c6f4f6360edf95e83bbfd",
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
          olderPools: OLDER_POOLS[42161] ?? [],
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
