import type { Address } from "viem";
import type { Deployment } from "../protocol.ts";

/** The factory of a chain and the code that its pools have now; lower-case. */
export interface CurveNgContracts {
  readonly factory: Address;
  /** Implementations of 2023-12; pools of others round the invariant as the ones before did. */
  readonly plainImplementation: Address;
  readonly metaImplementation: Address;
}

/** Pools of the stableswap-ng factories: plain ones of two to eight coins, and metapools. */
export const deployments: readonly Deployment<CurveNgContracts>[] = [
  {
    slug: "curve-stableswap-ng",
    name: "Curve Stableswap-NG",
    project: "curve",
    url: "https://curve.finance",
    logosUri: ["https://icons.llamao.fi/icons/protocols/curve-dex"],
    description:
      "Pools of assets of like value by Curve's factory, with rates by oracles and vaults.",
    chains: {
      // https://github.com/curvefi/stableswap-ng/blob/2abe778f40/scripts/deployments.py
      // https://docs.curve.finance/deployments/amm
      // https://github.com/curvefi/curve-js/blob/1ba60ce3b3/src/constants/network_constants.ts
      1: {
        contracts: {
          factory: "0x6a8cbed756804b16e05e741edabd5cb544ae21bf",
          plainImplementation: "0xdcc91f930b42619377c200ba05b7513f2958b202",
          metaImplementation: "0xede71f77d7c900dca5892720e76316c6e575f0f7",
        },
        startBlock: null,
      },
      // https://github.com/curvefi/stableswap-ng/blob/2abe778f40/scripts/deployments.py
      // https://docs.curve.finance/deployments/amm
      // https://github.com/curvefi/curve-js/blob/1ba60ce3b3/src/constants/network_constants.ts
      10: {
        contracts: {
          factory: "0x5eee3091f747e60a045a2e715a4c71e600e31f6e",
          plainImplementation: "0x635742dcc8313dcf8c904206037d962c042eafbd",
          metaImplementation: "0x5702bdb1ec244704e3cbbaae11a0275ae5b07499",
        },
        startBlock: null,
      },
      // https://github.com/curvefi/stableswap-ng/blob/2abe778f40/scripts/deployments.py
      // https://docs.curve.finance/deployments/amm
      // https://github.com/curvefi/curve-js/blob/1ba60ce3b3/src/constants/network_constants.ts
      56: {
        contracts: {
          factory: "0xd7e72f3615aa65b92a4dbdc211e296a35512988b",
          plainImplementation: "0x505d666e4dd174dcdd7fa090ed95554486d2be44",
          metaImplementation: "0x5a8c93ee12a8df4455ba111647ada41f29d5cfcc",
        },
        startBlock: null,
      },
      // https://github.com/curvefi/stableswap-ng/blob/2abe778f40/scripts/deployments.py
      // https://docs.curve.finance/deployments/amm
      // https://github.com/curvefi/curve-js/blob/1ba60ce3b3/src/constants/network_constants.ts
      100: {
        contracts: {
          factory: "0xbc0797015fcfc47d9c1856639cae50d0e69fbee8",
          plainImplementation: "0x3d6cb2f6dcf47cdd9c13e4e3beae9af041d8796a",
          metaImplementation: "0xc1b393efef38140662b91441c6710aa704973228",
        },
        startBlock: null,
      },
      // https://github.com/curvefi/stableswap-ng/blob/2abe778f40/scripts/deployments.py
      // https://docs.curve.finance/deployments/amm
      // https://github.com/curvefi/curve-js/blob/1ba60ce3b3/src/constants/network_constants.ts
      137: {
        contracts: {
          factory: "0x1764ee18e8b3cca4787249ceb249356192594585",
          plainImplementation: "0xe265fc390e9129b7e337da23cd42e00c34da2ce3",
          metaImplementation: "0xa7b9d886a9a374a1c86dc52d2ba585c5cdfdac26",
        },
        startBlock: null,
      },
      // https://github.com/curvefi/stableswap-ng/blob/2abe778f40/scripts/deployments.py
      // https://docs.curve.finance/deployments/amm
      // https://github.com/curvefi/curve-js/blob/1ba60ce3b3/src/constants/network_constants.ts
      8453: {
        contracts: {
          factory: "0xd2002373543ce3527023c75e7518c274a51ce712",
          plainImplementation: "0xf3a6aa40cf048a3960e9664847e9a7be025a390a",
          metaImplementation: "0x635742dcc8313dcf8c904206037d962c042eafbd",
        },
        startBlock: null,
      },
      // https://github.com/curvefi/stableswap-ng/blob/2abe778f40/scripts/deployments.py
      // https://docs.curve.finance/deployments/amm
      // https://github.com/curvefi/curve-js/blob/1ba60ce3b3/src/constants/network_constants.ts
      42161: {
        contracts: {
          factory: "0x9af14d26075f142eb3f292d5065eb3faa646167b",
          plainImplementation: "0xf6841c27fe35ed7069189afd5b81513578afd7ff",
          metaImplementation: "0xff02cbd91f57a778bab7218da562594a680b8b61",
        },
        startBlock: null,
      },
      // https://github.com/curvefi/stableswap-ng/blob/2abe778f40/scripts/deployments.py
      // https://docs.curve.finance/deployments/amm
      // https://github.com/curvefi/curve-js/blob/1ba60ce3b3/src/constants/network_constants.ts
      43114: {
        contracts: {
          factory: "0x1764ee18e8b3cca4787249ceb249356192594585",
          plainImplementation: "0xe265fc390e9129b7e337da23cd42e00c34da2ce3",
          metaImplementation: "0xa7b9d886a9a374a1c86dc52d2ba585c5cdfdac26",
        },
        startBlock: null,
      },
    },
  },
];

/** The factory of a chain with its deployment's slug; null where there is none. */
export function factoryOn(chainId: number): (CurveNgContracts & { readonly slug: string }) | null {
  for (const { slug, chains } of deployments) {
    const contracts = chains[chainId]?.contracts;
    if (contracts !== undefined) return { slug, ...contracts };
  }
  return null;
}
