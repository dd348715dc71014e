import type { Address } from "viem";
import type { Deployment } from "../protocol.ts";

/** One plain pool: what its code fixes. */
export interface CurvePoolContracts {
  /** Lower-case. */
  readonly pool: Address;
  readonly lpToken: Address;
  /** In the pool's order. */
  readonly coins: readonly Address[];
  /** Of each coin. */
  readonly decimals: readonly number[];
  /**
   * Scale in which the contract keeps the amplification: 1 in the pools of 2020, 100 in the
   * template that followed.
   */
  readonly aPrecision: 1 | 100;
  /** Whether the code divides by n^n in one, as the plain pools of two coins do. */
  readonly dividesAtOnce: boolean;
  /** Whether the functions that trade return what they pay. */
  readonly returnsAmount: boolean;
}

/**
 * Pools on one chain. Factories are not watched: their pools differ in code, and rates of theirs
 * come from oracles.
 */
export interface CurveContracts {
  readonly pools: readonly CurvePoolContracts[];
}

/** Pools of 2020: amplification unscaled, nothing returned. */
const EARLY = { aPrecision: 1, dividesAtOnce: false, returnsAmount: false } as const;
/** Pools of the template. */
const TEMPLATE = { aPrecision: 100, dividesAtOnce: false, returnsAmount: true } as const;
/** Plain pools of two coins by the factory's code. */
const PLAIN_2 = { aPrecision: 100, dividesAtOnce: true, returnsAmount: true } as const;

/**
 * Curve's plain pools: those that hold their coins and have no rates, rebasing coins or native
 * currency.
 */
export const deployments: readonly Deployment<CurveContracts>[] = [
  {
    slug: "curve",
    name: "Curve",
    project: "curve",
    url: "https://curve.finance",
    logosUri: ["https://icons.llamao.fi/icons/protocols/curve-dex"],
    description: "Exchange for assets of like value, with stable-swap pools and gauge rewards.",
    chains: {
      // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/pools/ethereum.ts
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/curve-finance/protocols/curve-finance/config/deployments/curve-finance-ethereum/configurations.json
      1: {
        startBlock: 10_809_473,
        contracts: {
          pools: [
            // https://github.com/curvefi/curve-contract/blob/574f44027d/contracts/pools/3pool/pooldata.json
            {
              pool: "0xbebc44782c7db0a1a60cb6fe97d0b483032ff1c7",
              lpToken: "0x6c3f90f043a72fa612cbac8115ee7e52bde6e490",
              coins: [
                "0x6b175474e89094c44da98b954eedeac495271d0f",
                "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
                "0xdac17f958d2ee523a2206206994597c13d831ec7",
              ],
              decimals: [18, 6, 6],
              ...EARLY,
            },
            // https://github.com/curvefi/curve-contract/blob/574f44027d/contracts/pools/hbtc/pooldata.json
            {
              pool: "0x4ca9b3063ec5866a4b82e437059d2c43d1be596f",
              lpToken: "0xb19059ebb43466c323583928285a49f558e572fd",
              coins: [
                "0x0316eb71485b0ab14103307bf65a021042c6d380",
                "0x2260fac5e5542a773aa44fbcfedf7c193bc2c599",
              ],
              decimals: [18, 8],
              ...EARLY,
            },
            // https://github.com/curvefi/curve-contract/blob/574f44027d/contracts/pools/eurs/pooldata.json
            {
              pool: "0x0ce6a5ff5217e38315f87032cf90686c96627caa",
              lpToken: "0x194ebd173f6cdace046c53eacce9b953f28411d1",
              coins: [
                "0xdb25f211ab05b1c97d595516f45794528a807ad8",
                "0xd71ecff9342a5ced620049e616c5035f1db98620",
              ],
              decimals: [2, 18],
              ...TEMPLATE,
            },
            // https://github.com/curvefi/curve-contract/blob/574f44027d/contracts/pools/link/pooldata.json
            {
              pool: "0xf178c0b5bb7e7abf4e12a4838c7b7c5ba2c623c0",
              lpToken: "0xcee60cfa923170e4f8204ae08b4fa6a3f5656f3a",
              coins: [
                "0x514910771af9ca656af840dff83e8264ecf986ca",
                "0xbbc455cb4f1b9e4bfc4b73970d360c8f032efee6",
              ],
              decimals: [18, 18],
              ...TEMPLATE,
            },
            // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/pools/ethereum.ts
            {
              pool: "0xdcef968d416a41cdac0ed8702fac8128a64241a2",
              lpToken: "0x3175df0976dfa876431c2e9ee6bc45b65d3473cc",
              coins: [
                "0x853d955acef822db058eb8505911ed77f175b99e",
                "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
              ],
              decimals: [18, 6],
              ...TEMPLATE,
            },
            // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/pools/ethereum.ts
            {
              pool: "0xae34574ac03a15cd58a92dc79de7b1a0800f1ce3",
              lpToken: "0xfc2838a17d8e8b1d5456e0a351b0708a09211147",
              coins: [
                "0x853d955acef822db058eb8505911ed77f175b99e",
                "0x8e870d67f660d95d5be530380d0ec0bd388289e1",
              ],
              decimals: [18, 18],
              ...TEMPLATE,
            },
            // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/pools/ethereum.ts
            // Not among those that divide at once, as other pools of two coins do:
            // https://github.com/BowTiedDevil/degenbot/blob/661f1ac13e/src/degenbot/curve/_variant_groups.py
            {
              pool: "0x1005f7406f32a61bd760cfa14accd2737913d546",
              lpToken: "0x1005f7406f32a61bd760cfa14accd2737913d546",
              coins: [
                "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
                "0xdac17f958d2ee523a2206206994597c13d831ec7",
              ],
              decimals: [6, 6],
              ...TEMPLATE,
            },
          ],
        },
      },
      // The start is that of the registry; the pool may be older, and is read at its first event
      // then.
      // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/pools/optimism.ts
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/curve-finance/protocols/curve-finance/config/deployments/curve-finance-optimism/configurations.json
      10: {
        startBlock: 2_373_837,
        contracts: {
          pools: [
            {
              pool: "0x1337bedc9d22ecbe766df105c9623922a27963ec",
              lpToken: "0x1337bedc9d22ecbe766df105c9623922a27963ec",
              coins: [
                "0xda10009cbd5d07dd0cecc66161fc93d7c9000da1",
                "0x7f5c764cbc14f9669b88837ca1490cca17c31607",
                "0x94b008aa00579c1307b0ef2c499ad98a8ce58e58",
              ],
              decimals: [18, 6, 6],
              ...TEMPLATE,
            },
          ],
        },
      },
      // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/pools/xdai.ts
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/curve-finance/protocols/curve-finance/config/deployments/curve-finance-gnosis/configurations.json
      100: {
        startBlock: 20_754_886,
        contracts: {
          pools: [
            {
              pool: "0x7f90122bf0700f9e7e1f688fe926940e8839f353",
              lpToken: "0x1337bedc9d22ecbe766df105c9623922a27963ec",
              coins: [
                "0xe91d153e0b41518a2ce8dd3d7944fa863463a97d",
                "0xddafbb505ad214d7b80b1f830fccc89b60fb7a83",
                "0x4ecaba5870353805a9f068101a40e0f32ed605c6",
              ],
              decimals: [18, 6, 6],
              aPrecision: 100,
              dividesAtOnce: false,
              // The ABI that curve-js has for it returns nothing; the amount is measured either
              // way.
              returnsAmount: false,
            },
          ],
        },
      },
      // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/pools/arbitrum.ts
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/curve-finance/protocols/curve-finance/config/deployments/curve-finance-arbitrum/configurations.json
      42161: {
        startBlock: 1_362_056,
        contracts: {
          pools: [
            {
              pool: "0x7f90122bf0700f9e7e1f688fe926940e8839f353",
              lpToken: "0x7f90122bf0700f9e7e1f688fe926940e8839f353",
              coins: [
                "0xff970a61a04b1ca14834a43f5de4533ebddb5cc8",
                "0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9",
              ],
              decimals: [6, 6],
              ...PLAIN_2,
            },
          ],
        },
      },
    },
  },
];

/** The configured pool of an address on a chain; undefined where none is. */
export function configuredPool(
  chainId: number,
  address: Address,
): (CurvePoolContracts & { readonly slug: string }) | undefined {
  for (const { slug, chains } of deployments) {
    const found = chains[chainId]?.contracts.pools.find(({ pool }) => pool === address);
    if (found !== undefined) return { ...found, slug };
  }
  return undefined;
}
