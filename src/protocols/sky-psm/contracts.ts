import type { Address } from "viem";
import type { Deployment } from "../protocol.ts";

/**
 * A peg stability module that keeps what it sells beside itself, and its wrapper for the newer
 * stablecoin; lower-case.
 */
export interface SkyPsmContracts {
  readonly psm: Address;
  readonly wrapper: Address;
  /** Holds the module's `gem`. */
  readonly pocket: Address;
  readonly gem: Address;
  readonly dai: Address;
  readonly usds: Address;
  readonly gemDecimals: number;
}

/** Sky's module for USDC on Ethereum. */
export const deployments: readonly Deployment<SkyPsmContracts>[] = [
  {
    slug: "sky-lite-psm",
    name: "Sky LitePSM",
    project: "sky",
    url: "https://sky.money",
    logosUri: ["https://icons.llamao.fi/icons/protocols/sky"],
    description: "Exchanges USDC for DAI or USDS and back at par, less what governance charges.",
    chains: {
      // https://github.com/sparkdotfi/spark-address-registry/blob/029397c9db/src/Ethereum.sol
      // https://github.com/yearn/risk-score/blob/master/reports/report/sky-usds.md
      1: {
        contracts: {
          psm: "0xf6e72db5454dd049d0788e411b06cfaf16853042",
          wrapper: "0xa188eec8f81263234da3622a406892f3d630f98c",
          pocket: "0x37305b1cd40574e4c5ce33f8e8306be057fd7341",
          gem: "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
          dai: "0x6b175474e89094c44da98b954eedeac495271d0f",
          usds: "0xdc035d45d973e3ec169d2276ddab16f1e407384f",
          gemDecimals: 6,
        },
        startBlock: 20_283_666,
      },
    },
  },
];

const DAI_DECIMALS = 18;

/** What of a state never changes; `gemScale`: units of DAI in a unit of `gem`. */
export function fixedOf({ psm, wrapper, gem, dai, usds, gemDecimals }: SkyPsmContracts) {
  return { psm, wrapper, gem, dai, usds, gemScale: 10n ** BigInt(DAI_DECIMALS - gemDecimals) };
}
