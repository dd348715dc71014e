import type { Address } from "viem";
import type { Deployment } from "../protocol.ts";

/** The converter between the two stablecoins of one issuer; lower-case. */
export interface SkyContracts {
  readonly converter: Address;
  readonly dai: Address;
  readonly usds: Address;
}

/** Sky, which was Maker, on Ethereum. */
export const deployments: readonly Deployment<SkyContracts>[] = [
  {
    slug: "sky",
    name: "Sky",
    project: "sky",
    url: "https://sky.money",
    logosUri: ["https://icons.llamao.fi/icons/protocols/sky"],
    description: "Converts DAI to USDS and back, one to one.",
    chains: {
      // https://github.com/yearn/risk-score/blob/master/reports/report/sky-usds.md
      // https://docs.privy.io/recipes/yield/sky-savings-guide
      1: {
        contracts: {
          converter: "0x3225737a9bbb6473cb4a45b7244aca2befdb276a",
          dai: "0x6b175474e89094c44da98b954eedeac495271d0f",
          usds: "0xdc035d45d973e3ec169d2276ddab16f1e407384f",
        },
        startBlock: null,
      },
    },
  },
];
