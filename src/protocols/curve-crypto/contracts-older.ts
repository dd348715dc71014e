import type { Address } from "viem";
import type { OlderCode } from "./older-code.ts";

/** A pool before the factories, which none lists; lower-case. */
export interface OlderPoolContracts {
  readonly pool: Address;
  readonly lpToken: Address;
  readonly code: OlderCode;
  /** In the pool's order. */
  readonly coins: readonly Address[];
  /** Of each coin. */
  readonly decimals: readonly number[];
}

/**
 * Pools of older code by chain id, but those on shares of lending markets, and that of ether and
 * CRV, which was robbed in 2023 and which curve-js lists no more.
 */
export const OLDER_POOLS: Readonly<Record<number, readonly OlderPoolContracts[]>> = {
  1: [
    // https://github.com/curvefi/curve-crypto-contract/blob/d7d04cd9/deployment-logs/2021-07-13/addresses.txt
    // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/pools/ethereum.ts
    {
      pool: "0xd51a44d3fae010294c616388b506acda1bfaae46",
      lpToken: "0xc4ad29ba4b3c580e6d59105fff484999997675ff",
      code: "2021-07",
      coins: [
        "0xdac17f958d2ee523a2206206994597c13d831ec7",
        "0x2260fac5e5542a773aa44fbcfedf7c193bc2c599",
        "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2",
      ],
      decimals: [6, 8, 18],
    },
    // https://github.com/curvefi/curve-crypto-contract/blob/d7d04cd9/deployment-logs/2021-05-28/log.log
    // https://github.com/Zapper-fi/studio/blob/273252c4/src/apps/curve/ethereum/curve.pool.definitions.ts
    {
      pool: "0x80466c64868e1ab14a1ddf27a676c3fcbe638fe5",
      lpToken: "0xca3d75ac011bf5ad07a98d02f18225f9bd9a6bdf",
      code: "2021-05",
      coins: [
        "0xdac17f958d2ee523a2206206994597c13d831ec7",
        "0x2260fac5e5542a773aa44fbcfedf7c193bc2c599",
        "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2",
      ],
      decimals: [6, 8, 18],
    },
    // https://github.com/curvefi/curve-crypto-contract/blob/d7d04cd9/deployment-logs/2021-10-31.%20EURT%20on%20mainnet/deployment.log
    // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/pools/ethereum.ts
    {
      pool: "0x9838eccc42659fa8aa7daf2ad134b53984c9427b",
      lpToken: "0x3b6831c0077a1e44ed0a21841c3bc4dc11bce833",
      code: "2021-10",
      coins: [
        "0xc581b735a1688071a1746c968e0798d642ede491",
        "0x6c3f90f043a72fa612cbac8115ee7e52bde6e490",
      ],
      decimals: [6, 18],
    },
    // https://github.com/curvefi/curve-crypto-contract/blob/d7d04cd9/deployment-logs/2021-11-01.%20EURS%20on%20mainnet/deployment.log
    // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/pools/ethereum.ts
    {
      pool: "0x98a7f18d4e56cfe84e3d081b40001b3d5bd3eb8b",
      lpToken: "0x3d229e1b4faab62f621ef2f6a610961f7bd7b23b",
      code: "2021-10",
      coins: [
        "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
        "0xdb25f211ab05b1c97d595516f45794528a807ad8",
      ],
      decimals: [6, 2],
    },
    // https://github.com/curvefi/curve-crypto-contract/blob/d7d04cd9/deployment-logs/2021-12-11.%20CVX/deployment.log
    // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/pools/ethereum.ts
    {
      pool: "0xb576491f1e6e5e62f1d8f26062ee822b40b0e0d4",
      lpToken: "0x3a283d9c08e8b55966afb64c515f5143cf907611",
      code: "2021-12",
      coins: [
        "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2",
        "0x4e3fbd56cd56c3e72c1403e103b45db9da5b9d2b",
      ],
      decimals: [18, 18],
    },
    // https://github.com/curvefi/curve-crypto-contract/blob/d7d04cd9/deployment-logs/2021-12-22.%20XAUT/deployment.log
    // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/pools/ethereum.ts
    {
      pool: "0xadcfcf9894335dc340f6cd182afa45999f45fc44",
      lpToken: "0x8484673ca7bff40f82b041916881aea15ee84834",
      code: "2022-01",
      coins: [
        "0x68749665ff8d2d112fa859aa293f07a622782f38",
        "0x6c3f90f043a72fa612cbac8115ee7e52bde6e490",
      ],
      decimals: [6, 18],
    },
    // https://github.com/curvefi/curve-crypto-contract/blob/d7d04cd9/deployment-logs/2022-01-03.%20SPELL/deployment.log
    // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/pools/ethereum.ts
    {
      pool: "0x98638facf9a3865cd033f36548713183f6996122",
      lpToken: "0x8282bd15dca2ea2bdf24163e8f2781b30c43a2ef",
      code: "2022-01",
      coins: [
        "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2",
        "0x090185f2135308bad17527004364ebcc2d37e5f6",
      ],
      decimals: [18, 18],
    },
    // https://github.com/curvefi/curve-crypto-contract/blob/d7d04cd9/deployment-logs/2022-01-03.%20T/deployment.log
    // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/pools/ethereum.ts
    {
      pool: "0x752ebeb79963cf0732e9c0fec72a49fd1defaeac",
      lpToken: "0xcb08717451aae9ef950a2524e33b6dcaba60147b",
      code: "2022-01",
      coins: [
        "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2",
        "0xcdf7028ceab81fa0c6971208e83fa7872994bee5",
      ],
      decimals: [18, 18],
    },
    // https://github.com/curvefi/curve-crypto-contract/blob/d7d04cd9/deployment-logs/2022-06-29.%20EUROC/deployment.log
    // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/pools/ethereum.ts
    {
      pool: "0xe84f5b1582ba325fdf9ce6b0c1f087ccfc924e54",
      lpToken: "0x70fc957eb90e37af82acdbd12675699797745f68",
      code: "2022-01",
      coins: [
        "0x1abaea1f7c830bd89acc67ec4af516284b1bc33c",
        "0x6c3f90f043a72fa612cbac8115ee7e52bde6e490",
      ],
      decimals: [6, 18],
    },
  ],
  42161: [
    // https://github.com/curvefi/curve-crypto-contract/blob/d7d04cd9/deployment-logs/2021-09-13.%20Arbitrum/log.txt
    // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/pools/arbitrum.ts
    {
      pool: "0x960ea3e3c7fb317332d990873d354e18d7645590",
      lpToken: "0x8e0b8c8bb9db49a46697f3a5bb8a308e744821d2",
      code: "2021-07",
      coins: [
        "0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9",
        "0x2f2a2543b76a4166549f7aab2e75bef0aefc5b0f",
        "0x82af49447d8a07e3bd95bd0d56f35241523fbab1",
      ],
      decimals: [6, 8, 18],
    },
    // https://github.com/curvefi/curve-crypto-contract/blob/d7d04cd9/deployment-logs/2021-10-30.%20EURS/deployment.log
    // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/pools/arbitrum.ts
    {
      pool: "0xa827a652ead76c6b0b3d19dba05452e06e25c27e",
      lpToken: "0x3dfe1324a0ee9d86337d06aeb829deb4528db9ca",
      code: "2021-10",
      coins: [
        "0xd22a58f79e9481d1a88e00c343885a588b34b68b",
        "0x7f90122bf0700f9e7e1f688fe926940e8839f353",
      ],
      decimals: [2, 18],
    },
  ],
};
