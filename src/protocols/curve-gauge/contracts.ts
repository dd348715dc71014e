import type { Address } from "viem";
import type { Deployment, DeploymentOnChain } from "../protocol.ts";

/**
 * What a version of the gauge can do. `position`: no transfers, credits its caller (V1).
 * `own-account`: a token, but a deposit for another account needs that account's leave, so it
 * credits its caller (V2). `token`: credits anyone (V3 and later).
 */
export type GaugeKind = "position" | "own-account" | "token";

/** A gauge that no event tells of. */
export interface ListedGauge {
  /** Lower-case. */
  readonly gauge: Address;
  readonly lpToken: Address;
  readonly kind: GaugeKind;
}

/** Gauges of a deployment on one chain; those of factories are all of kind `token`. */
export interface CurveGaugeContracts {
  readonly gauges: readonly ListedGauge[];
  /** Factories of Curve on other chains than Ethereum: their event states the liquidity token. */
  readonly childFactories: readonly Address[];
  /** Factories of Balancer. */
  readonly factories: readonly Address[];
}

function children(
  startBlock: number | null,
  childFactories: readonly Address[],
): DeploymentOnChain<CurveGaugeContracts> {
  return { startBlock, contracts: { gauges: [], childFactories, factories: [] } };
}

/** The older child gauge factory has the same address on most chains. */
const OLDER = "0xabc000d88f23bb45525e447528dbf656a9d55bf5";

/**
 * Gauges of Curve and of its fork at Balancer. Above each entry: the public files that state it.
 */
export const deployments: readonly Deployment<CurveGaugeContracts>[] = [
  {
    slug: "curve-gauge",
    name: "Curve gauges",
    project: "curve",
    url: "https://curve.finance",
    logosUri: ["https://icons.llamao.fi/icons/protocols/curve-dex"],
    description: "Stakes of Curve's liquidity tokens that earn CRV and other rewards.",
    chains: {
      // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/pools/ethereum.ts
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/curve-finance/protocols/curve-finance/config/deployments/curve-finance-ethereum/configurations.json
      1: {
        startBlock: 10_647_875,
        contracts: {
          childFactories: [],
          factories: [],
          gauges: [
            // 3pool
            {
              gauge: "0xbfcf63294ad7105dea65aa58f8ae5be2d9d0952a",
              lpToken: "0x6c3f90f043a72fa612cbac8115ee7e52bde6e490",
              kind: "position",
            },
            // steth
            {
              gauge: "0x182b723a58739a9c974cfdb385ceadb237453c28",
              lpToken: "0x06325440d014e39736583c165c2963ba99faf14e",
              kind: "own-account",
            },
            // reth
            {
              gauge: "0x824f13f1a2f29cfeea81154b46c0fc820677a637",
              lpToken: "0x53a901d48795c58f485cbb38df08fa96a24669d5",
              kind: "token",
            },
            // fraxusdc
            {
              gauge: "0xcfc25170633581bf896cb6cdee170e3e3aa59503",
              lpToken: "0x3175df0976dfa876431c2e9ee6bc45b65d3473cc",
              kind: "token",
            },
            // fraxusdp
            {
              gauge: "0xfb860600f1be1f1c72a89b2ef5caf345aff7d39d",
              lpToken: "0xfc2838a17d8e8b1d5456e0a351b0708a09211147",
              kind: "token",
            },
            // wbeth
            {
              gauge: "0x50161102a240b1456d770dbb55c76d8dc2d160aa",
              lpToken: "0xbfab6fa95e0091ed66058ad493189d2cb29385e6",
              kind: "token",
            },
            // susd
            {
              gauge: "0xa90996896660decc6e997655e065b23788857849",
              lpToken: "0xc25a3a3b969415c80451098fa907ec722572917f",
              kind: "position",
            },
            // aave
            {
              gauge: "0xd662908ada2ea1916b3318327a97eb18ad588b5d",
              lpToken: "0xfd2a8fa60abd58efe3eee34dd494cd491dc14900",
              kind: "own-account",
            },
            // usdt
            {
              gauge: "0xbc89cd85491d81c6ad2954e6d0362ee29fca8f53",
              lpToken: "0x9fc689ccada600b6df723d9e47d84d76664a1f23",
              kind: "position",
            },
          ],
        },
      },
      // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/network_constants.ts
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/curve-finance/protocols/curve-finance/config/deployments/curve-finance-optimism/configurations.json
      10: children(3_461_343, [OLDER, "0x871fbd4e01012e2e8457346059e8c189d664dba4"]),
      // No public source states the start block.
      // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/network_constants.ts
      56: children(null, [
        "0xdb205f215f568adf21b9573b62566f6d9a40bed6",
        "0xe35a879e5efb4f1bb7f70dcf3250f2e19f096bd8",
      ]),
      // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/network_constants.ts
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/curve-finance/protocols/curve-finance/config/deployments/curve-finance-gnosis/configurations.json
      100: children(20_595_358, [OLDER, "0x06471ed238306a427241b3ea81352244e77b004f"]),
      // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/network_constants.ts
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/curve-finance/protocols/curve-finance/config/deployments/curve-finance-polygon/configurations.json
      137: children(24_818_942, [OLDER, "0x55a1c26ce60490a15bdd6bd73de4f6346525e01e"]),
      // No public source states the start block.
      // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/network_constants.ts
      8453: children(null, [OLDER, "0xe35a879e5efb4f1bb7f70dcf3250f2e19f096bd8"]),
      // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/network_constants.ts
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/curve-finance/protocols/curve-finance/config/deployments/curve-finance-arbitrum/configurations.json
      42161: children(5_901_549, [OLDER, "0x988d1037e9608b21050a8efba0c6c45e01a3bce7"]),
    },
  },
  {
    slug: "balancer-gauge",
    name: "Balancer gauges",
    project: "balancer",
    url: "https://balancer.fi",
    logosUri: ["https://icons.llamao.fi/icons/protocols/balancer-v2"],
    description: "Stakes of Balancer's pool tokens that earn BAL and other rewards.",
    chains: {
      // https://github.com/balancer/balancer-deployments/blob/6826feb824/addresses/mainnet.json
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/balancer-forks/protocols/balancer-v2/config/deployments/balancer-v2-ethereum/configurations.json
      1: {
        startBlock: 14_457_014,
        contracts: {
          gauges: [],
          childFactories: [],
          factories: ["0xf1665e19bc105be4edd3739f88315cc699cc5b65"],
        },
      },
    },
  },
];

/**
 * The listed gauge of an address on a chain, with its deployment's slug; undefined where none is.
 */
export function listedGauge(
  chainId: number,
  address: Address,
): (ListedGauge & { readonly slug: string }) | undefined {
  for (const { slug, chains } of deployments) {
    const found = chains[chainId]?.contracts.gauges.find(({ gauge }) => gauge === address);
    if (found !== undefined) return { ...found, slug };
  }
  return undefined;
}
