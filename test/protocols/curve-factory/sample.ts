import { NATIVE } from "../../../src/lib/address.ts";
import type { CurveFactoryPool } from "../../../src/protocols/curve-factory/pool.ts";

const E18 = 10n ** 18n;
const price = E18;

/** crvUSD/USDC, a little out of balance. */
export const crvUsdUsdc: CurveFactoryPool = {
  id: "0x4dece678ceceb27446b35c672dc7d61f30bad69e",
  address: "0x4dece678ceceb27446b35c672dc7d61f30bad69e",
  slug: "curve-crvusd-factory",
  updatedBlock: 1,
  lpToken: "0x4dece678ceceb27446b35c672dc7d61f30bad69e",
  coins: [
    "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
    "0xf939e0a03fb07f59a73314e73794be0e57ac1b4e",
  ],
  rates: [10n ** 30n, E18],
  aPrecision: 100n,
  dividesAtOnce: true,
  offpegE10: 0n,
  returnsAmount: true,
  balances: [8_219_345_678_901n, 12_345_678_901_234_567_890_123_456n],
  supply: 20_345_678_901_234_567_890_123_456n,
  feeE10: 1_000_000n,
  adminFeeE10: 5_000_000_000n,
  initialA: 50_000n,
  futureA: 50_000n,
  initialATime: 0n,
  futureATime: 0n,
  paused: false,
  since: { price, timestamp: 0 },
  latest: { price, timestamp: 0 },
};

/** Native currency and another token, by code without an average price. */
export const nativePool: CurveFactoryPool = {
  ...crvUsdUsdc,
  id: "0x94b17476a93b3262d87b9a326965d1e91f9c13e7",
  address: "0x94b17476a93b3262d87b9a326965d1e91f9c13e7",
  slug: "curve-factory",
  lpToken: "0x94b17476a93b3262d87b9a326965d1e91f9c13e7",
  coins: [NATIVE, "0x856c4efb76c1d1ae02e20ceb03a2a6a08b0b8dc3"],
  ...{
    rates: [E18, E18],
    offpegE10: null,
    feeE10: 4_000_000n,
    initialA: 40_000n,
    futureA: 40_000n,
  },
  balances: [8_189_776_041_162_322_264_444n, 9_661_706_603_857_954_240_258n],
  supply: 17_827_858_048_153_259_470_189n,
};

/** Native currency and a coin at its rate, older than the factories; its shares are a token. */
export const ratedPool: CurveFactoryPool = {
  ...nativePool,
  id: "0xb90b9b1f91a01ea22a182cd84c1e22222e39b415",
  address: "0xb90b9b1f91a01ea22a182cd84c1e22222e39b415",
  slug: "curve-eth",
  lpToken: "0xefde221f306152971d8e9f181bfe998447975810",
  coins: [NATIVE, "0x1f32b1c2345538c0c6f582fcb022739c4a194ebb"],
  ...{ rates: [E18, 1_153_777_372_655_731_291n], dividesAtOnce: false, keepsScaled: true },
  ...{ initialA: 5_000n, futureA: 5_000n },
  balances: [156_463_394_192_707_746_175n, 150_781_038_654_005_989_858n],
  supply: 316_970_452_569_291_468_507n,
};

/** Ether and stETH, whose balances are shares. */
export const sharedPool: CurveFactoryPool = {
  ...ratedPool,
  id: "0xdc24316b9ae028f1497c275eb9192a3ea0f67022",
  address: "0xdc24316b9ae028f1497c275eb9192a3ea0f67022",
  lpToken: "0x06325440d014e39736583c165c2963ba99faf14e",
  coins: [NATIVE, "0xae7ab96520de3a18e5e111b5eaab095312d7fe84"],
  ...{ rates: [E18, E18], keepsScaled: undefined, addsUnit: true },
  ...{ initialA: 3_000n, futureA: 3_000n },
  balances: [1_512_345_678_901_234_567_890n, 1_687_651_629_307_657_089_008n],
  supply: 2_951_234_567_890_123_456_789n,
  shareBalance: {
    shares: 1_398_765_432_109_876_543_210n,
    adminBalance: 3_412_345_678_901_234_567n,
    internalEther: 9_412_345_678_901_234_567_890_123n,
    internalShares: 7_785_432_109_876_543_210_987_654n,
  },
};

/** The same at two rates, by code of a factory that averages its price. */
export const pricedPool: CurveFactoryPool = {
  ...crvUsdUsdc,
  id: "0x1539c2461d7432cc114b0903f1824079bfca2c92",
  address: "0x1539c2461d7432cc114b0903f1824079bfca2c92",
  lpToken: "0x1539c2461d7432cc114b0903f1824079bfca2c92",
  coins: [
    "0xf939e0a03fb07f59a73314e73794be0e57ac1b4e",
    "0x83f20f44975d03b1b09e64809b757c47f942beea",
  ],
  ...{ rates: [E18, 1_057_419_823_498_475_822n], initialA: 150_000n, futureA: 150_000n },
  balances: [207_488_005_116_042_557_636_229n, 47_921_035_344_869_338_429_831n],
  supply: 256_666_057_306_386_486_195_311n,
};

/** Three coins, two of few decimals. */
export const threeCoins: CurveFactoryPool = {
  ...nativePool,
  id: "0xb9446c4ef5ebe66268da6700d26f96273de3d571",
  address: "0xb9446c4ef5ebe66268da6700d26f96273de3d571",
  lpToken: "0xb9446c4ef5ebe66268da6700d26f96273de3d571",
  coins: [
    "0x1a7e4e63778b4f12a199c062f3efdd288afcbce8",
    "0xc581b735a1688071a1746c968e0798d642ede491",
    "0xdb25f211ab05b1c97d595516f45794528a807ad8",
  ],
  ...{ rates: [E18, 10n ** 30n, 10n ** 34n], dividesAtOnce: false },
  ...{ initialA: 20_000n, futureA: 20_000n },
  balances: [549_022_857_960_890_312_641_141n, 1_075_362_632_212n, 46_720_010n],
  supply: 2_069_614_823_685_039_402_821_670n,
};

/** States that the conformance tests run on. */
export const samples: readonly CurveFactoryPool[] = [
  crvUsdUsdc,
  nativePool,
  threeCoins,
  ratedPool,
  pricedPool,
  sharedPool,
  {
    ...crvUsdUsdc,
    ...{ initialA: 20_000n, futureA: 90_000n },
    ...{ initialATime: 1_799_000_000n, futureATime: 1_801_000_000n },
  },
  {
    ...threeCoins,
    coins: [...threeCoins.coins, "0x1abaea1f7c830bd89acc67ec4af516284b1bc33c"],
    rates: [E18, 10n ** 30n, 10n ** 30n, 10n ** 30n],
    balances: [...threeCoins.balances.slice(0, 2), 467_200_100_007n, 600_000_000_001n],
    supply: 2_650_000n * E18,
  },
  { ...crvUsdUsdc, balances: [0n, 0n], supply: 0n },
];
