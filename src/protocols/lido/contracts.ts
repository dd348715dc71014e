import type { Address } from "viem";
import type { Deployment } from "../protocol.ts";

/** Lido's two tokens on one chain; lower-case. */
export interface LidoContracts {
  readonly stEth: Address;
  readonly wstEth: Address;
}

/** Lido on Ethereum; its tokens on other chains are bridged and cannot be minted there. */
export const deployments: readonly Deployment<LidoContracts>[] = [
  {
    slug: "lido",
    name: "Lido",
    project: "lido",
    url: "https://lido.fi",
    logosUri: ["https://icons.llamao.fi/icons/protocols/lido"],
    description: "Liquid staking of ether: stETH grows in number, wstETH in value.",
    chains: {
      // https://github.com/lidofinance/core/blob/372b02e197/deployed-mainnet.json
      // https://github.com/lidofinance/docs/blob/35624e4509/docs/deployed-contracts/index.md
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/lido/protocols/lido/config/templates/lido.template.yaml
      1: {
        contracts: {
          stEth: "0xae7ab96520de3a18e5e111b5eaab095312d7fe84",
          wstEth: "0x7f39c581f595b53c5cb19bd0b3f8da6c935e2ca0",
        },
        startBlock: 11_473_216,
      },
    },
  },
];
