import type { Address } from "viem";
import type { Deployment } from "../protocol.ts";

/** Addresses of Fluid on one chain; lower-case. */
export interface FluidContracts {
  /** Makes the pools. */
  readonly factory: Address;
  /** Holds the tokens of all pools, and of Fluid's other markets. */
  readonly liquidity: Address;
}

const CONTRACTS: FluidContracts = {
  factory: "0x91716c4eda1fb55e84bf8b4c7085f84285c19085",
  liquidity: "0x52aa899454998be5b000ad077a46bbe360f4e497",
};

/** Pools of Fluid DEX, first version. Above each chain: the public files that state it. */
export const deployments: readonly Deployment<FluidContracts>[] = [
  {
    slug: "fluid-dex",
    name: "Fluid DEX",
    project: "fluid",
    url: "https://fluid.io",
    logosUri: ["https://icons.llamao.fi/icons/protocols/fluid"],
    description: "Pools whose liquidity is collateral and debt of Fluid's borrowers.",
    chains: {
      // https://github.com/Instadapp/fluid-contracts-public/blob/a9949b48ba/deployments/deployments.md
      // https://github.com/VeloraDEX/paraswap-dex-lib/blob/fee2f3eec9/src/dex/fluid-dex/config.ts
      1: { contracts: CONTRACTS, startBlock: null },
      // https://github.com/Instadapp/fluid-contracts-public/blob/a9949b48ba/deployments/deployments.md
      // https://github.com/VeloraDEX/paraswap-dex-lib/blob/fee2f3eec9/src/dex/fluid-dex/config.ts
      56: { contracts: CONTRACTS, startBlock: null },
      // https://github.com/Instadapp/fluid-contracts-public/blob/a9949b48ba/deployments/deployments.md
      // https://github.com/VeloraDEX/paraswap-dex-lib/blob/fee2f3eec9/src/dex/fluid-dex/config.ts
      137: { contracts: CONTRACTS, startBlock: null },
      // https://github.com/Instadapp/fluid-contracts-public/blob/a9949b48ba/deployments/deployments.md
      // https://github.com/VeloraDEX/paraswap-dex-lib/blob/fee2f3eec9/src/dex/fluid-dex/config.ts
      8453: { contracts: CONTRACTS, startBlock: null },
      // https://github.com/Instadapp/fluid-contracts-public/blob/a9949b48ba/deployments/deployments.md
      // https://github.com/VeloraDEX/paraswap-dex-lib/blob/fee2f3eec9/src/dex/fluid-dex/config.ts
      42161: { contracts: CONTRACTS, startBlock: null },
    },
  },
];
