import type { Address } from "viem";
import type { Deployment } from "../protocol.ts";

/** Addresses of Pendle on one chain; lower-case. */
export interface PendleContracts {
  /** Factories of markets whose event does not tell the fee: of the first version. */
  readonly firstFactories: readonly Address[];
  /** Those since. */
  readonly factories: readonly Address[];
  /** By which PT is bought. */
  readonly router: Address;
}

// https://unpkg.com/@pendle/core-v2@6.11.0/deployments/1-core.json
const ROUTER: Address = "0x888888888889758f76e7103c6cbf23abbf58f946";

/** Markets of Pendle V2, and the tokens that they trade. */
export const deployments: readonly Deployment<PendleContracts>[] = [
  {
    slug: "pendle",
    name: "Pendle",
    project: "pendle",
    url: "https://www.pendle.finance",
    logosUri: ["https://icons.llamao.fi/icons/protocols/pendle"],
    description: "Markets of what tokens that earn are worth at a date, which fix their yield.",
    chains: {
      // https://unpkg.com/@pendle/core-v2@6.11.0/deployments/1-core.json
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/01b6aba1c1/projects/pendle/v2.js
      1: {
        contracts: {
          firstFactories: ["0x27b1dacd74688af24a64bd3c9c1b143118740784"],
          factories: [
            "0x1a6fcc85557bc4fb7b534ed835a03ef056552d52",
            "0x3d75bd20c983edb5fd218a1b7e0024f1056c7a2f",
            "0x6fcf753f2c67b83f7b09746bbc4fa0047b35d050",
            "0x6d247b1c044fa1e22e6b04fa9f71baf99eb29a9f",
          ],
          router: ROUTER,
        },
        startBlock: 16_032_059,
      },
      // https://unpkg.com/@pendle/core-v2@6.11.0/deployments/10-core.json
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/01b6aba1c1/projects/pendle/v2.js
      10: {
        contracts: {
          firstFactories: ["0x17f100fb4be2707675c6439468d38249dd993d58"],
          factories: [
            "0x4a2b38b9cbd83c86f261a4d64c243795d4d44abc",
            "0x73be47237f12f36203823bac9a4d80dc798b7015",
            "0x02adf72d5d06a9c92136562eb237c07696833a84",
            "0x95a937f7064c75c6bc257160088c0a9d58cca333",
          ],
          router: ROUTER,
        },
        startBlock: 108_061_448,
      },
      // https://unpkg.com/@pendle/core-v2@6.11.0/deployments/56-core.json
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/01b6aba1c1/projects/pendle/v2.js
      56: {
        contracts: {
          firstFactories: ["0x2bea6bfd8fbff45aa2a893eb3b6d85d10efcc70e"],
          factories: [
            "0xc40febf5a33b8c92b187d9be0fd3fe0ac2e4b07c",
            "0x7d20e644d2a9e149e5be9be9ad2ab243a7835d37",
            "0x7c7f73f7a320364dbb3c9aaa9bccd402040ee0f9",
            "0x80ce46449df1c977f6ba60495125ce282f83ddfb",
          ],
          router: ROUTER,
        },
        startBlock: 33_884_419,
      },
      // https://unpkg.com/@pendle/core-v2@6.11.0/deployments/8453-core.json
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/01b6aba1c1/projects/pendle/v2.js
      8453: {
        contracts: {
          firstFactories: [],
          factories: [
            "0x59968008a703dc13e6beaeced644bdce4ee45d13",
            "0x81e80a50e56d10c501ff17b5fe2f662bd9ea4590",
          ],
          router: ROUTER,
        },
        startBlock: 22_350_352,
      },
      // https://unpkg.com/@pendle/core-v2@6.11.0/deployments/42161-core.json
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/01b6aba1c1/projects/pendle/v2.js
      42161: {
        contracts: {
          firstFactories: ["0xf5a7de2d276dbda3eef1b62a9e718eff4d29ddc8"],
          factories: [
            "0x2fcb47b58350cd377f94d3821e7373df60bd9ced",
            "0xd9f5e9589016da862d2abce980a5a5b99a94f3e8",
            "0xd29e76c6f15ada0150d10a1d3f45accd2098283b",
            "0x49f2f7002669e0e4425fa0203975625ab4af3143",
          ],
          router: ROUTER,
        },
        startBlock: 62_979_673,
      },
      // https://unpkg.com/@pendle/core-v2@6.11.0/deployments/80094-core.json
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/01b6aba1c1/projects/pendle/v2.js
      80094: {
        contracts: {
          firstFactories: [],
          factories: [
            "0x8a09574b0401a856d89d1b583ee22e8cb0c5530b",
            "0x6131ca76529250679cf9e2a3b07b135f20aab01a",
          ],
          router: ROUTER,
        },
        startBlock: 806_126,
      },
    },
  },
];

/** What is on a chain, with the deployment's slug; null where it is not there. */
export function pendleOn(
  chainId: number,
): (PendleContracts & { readonly slug: string; readonly startBlock: number | null }) | null {
  for (const { slug, chains } of deployments) {
    const found = chains[chainId];
    if (found !== undefined) return { slug, startBlock: found.startBlock, ...found.contracts };
  }
  return null;
}
