import type { Address } from "viem";
import type { Deployment } from "../protocol.ts";

/** The factory of a chain before stableswap-ng; lower-case. */
export interface CurveMetaContracts {
  readonly factory: Address;
  /**
   * Code of metapools whose coin neither rebases nor takes a fee, on base pools that
   * `curve-stableswap` has.
   */
  readonly implementations: readonly Address[];
}

/**
 * Metapools of the factories before stableswap-ng. Where all base pools hold shares of lending
 * markets (Polygon, Avalanche), or there is none (BNB Chain, Base), nothing is configured.
 */
export const deployments: readonly Deployment<CurveMetaContracts>[] = [
  {
    slug: "curve-meta",
    name: "Curve Metapools",
    project: "curve",
    url: "https://curve.finance",
    logosUri: ["https://icons.llamao.fi/icons/protocols/curve-dex"],
    description: "Pools of a coin against another Curve pool's liquidity token.",
    chains: {
      // https://github.com/curvefi/curve-js/blob/1ba60ce3b3/src/constants/network_constants.ts
      // https://github.com/curvefi/curve-js/blob/60dbdf90c3/src/factory/constants.ts
      // https://github.com/paraswap/paraswap-dex-lib/blob/3eb5f4b325/src/dex/curve-v1-factory/config.ts
      1: {
        contracts: {
          factory: "0xb9fc157394af804a3578134a6585c0dc9cc990d4",
          implementations: [
            "0x5f890841f657d90e081babdb532a05996af79fe6",
            "0x213be373fdff327658139c7df330817dad2d5bbe",
            "0x33bb0e62d5e8c688e645dd46dfb48cd613250067",
          ],
        },
        startBlock: null,
      },
      // https://github.com/curvefi/curve-js/blob/1ba60ce3b3/src/constants/network_constants.ts
      // https://github.com/paraswap/paraswap-dex-lib/blob/3eb5f4b325/src/dex/curve-v1-factory/config.ts
      10: {
        contracts: {
          factory: "0x2db0e83599a91b508ac268a6197b8b14f5e72840",
          implementations: ["0x78cf256256c8089d68cde634cf7cdefb39286470"],
        },
        startBlock: null,
      },
      // https://github.com/curvefi/curve-js/blob/1ba60ce3b3/src/constants/network_constants.ts
      // https://github.com/curvefi/curve-js/blob/60dbdf90c3/src/factory/constants.ts
      100: {
        contracts: {
          factory: "0xd19baeadc667cf2015e395f2b08668ef120f41f5",
          implementations: ["0x4a5bf7ab9a8202692051c19b102d3edd62aabae6"],
        },
        startBlock: null,
      },
      // https://github.com/curvefi/curve-js/blob/1ba60ce3b3/src/constants/network_constants.ts
      // https://github.com/paraswap/paraswap-dex-lib/blob/3eb5f4b325/src/dex/curve-v1-factory/config.ts
      42161: {
        contracts: {
          factory: "0xb17b674d9c5cb2e441f8e196a2f048a81355d031",
          implementations: ["0x09672362833d8f703d5395ef3252d4bfa51c15ca"],
        },
        startBlock: null,
      },
    },
  },
];

/** The factory of a chain with its deployment's slug; null where there is none. */
export function factoryOn(
  chainId: number,
): (CurveMetaContracts & { readonly slug: string; readonly chainId: number }) | null {
  for (const { slug, chains } of deployments) {
    const contracts = chains[chainId]?.contracts;
    if (contracts !== undefined) return { slug, chainId, ...contracts };
  }
  return null;
}
