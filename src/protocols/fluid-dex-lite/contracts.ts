import type { Address } from "viem";
import type { Deployment } from "../protocol.ts";

/** Addresses of Fluid DEX Lite on one chain; lower-case. */
export interface DexLiteContracts {
  /** Holds the tokens and the state of all pools. */
  readonly dexLite: Address;
  /** Made the contracts of center prices, which pools name by its nonce. */
  readonly deployer: Address;
}

/** Pools of Fluid DEX Lite. Above each chain: the public files that state it. */
export const deployments: readonly Deployment<DexLiteContracts>[] = [
  {
    slug: "fluid-dex-lite",
    name: "Fluid DEX Lite",
    project: "fluid",
    url: "https://fluid.io",
    logosUri: ["https://icons.llamao.fi/icons/protocols/fluid"],
    description: "Pools of one contract around a center price, with liquidity of their own.",
    chains: {
      // https://github.com/Instadapp/fluid-contracts-public/blob/a9949b48ba1247d4f478cd0acb40896b5c8bf3f8/deployments/mainnet/FluidDexLite.json
      // https://github.com/KyberNetwork/kyberswap-dex-lib/blob/ae6a99aa/pkg/liquidity-source/fluid/dex-lite/pool_simulator_test.go
      1: {
        contracts: {
          dexLite: "0xbbcb91440523216e2b87052a99f69c604a7b6e00",
          deployer: "0x4ec7b668baf70d4a4b0fc7941a7708a07b6d45be",
        },
        startBlock: 23_043_041,
      },
    },
  },
];
