import type { Address } from "viem";
import type { Deployment } from "../protocol.ts";

/** Addresses of Ekubo on one chain; lower-case. */
export interface EkuboContracts {
  /** Holds the tokens and the state of all pools. */
  readonly core: Address;
  /** Takes the input from its caller and swaps, whoever calls; it holds nothing. */
  readonly router: Address;
}

/** Ekubo's third Core on the EVM. Above each chain: the public files that state it. */
export const deployments: readonly Deployment<EkuboContracts>[] = [
  {
    slug: "ekubo-v3",
    name: "Ekubo V3",
    project: "ekubo",
    url: "https://ekubo.org",
    logosUri: ["https://icons.llamao.fi/icons/protocols/ekubo"],
    description: "All pools in one contract: liquidity in ranges, around a price, or over all.",
    chains: {
      // https://github.com/EkuboProtocol/evm-contracts/blob/5517df67/broadcast/DeployAll.s.sol/1/run-1767193782789.json
      // https://github.com/KyberNetwork/kyberswap-dex-lib/blob/ae6a99aa5/pkg/liquidity-source/ekubo/v3/helpers_test.go
      1: {
        contracts: {
          core: "0x00000000000014aa86c5d3c41765bb24e11bd701",
          // https://github.com/EkuboProtocol/evm-contracts/blob/v3.1.1/script/DeployAll.s.sol
          router: "0xd26f20001a72a18c002b00e6710000d68700ce00",
        },
        startBlock: 24_133_392,
      },
    },
  },
];
