import type { PoolPlan } from "./balancer-v2-pools.ts";

/** Half a right angle: balances of equal worth are at the price 1, in the middle of the range. */
const EVEN = { c: 707_106_781_186_547_524n, s: 707_106_781_186_547_524n };

/** Pools of Balancer V2 on Ethereum. */
export const CHAIN_1: readonly PoolPlan[] = [
  {
    ...{ kind: "weighted", version: 1 },
    name: "80 BAL 20 WETH",
    symbol: "B-80BAL-20WETH",
    tokens: { BAL: 80, WETH: 20 },
    swapFeeWad: 10n ** 16n,
    usd: 8_000_000,
  },
  {
    ...{ kind: "weighted", version: 2 },
    name: "Balancer 33 WBTC 33 WETH 34 USDC",
    symbol: "B-33WBTC-33WETH-34USDC",
    tokens: { WBTC: 33, WETH: 33, USDC: 34 },
    swapFeeWad: 3n * 10n ** 15n,
    usd: 9_000_000,
  },
  {
    ...{ kind: "weighted", version: 1 },
    name: "Balancer 50 WETH 25 DAI 25 USDC",
    symbol: "B-50WETH-25DAI-25USDC",
    tokens: { WETH: 50, DAI: 25, USDC: 25 },
    swapFeeWad: 5n * 10n ** 15n,
    usd: 1_000_000,
  },
  {
    kind: "weighted",
    name: "Balancer 50 wstETH 50 LDO",
    symbol: "B-50wstETH-50LDO",
    tokens: { wstETH: 50, LDO: 50 },
    swapFeeWad: 5n * 10n ** 15n,
    usd: 1_000_000,
    providers: {
      wstETH: {
        provider: "0x00000000000000000000000000000000000be4a3",
        rateWad: 1_197_760_235_000_000_000n,
      },
    },
  },
  {
    ...{ kind: "stable", version: 1 },
    name: "Balancer USD Stable Pool",
    symbol: "staBAL3",
    // By which USDT costs what it does elsewhere.
    tokens: { DAI: 21, USDC: 21, USDT: 58 },
    amplification: 2_000n,
    swapFeeWad: 10n ** 14n,
    usd: 3_000_000,
  },
  {
    ...{ kind: "stable", version: 1 },
    name: "Balancer stETH Stable Pool",
    symbol: "B-stETH-STABLE",
    tokens: { wstETH: 1, WETH: 1 },
    amplification: 50n,
    swapFeeWad: 4n * 10n ** 14n,
    usd: 8_000_000,
    rates: {
      wstETH: {
        provider: "0x00000000000000000000000000000000000be4a4",
        ...{ rateWad: 1_197_760_235_000_000_000n, cacheSeconds: 10_800n, isExempt: false },
      },
    },
  },
  {
    ...{ kind: "stable", version: 2 },
    name: "Balancer cbETH WETH",
    symbol: "B-cbETH-WETH",
    tokens: { cbETH: 1, WETH: 1 },
    amplification: 100n,
    swapFeeWad: 4n * 10n ** 14n,
    usd: 2_000_000,
    rates: {
      cbETH: {
        provider: "0x00000000000000000000000000000000000be4a5",
        ...{ rateWad: 1_091_573_343_000_000_000n, cacheSeconds: 3_600n, isExempt: false },
      },
    },
  },
  {
    kind: "stable",
    name: "Balancer DAI USDC USDT",
    symbol: "B-DAI-USDC-USDT",
    tokens: { DAI: 21, USDC: 21, USDT: 58 },
    amplification: 2_000n,
    swapFeeWad: 10n ** 14n,
    usd: 12_000_000,
  },
  {
    kind: "stable",
    name: "Balancer rETH wstETH WETH",
    symbol: "B-rETH-wstETH-WETH",
    tokens: { rETH: 1, wstETH: 1, WETH: 1 },
    amplification: 700n,
    swapFeeWad: 4n * 10n ** 14n,
    usd: 10_000_000,
    // At addresses of the devnet's own; prices of the token list in ether.
    rates: {
      wstETH: {
        provider: "0x00000000000000000000000000000000000be4a1",
        ...{ rateWad: 1_197_760_235_000_000_000n, cacheSeconds: 10_800n, isExempt: false },
      },
      rETH: {
        provider: "0x00000000000000000000000000000000000be4a2",
        ...{ rateWad: 1_130_677_437_000_000_000n, cacheSeconds: 600n, isExempt: true },
      },
    },
  },
  {
    kind: "eclp",
    name: "Gyroscope wstETH WETH",
    symbol: "ECLP-wstETH-WETH",
    tokens: { wstETH: 1, WETH: 1 },
    swapFeeWad: 10n ** 14n,
    usd: 6_000_000,
    providers: {
      wstETH: {
        provider: "0x00000000000000000000000000000000000be4a6",
        rateWad: 1_197_760_235_000_000_000n,
      },
    },
    shape: {
      ...{ alpha: 996_000_000_000_000_000n, beta: 1_004_000_000_000_000_000n },
      ...{ ...EVEN, lambda: 1_500n * 10n ** 18n },
    },
  },
  {
    kind: "eclp",
    name: "Gyroscope DAI USDC",
    symbol: "ECLP-DAI-USDC",
    tokens: { DAI: 1, USDC: 1 },
    swapFeeWad: 10n ** 14n,
    usd: 3_000_000,
    shape: {
      ...{ alpha: 980_000_000_000_000_000n, beta: 1_020_000_000_000_000_000n },
      ...{ ...EVEN, lambda: 300n * 10n ** 18n },
    },
  },
  {
    kind: "2clp",
    name: "Gyroscope USDC USDT",
    symbol: "2CLP-USDC-USDT",
    // By which USDT costs what it does elsewhere.
    tokens: { USDC: 42, USDT: 58 },
    swapFeeWad: 2n * 10n ** 14n,
    usd: 2_000_000,
    sqrts: [997_496_867_163_000_167n, 1_002_496_882_788_171_068n],
  },
  {
    kind: "2clp",
    name: "Gyroscope rETH WETH",
    symbol: "2CLP-rETH-WETH",
    tokens: { rETH: 1, WETH: 1 },
    swapFeeWad: 10n ** 15n,
    usd: 1_500_000,
    providers: {
      rETH: {
        provider: "0x00000000000000000000000000000000000be4a7",
        rateWad: 1_130_677_437_000_000_000n,
      },
    },
    sqrts: [974_679_434_480_896_390n, 1_024_695_076_595_959_834n],
  },
  {
    kind: "bootstrapping",
    name: "Ocean bootstrapping",
    symbol: "OCEAN-LBP",
    tokens: { OCEAN: 80, USDC: 20 },
    swapFeeWad: 10n ** 16n,
    usd: 400_000,
    ...{ swapEnabled: true, course: { endWeights: { OCEAN: 60, USDC: 40 }, seconds: 5_184_000n } },
  },
  {
    ...{ kind: "bootstrapping", version: 1 },
    name: "Gala bootstrapping",
    symbol: "GALA-LBP",
    tokens: { GALA: 90, DAI: 4, USDC: 6 },
    swapFeeWad: 2n * 10n ** 16n,
    usd: 300_000,
    // Before its start.
    ...{ swapEnabled: false, course: null },
  },
];

/** Pools of BEX on Berachain. */
export const CHAIN_80094: readonly PoolPlan[] = [
  {
    kind: "weighted",
    name: "50WBERA-50HONEY",
    symbol: "50WBERA-50HONEY-WEIGHTED",
    tokens: { WBERA: 50, HONEY: 50 },
    swapFeeWad: 3n * 10n ** 15n,
    usd: 4_000_000,
  },
  {
    kind: "weighted",
    name: "50WETH-50WBERA",
    symbol: "50WETH-50WBERA-WEIGHTED",
    tokens: { WETH: 50, WBERA: 50 },
    swapFeeWad: 3n * 10n ** 15n,
    usd: 4_000_000,
  },
  {
    kind: "stable",
    name: "USDC.e-HONEY",
    symbol: "USDC.e-HONEY-STABLE",
    tokens: { "USDC.e": 1, HONEY: 1 },
    amplification: 500n,
    swapFeeWad: 10n ** 14n,
    usd: 4_000_000,
  },
];
