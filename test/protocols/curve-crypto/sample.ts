import { newtonD } from "../../../src/protocols/curve-crypto/newton.ts";
import { balancedWorth } from "../../../src/protocols/curve-crypto/oracle.ts";
import type { CurveCryptoPool } from "../../../src/protocols/curve-crypto/pool.ts";
import { scaled } from "../../../src/protocols/curve-crypto/reserves.ts";

import { olderRecorded } from "./older-recorded.ts";

const E18 = 10n ** 18n;
const growth = { price: E18, timestamp: 0 };

/** USDT/WBTC/WETH on Ethereum as a test of another implementation recorded it at block 25192354. */
export const threeCoins: CurveCryptoPool = consistent({
  id: "0xf5f5b97624542d72a9e06f04804bf81baa15e2b4",
  address: "0xf5f5b97624542d72a9e06f04804bf81baa15e2b4",
  slug: "curve-crypto",
  updatedBlock: 1,
  coins: [
    "0xdac17f958d2ee523a2206206994597c13d831ec7",
    "0x2260fac5e5542a773aa44fbcfedf7c193bc2c599",
    "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2",
  ],
  lpToken: "0xf5f5b97624542d72a9e06f04804bf81baa15e2b4",
  precisions: [10n ** 12n, 10n ** 10n, 1n],
  claims: true,
  older: null,
  balances: [4_332_903_906_625n, 6_010_377_250n, 2_228_069_361_366_269_473_640n],
  supply: 7_967_512_069_557_260_391_649n,
  d: 13_533_423_182_336_480_804_388_507n,
  priceScales: [75_855_801_314_196_021_500_642n, 2_084_347_396_023_404_453_046n],
  priceAverages: [73_165_887_880_271_882_853_412n, 1_984_580_596_191_842_865_460n],
  lastPrices: [73_166_212_202_487_361_855_289n, 1_984_591_878_410_942_048_545n],
  averagesTime: 1_779_953_387n,
  averagingSeconds: 865n,
  virtualPrice: 1_047_072_616_644_998_080n,
  profit: 1_094_111_136_024_631_831n,
  claimedProfit: 1_093_000_000_000_000_000n,
  allowedProfit: 100_000_000n,
  adjustmentStep: 100_000_000_000n,
  midFeeE10: 1_000_000n,
  outFeeE10: 140_000_000n,
  feeGamma: 400_000_000_000_000n,
  initialAnn: 756_886n,
  initialGamma: 175_700_099_522_697n,
  futureAnn: 756_886n,
  futureGamma: 175_700_099_522_697n,
  initialTime: 0n,
  futureTime: 0n,
  since: growth,
  latest: growth,
});

/** ETH+/WETH on Arbitrum as recorded there: concentrated near its price. */
export const twoCoins: CurveCryptoPool = {
  ...threeCoins,
  id: "0x1fb84fa6d252762e8367ea607a6586e09dcebe3d",
  address: "0x1fb84fa6d252762e8367ea607a6586e09dcebe3d",
  lpToken: "0x1fb84fa6d252762e8367ea607a6586e09dcebe3d",
  coins: [
    "0x18c14c2d707b2212e17d1579789fc06010cfca23",
    "0x82af49447d8a07e3bd95bd0d56f35241523fbab1",
  ],
  precisions: [1n, 1n],
  claims: false,
  balances: [968_569_777_414_549_410_834n, 1_045_106_588_251_996_643_768n],
  supply: 1_006_167_834_136_870_835_627n,
  d: 1_996_236_386_986_675_947_911n,
  priceScales: [983_313_638_977_093_334n],
  priceAverages: [983_239_528_662_393_033n],
  lastPrices: [983_244_856_693_732_906n],
  averagesTime: 1_726_463_246n,
  averagingSeconds: 866n,
  virtualPrice: 1_000_381_175_737_496_082n,
  profit: 1_000_760_564_011_364_559n,
  claimedProfit: E18,
  allowedProfit: 1_000_000_000_000n,
  adjustmentStep: 25_000_000_000_000n,
  midFeeE10: 500_000n,
  outFeeE10: 8_000_000n,
  feeGamma: 30_000_000_000_000_000n,
  initialAnn: 20_000_000n,
  initialGamma: 20_000_000_000_000_000n,
  futureAnn: 20_000_000n,
  futureGamma: 20_000_000_000_000_000n,
};

/** A pool whose A and gamma move. */
export const moving: CurveCryptoPool = {
  ...threeCoins,
  claims: false,
  futureAnn: 1_000_000n,
  futureGamma: 200_000_000_000_000n,
  initialTime: 1_799_900_000n,
  futureTime: 1_800_100_000n,
};

/** A pool of two volatile coins, as many are set up. */
const volatile: CurveCryptoPool = consistent({
  ...twoCoins,
  initialAnn: 400_000n,
  initialGamma: 145_000_000_000_000n,
  futureAnn: 400_000n,
  futureGamma: 145_000_000_000_000n,
  outFeeE10: 45_000_000n,
  feeGamma: 230_000_000_000_000n,
});

/** With the invariant and the virtual price that its balances have. */
function consistent(pool: CurveCryptoPool): CurveCryptoPool {
  const { futureAnn: ann, futureGamma: gamma, priceScales, supply } = pool;
  const d = newtonD(scaled(pool), { ann, gamma }) ?? 0n;
  return { ...pool, d, virtualPrice: (E18 * balancedWorth(d, priceScales)) / supply };
}

/** USDT/WBTC/WETH of older code on Ethereum, as recorded in June 2023. */
export const olderThree: CurveCryptoPool = {
  ...threeCoins,
  id: "0xd51a44d3fae010294c616388b506acda1bfaae46",
  address: "0xd51a44d3fae010294c616388b506acda1bfaae46",
  lpToken: "0xc4ad29ba4b3c580e6d59105fff484999997675ff",
  ...olderRecorded("s27").state,
};

/** Two coins of older code that the factory on Ethereum made, as recorded in June 2023. */
export const olderTwo: CurveCryptoPool = {
  ...olderThree,
  id: "0x95f3672a418230c5664b7154dfce0acfa7eed68d",
  address: "0x95f3672a418230c5664b7154dfce0acfa7eed68d",
  lpToken: "0xca0253a98d16e9c1e3614cafda19318ee69772d0",
  coins: [
    "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2",
    "0x4e3fbd56cd56c3e72c1403e103b45db9da5b9d2b",
  ],
  ...olderRecorded("two").state,
};

/** States that the conformance tests run on. */
export const samples: readonly CurveCryptoPool[] = [
  threeCoins,
  twoCoins,
  volatile,
  olderThree,
  olderTwo,
  { ...twoCoins, balances: [0n, 0n], supply: 0n },
];

/** Those of which every amount is quoted to what rounding loses, and no fee moves. */
export const curved = samples;
