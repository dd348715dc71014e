import type { Address } from "viem";
import { shares, type VaultConfig } from "./vault-config.ts";

/** Which contract made a vault, by whose event it is known and how it counts. */
export type Maker = "metamorpho" | "morpho-v2" | "euler" | "yearn";

/** Factories of a brand on one chain. */
export interface VaultFactories {
  readonly maker: Maker;
  /** Lower-case. */
  readonly factory: readonly Address[];
  /** Of `morpho-v2`: Morpho's list of adapters, lower-case. */
  readonly registry?: Address;
}

/** Factories by chain id, and the block of the first one where a public source states it. */
export type FactoryTable = {
  readonly [chainId: number]: {
    readonly factory: readonly Address[];
    readonly registry?: Address;
    readonly startBlock: number | null;
  };
};

/** The configuration of a vault by what made it. */
export function madeBy(
  { maker, registry }: Omit<VaultFactories, "factory">,
  address: Address,
): VaultConfig {
  switch (maker) {
    // https://github.com/morpho-org/metamorpho-v1.1/blob/main/src/MetaMorphoV1_1.sol `_convertToShares`
    case "metamorpho":
      return shares(address, 1);
    // https://github.com/morpho-org/vault-v2/blob/bec4dd8c84/src/VaultV2.sol `previewDeposit`
    case "morpho-v2":
      return { ...shares(address, 1), pays: "adapter", ...(registry && { registry }) };
    // https://github.com/euler-xyz/euler-vault-kit/blob/master/src/EVault/shared/lib/ConversionHelpers.sol `VIRTUAL_DEPOSIT_AMOUNT`
    case "euler":
      return { ...shares(address, 1_000_000), pays: "cash" };
    // https://github.com/yearn/yearn-vaults-v3/blob/104a2b233b/contracts/VaultV3.vy `_convert_to_shares`
    case "yearn":
      return shares(address, 0);
  }
}

/** Morpho's factories by chain id: of V1.0 where there was one, then of V1.1. */
export const morphoFactories: FactoryTable = {
  1: {
    factory: [
      // https://github.com/morpho-org/morpho-blue-subgraph/blob/b5f8c8c2c4/networks.json
      "0xa9c3d3a366466fa809d1ae982fb2c46e5fc41101",
      // https://github.com/morpho-org/sdks/blob/cdff8c4584/packages/morpho-ts/src/addresses.ts
      "0x1897a8997241c1cd4bd0698647e4eb7213535c24",
    ],
    startBlock: 18_925_584,
  },
  10: {
    // https://github.com/morpho-org/sdks/blob/cdff8c4584/packages/morpho-ts/src/addresses.ts
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1d9a4374d8/projects/helper/curators/configs.js
    factory: ["0x3bb6a6a0bc85b367efe0a5bac81c5e52c892839a"],
    startBlock: 130_770_189,
  },
  56: {
    // https://github.com/morpho-org/sdks/blob/cdff8c4584/packages/morpho-ts/src/addresses.ts
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1d9a4374d8/projects/helper/curators/configs.js
    factory: ["0x92983687e672ca6d96530f9dbe11a196ce905d72"],
    startBlock: 54_344_680,
  },
  100: {
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1d9a4374d8/projects/helper/curators/configs.js
    factory: ["0xff3623eadb1dd8590b902fa23bacfab3c361bf68"],
    startBlock: 42_201_689,
  },
  137: {
    // https://github.com/morpho-org/sdks/blob/cdff8c4584/packages/morpho-ts/src/addresses.ts
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1d9a4374d8/projects/helper/curators/configs.js
    factory: ["0xa9c87dab340631c34bb738625c70499e29dddc98"],
    startBlock: 66_931_042,
  },
  8453: {
    factory: [
      // https://github.com/morpho-org/morpho-blue-subgraph/blob/b5f8c8c2c4/networks.json
      "0xa9c3d3a366466fa809d1ae982fb2c46e5fc41101",
      // https://github.com/morpho-org/sdks/blob/cdff8c4584/packages/morpho-ts/src/addresses.ts
      "0xff62a7c278c62ed665133147129245053bbf5918",
    ],
    startBlock: 13_978_134,
  },
  42161: {
    // https://github.com/morpho-org/sdks/blob/cdff8c4584/packages/morpho-ts/src/addresses.ts
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1d9a4374d8/projects/helper/curators/configs.js
    factory: ["0x878988f5f561081deea117717052164ea1ef0c82"],
    startBlock: 296_447_195,
  },
};

/** Morpho's factory of Vaults V2 by chain id, and its list of adapters (`RegistryList`). */
export const morphoV2Factories: FactoryTable = {
  1: {
    // https://github.com/morpho-org/sdks/blob/cdff8c4584/packages/morpho-ts/src/addresses.ts
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/helper/curators/configs.js
    factory: ["0xa1d94f746defa1928926b84fb2596c06926c0405"],
    registry: "0x3696c5eae4a7ffd04ea163564571e9cd8ed9364e",
    startBlock: 23_375_073,
  },
  10: {
    // https://github.com/morpho-org/sdks/blob/cdff8c4584/packages/morpho-ts/src/addresses.ts
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/projects/helper/curators/configs.js
    factory: ["0x6128b680b277bf4df80dfe9d8c55a498660870ef"],
    registry: "0xd1346be260cd22eab9e6163010b0d5cbfaaad32b",
    startBlock: 142_122_059,
  },
  56: {
    // https://github.com/morpho-org/sdks/blob/main/packages/morpho-ts/src/addresses.ts
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/projects/helper/curators/configs.js
    factory: ["0x29955201601630f686beaf47b0b03be7b86d160f"],
    registry: "0x705a9df14b294e6d4e673520369f289bd48c4ccb",
    startBlock: 76_966_373,
  },
  137: {
    // https://github.com/morpho-org/sdks/blob/cdff8c4584/packages/morpho-ts/src/addresses.ts
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/projects/helper/curators/configs.js
    factory: ["0xc11a53ee9b1ecc7a068d8e40f8f17926584f97cf"],
    registry: "0xb70a43821d2707fa9d0edd9511cc499f468ba564",
    startBlock: 77_371_907,
  },
  8453: {
    // https://github.com/morpho-org/sdks/blob/cdff8c4584/packages/morpho-ts/src/addresses.ts
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/helper/curators/configs.js
    factory: ["0x4501125508079a99ebbebce205dec9593c2b5857"],
    registry: "0x5c2531cbd2cf112cf687da3cd536708add7db10a",
    startBlock: 35_615_206,
  },
  42161: {
    // https://github.com/morpho-org/sdks/blob/cdff8c4584/packages/morpho-ts/src/addresses.ts
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/helper/curators/configs.js
    factory: ["0x6b46fa3cc9ebf8ab230abac664e37f2966bf7971"],
    registry: "0xc00eb3c7ad1ae986a7f05f5a9d71aca39c763c65",
    startBlock: 387_016_724,
  },
};

/** Euler's factory by chain id. */
export const eulerFactories: FactoryTable = {
  1: {
    // https://github.com/euler-xyz/euler-interfaces/blob/8007d05e63/addresses/1/CoreAddresses.json
    factory: ["0x29a56a1b8214d9cf7c5561811750d5cbdb45cc8e"],
    startBlock: 20_529_225,
  },
  56: {
    // https://github.com/euler-xyz/euler-interfaces/blob/8007d05e63/addresses/56/CoreAddresses.json
    factory: ["0x7f53e2755eb3c43824e162f7f6f087832b9c9df6"],
    startBlock: 46_370_655,
  },
  137: {
    // https://github.com/euler-xyz/euler-interfaces/blob/8007d05e63/addresses/137/CoreAddresses.json
    factory: ["0xb1771a13e2a13fcafa89b00335915e732b9466b7"],
    startBlock: null,
  },
  8453: {
    // https://github.com/euler-xyz/euler-interfaces/blob/8007d05e63/addresses/8453/CoreAddresses.json
    factory: ["0x7f321498a801a191a93c840750ed637149ddf8d0"],
    startBlock: null,
  },
  42161: {
    // https://github.com/euler-xyz/euler-interfaces/blob/8007d05e63/addresses/42161/CoreAddresses.json
    factory: ["0x78df1cf5bf06a7f27f2acc580b934238c1b80d50"],
    startBlock: null,
  },
  43114: {
    // https://github.com/euler-xyz/euler-interfaces/blob/8007d05e63/addresses/43114/CoreAddresses.json
    factory: ["0xaf4b4c18b17f6a2b32f6c398a3910bdcd7f26181"],
    startBlock: 56_805_794,
  },
  80094: {
    // https://github.com/euler-xyz/euler-interfaces/blob/8007d05e63/addresses/80094/CoreAddresses.json
    factory: ["0x5c13fb43ae9bae8470f646ea647784534e9543af"],
    startBlock: 786_314,
  },
};

/**
 * Factories of Yearn V3 from 3.0.1 to 3.1.0, at the same addresses on every chain, where CREATE2
 * put them.
 */
const YEARN_FACTORIES: readonly Address[] = [
  // https://github.com/yearn/yearn-devdocs/blob/5147c9cda6/scripts/fetchedAddressData.json
  "0xe9e8c89c8fc7e8b8f23425688eb68987231178e5",
  "0x444045c5c13c246e117ed36437303cac8e250ab0",
  "0x5577edcb8a856582297cdbbb07055e6a6e38eb5f",
  "0x770d0d1fb036483ed4abb6d53c1c88fb277d812f",
  "0x310ac28acf5e514abdbff9ab25e21f1bfe22bcac",
];

/** Yearn's factories by chain id, with the block of the first that a public list names there. */
export const yearnFactories: FactoryTable = {
  // https://github.com/yearn/ydaemon/blob/6e24b123a8/common/env/chain.ethereum.go
  1: { factory: YEARN_FACTORIES, startBlock: 18_385_809 },
  // https://github.com/yearn/ydaemon/blob/6e24b123a8/common/env/chain.optimism.go
  10: { factory: YEARN_FACTORIES, startBlock: 117_040_079 },
  // https://github.com/yearn/ydaemon/blob/6e24b123a8/common/env/chain.gnosis.go
  100: { factory: YEARN_FACTORIES, startBlock: 32_784_248 },
  // https://github.com/yearn/ydaemon/blob/6e24b123a8/common/env/chain.polygon.go
  137: { factory: YEARN_FACTORIES, startBlock: 48_907_735 },
  // https://github.com/yearn/ydaemon/blob/6e24b123a8/common/env/chain.base.go
  8453: { factory: YEARN_FACTORIES, startBlock: 12_295_872 },
  // https://github.com/yearn/ydaemon/blob/6e24b123a8/common/env/chain.arbitrum.go
  42161: { factory: YEARN_FACTORIES, startBlock: 142_038_391 },
};
