import type { Address } from "viem";
import type { Deployment } from "../protocol.ts";

/** A pool of aTokens of Aave V2; lower-case, in the pool's order. */
export interface CurveLendingPlan {
  readonly pool: Address;
  readonly lpToken: Address;
  readonly coins: readonly {
    /** What its aToken stands for. */
    readonly token: Address;
    readonly aToken: Address;
    readonly decimals: number;
  }[];
}

/** The market of Aave V2 on a chain, and the pools of its aTokens. */
export interface CurveLendingContracts {
  readonly lendingPool: Address;
  readonly pools: readonly CurveLendingPlan[];
}

const DAI = "0x6b175474e89094c44da98b954eedeac495271d0f";
const ADAI = "0x028171bca77440897b824ca71d1c56cac55b68a3";

/**
 * Curve's pools of aTokens of Aave V2, traded by what these stand for. The code of Ethereum's and
 * Polygon's is published; Avalanche's has the same functions.
 */
export const deployments: readonly Deployment<CurveLendingContracts>[] = [
  {
    slug: "curve-lending",
    name: "Curve Lending Pools",
    project: "curve",
    url: "https://curve.finance",
    logosUri: ["https://icons.llamao.fi/icons/protocols/curve-dex"],
    description: "Pools of stablecoins that Aave V2 lends out, by Curve, older than its factories.",
    chains: {
      1: {
        contracts: {
          // https://github.com/curvefi/curve-contract/blob/574f44027d/contracts/pools/aave/pooldata.json
          lendingPool: "0x7d2768de32b0b80b7a3454c06bdac94a69ddc7a9",
          pools: [
            {
              // https://github.com/curvefi/curve-contract/blob/574f44027d/contracts/pools/aave/pooldata.json
              pool: "0xdebf20617708857ebe4f679508e7b7863a8a8eee",
              lpToken: "0xfd2a8fa60abd58efe3eee34dd494cd491dc14900",
              coins: [
                { token: DAI, aToken: ADAI, decimals: 18 },
                {
                  token: "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
                  aToken: "0xbcca60bb61934080951369a648fb03df4f96263c",
                  decimals: 6,
                },
                {
                  token: "0xdac17f958d2ee523a2206206994597c13d831ec7",
                  aToken: "0x3ed3b47dd13ec9a98b44e6204a523e766b225811",
                  decimals: 6,
                },
              ],
            },
            {
              // https://github.com/curvefi/curve-contract/blob/574f44027d/contracts/pools/saave/pooldata.json
              pool: "0xeb16ae0052ed37f479f7fe63849198df1765a733",
              lpToken: "0x02d341ccb60faaf662bc0554d13778015d1b285c",
              coins: [
                { token: DAI, aToken: ADAI, decimals: 18 },
                {
                  token: "0x57ab1ec28d129707052df4df418d58a2d46d5f51",
                  aToken: "0x6c5024cd4f8a59110119c56f8933403a539555eb",
                  decimals: 18,
                },
              ],
            },
          ],
        },
        startBlock: null,
      },
      137: {
        contracts: {
          // https://github.com/curvefi/curve-contract-polygon/blob/2b22776502/contracts/pools/aave/StableSwapAave.vy
          lendingPool: "0x8dff5e27ea6b7ac08ebfdf9eb090f32ee9a30fcf",
          pools: [
            {
              // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/pools/polygon.ts
              pool: "0x445fe580ef8d70ff569ab36e80c647af338db351",
              lpToken: "0xe7a24ef0c5e95ffb0f6684b813a78f2a3ad7d171",
              coins: [
                {
                  token: "0x8f3cf7ad23cd3cadbd9735aff958023239c6a063",
                  aToken: "0x27f8d03b3a2196956ed754badc28d73be8830a6e",
                  decimals: 18,
                },
                {
                  token: "0x2791bca1f2de4661ed88a30c99a7a9449aa84174",
                  aToken: "0x1a13f4ca1d028320a707d99520abfefca3998b7f",
                  decimals: 6,
                },
                {
                  token: "0xc2132d05d31c914a87c6611c10748aeb04b58e8f",
                  aToken: "0x60d55f02a771d515e077c9c2403a1ef324885cec",
                  decimals: 6,
                },
              ],
            },
          ],
        },
        startBlock: null,
      },
      43114: {
        contracts: {
          // https://github.com/bgd-labs/aave-address-book/blob/65d986bcad/src/AaveV2Avalanche.sol
          lendingPool: "0x4f01aed16d97e3ab5ab2b501154dc9bb0f1a5a2c",
          pools: [
            {
              // https://github.com/curvefi/curve-js/blob/23ccdb369b/src/constants/pools/avalanche.ts
              pool: "0x7f90122bf0700f9e7e1f688fe926940e8839f353",
              lpToken: "0x1337bedc9d22ecbe766df105c9623922a27963ec",
              coins: [
                {
                  token: "0xd586e7f844cea2f87f50152665bcbc2c279d8d70",
                  aToken: "0x47afa96cdc9fab46904a55a6ad4bf6660b53c38a",
                  decimals: 18,
                },
                {
                  token: "0xa7d7079b0fead91f3e65f86e8915cb59c1a4c664",
                  aToken: "0x46a51127c3ce23fb7ab1de06226147f446e4a857",
                  decimals: 6,
                },
                {
                  token: "0xc7198437980c041c805a1edcba50c1ce5db95118",
                  aToken: "0x532e6537fea298397212f09a61e03311686f548e",
                  decimals: 6,
                },
              ],
            },
          ],
        },
        startBlock: null,
      },
    },
  },
];

/** A listed pool with its market and its deployment's slug. */
export interface ListedPool extends CurveLendingPlan {
  readonly slug: string;
  readonly lendingPool: Address;
}

/** The pools of a chain. */
export function poolsOn(chainId: number): readonly ListedPool[] {
  return deployments.flatMap(({ slug, chains }) => {
    const contracts = chains[chainId]?.contracts;
    if (contracts === undefined) return [];
    const { lendingPool, pools } = contracts;
    return pools.map((plan) => ({ slug, lendingPool, ...plan }));
  });
}
