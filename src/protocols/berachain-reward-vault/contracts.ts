import type { Address } from "viem";
import type { Deployment } from "../protocol.ts";

/**
 * The factory of reward vaults, with the part of its vaults that a deployment stands for.
 * Lower-case.
 */
export interface RewardVaultContracts {
  readonly factory: Address;
  /** What the vaults pay. */
  readonly bgt: Address;
  /** Whether the vaults take shares of BEX's pools, or anything else. */
  readonly stakes: "bex" | "others";
  /**
   * Vaults that public lists name; those that the factory makes later belong to a deployment by
   * what they take.
   */
  readonly vaults: readonly Address[];
}

// https://github.com/berachain/metadata/blob/1cedf1e12e/src/vaults/mainnet.json
const BEX_VAULTS: readonly Address[] = [
  // BYUSD | HONEY
  "0x6649bc987a7c0fb0199c523de1b1b330cd0457a8",
  // WETH | WBERA
  "0x17376ad6167a5592fbeaa42e6068c132474a513d",
  // WBTC | WBERA
  "0x086f82fa0ca310cc835a9db4f53697687ef149c7",
  // USDC.e | HONEY
  "0xf99be47baf0c22b7eb5eac42c8d91b9942dc7e84",
  // WBERA | HONEY
  "0xc2baa8443cda8ebe51a640905a8e6bc4e1f9872c",
  // Infrared - WBERA | iBERA
  "0x92af7d5fcdef44c3df168ecfdcd03dea1807af28",
  // Stride - stBGT | WBERA
  "0xe06e0d35aa771929df26d77f2ba3d6bc0235a811",
  // Dinero - DINERO | WBERA
  "0xcb522875373c5db79f4b0816b381b4461d07b1af",
  // BeraPaw - WBERA | LBGT
  "0xe8ed00b1b142e8d84ef773c4fccaa18682d5a401",
  // BeraHub - sUSDe | USDe | HONEY
  "0x51d4dc2fe8ad332dc47a36480c20f9bb0d293f76",
];

// https://github.com/berachain/metadata/blob/1cedf1e12e/src/vaults/mainnet.json
const OTHER_VAULTS: readonly Address[] = [
  // Kodiak - WBERA | HONEY
  "0x45325df4a6a6ebd268f4693474aaaa1f3f0ce8ca",
  // Kodiak - WETH | WBERA
  "0xfb657cd154e661ddf3e229529d92545640b19292",
  // Kodiak - WBTC | WBERA
  "0xeec2ad7bb37374229860265e644f4e2693b23fdd",
  // Kodiak - OpenState - osBGT/iBERA
  "0x15f1156f56a06af851cbdc0aceb0780bbcb913c4",
  // Kodiak - WBTC | HONEY
  "0x9df027ed06635ecdfe811009f2291d347ea90357",
  // Bend - Re7 Honey
  "0xdb6e93cd7bddc45ebc411619792fc5f977316c38",
  // Infrared - WBERA-iBGT
  "0x3be1be98efaca8c1eb786cbf38234c84b5052eeb",
  // Euler - EVK Vault eHONEY-1
  "0x826e962e4216bff7baa8bed30e498a7b84ba6aba",
  // LP-iBGT on Pendle
  "0x3d1c173460fa24e53d68b31c39d85d874348ed8b",
];

// https://github.com/berachain/metadata/blob/1cedf1e12e/scripts/_constants.ts
// https://github.com/DefiLlama/dimension-adapters/blob/e7346b0e9e/fees/beradrome/index.ts
const FACTORY = "0x94ad6ac84f6c6fba8b8ccbd71d9f4f101def52a8";

// https://github.com/berachain/metadata/blob/1cedf1e12e/src/tokens/mainnet.json
const BGT = "0x656b95e550c07a9ffe548bd4085c72418ceb1dba";

/**
 * One for one, BGT is burned for the native currency, which this token wraps: what BGT is worth at
 * least.
 */
// https://github.com/berachain/contracts/blob/8d7a834ad1/src/pol/BGT.sol
export const BGT_VALUE: Address = "0x6969696969696969696969696969696969696969";

/**
 * Berachain's reward vaults: those of BEX, which only a wallet may enter, and all others. No public
 * source states the start block.
 */
export const deployments: readonly Deployment<RewardVaultContracts>[] = [
  {
    slug: "berachain-bex",
    name: "BEX reward vaults",
    project: "bex",
    url: "https://hub.berachain.com",
    logosUri: ["https://icons.llamao.fi/icons/protocols/bex"],
    description: "Reward vaults that pay BGT for staked shares of BEX pools.",
    chains: {
      80094: {
        contracts: { factory: FACTORY, bgt: BGT, stakes: "bex", vaults: BEX_VAULTS },
        startBlock: null,
      },
    },
  },
  {
    slug: "berachain-pol",
    name: "Berachain Proof of Liquidity",
    project: "berachain",
    url: "https://hub.berachain.com",
    logosUri: ["https://icons.llamao.fi/icons/protocols/berachain"],
    description: "Reward vaults that pay BGT for staked liquidity and loan tokens.",
    chains: {
      80094: {
        contracts: { factory: FACTORY, bgt: BGT, stakes: "others", vaults: OTHER_VAULTS },
        startBlock: null,
      },
    },
  },
];
