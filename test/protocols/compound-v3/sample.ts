import type { CompoundV3Market } from "../../../src/protocols/compound-v3/pool.ts";

const YEAR = 31_536_000n;
const WAD = 10n ** 18n;
const state: CompoundV3Market = {
  ...{ id: "0xc3d688b66703497daa19211eedff47f25384cdc3", slug: "compound-v3", updatedBlock: 1 },
  comet: "0xc3d688b66703497daa19211eedff47f25384cdc3",
  base: "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
  collaterals: ["0x2260fac5e5542a773aa44fbcfedf7c193bc2c599"],
  rewards: "0x1b0e765f6224c21223aea2af16c1c46e38885a40",
  rewardToken: "0xc00e94cb662c3520282e6f5717214004a7f26888",
  ...{ supplyIndex: 1_134_567_890_123_456n, borrowIndex: 1_234_567_890_123_456n },
  ...{
    totalSupply: 300_000_000_000_000n,
    totalBorrow: 230_000_000_000_000n,
    accruedAt: 1_799_999_000,
  },
  ...{ supplyKinkWad: (8n * WAD) / 10n, supplyBaseWad: 0n },
  ...{ supplySlopeLowWad: (325n * WAD) / 10_000n / YEAR },
  ...{ supplySlopeHighWad: (4n * WAD) / 10n / YEAR },
  ...{ borrowKinkWad: (8n * WAD) / 10n, borrowBaseWad: (15n * WAD) / 1_000n / YEAR },
  ...{ borrowSlopeLowWad: (35n * WAD) / 1_000n / YEAR },
  ...{ borrowSlopeHighWad: (25n * WAD) / 100n / YEAR },
  ...{ cash: 60_000_000_000_000n, pauseFlags: 0 },
};

/** States that the conformance tests run on. */
export const samples: readonly CompoundV3Market[] = [
  state,
  { ...state, totalBorrow: 0n, cash: 340_370_367_037_036n },
  { ...state, collaterals: [], pauseFlags: 1, supplyIndex: 10n ** 15n },
  { ...state, pauseFlags: 4 },
  { ...state, totalSupply: 0n, totalBorrow: 0n, cash: 0n, supplyIndex: 10n ** 15n },
];
