import type { CompoundV2Market } from "../../../src/protocols/compound-v2/pool.ts";

const WAD = 10n ** 18n;
const NATIVE = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";
const state: CompoundV2Market = {
  ...{ id: "0x39aa39c021dfbae8fac545936693ac917d5e7563", slug: "compound-v2", updatedBlock: 1 },
  cToken: "0x39aa39c021dfbae8fac545936693ac917d5e7563",
  comptroller: "0x3d9819210a31b4961b30ef54be2aed79b9c9cd3b",
  asset: "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
  paidIn: "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
  ...{ clock: "block", ticksPerYear: 2_628_000, accruedAt: 20_000_000 },
  rewardTokens: ["0xc00e94cb662c3520282e6f5717214004a7f26888"],
  ...{ borrowRateWad: 15_220_700_152n, reserveFactorWad: (75n * WAD) / 1_000n },
  ...{ cash: 60_123_456_789_012n, totalBorrows: 230_987_654_321_098n },
  ...{ totalReserves: 1_234_567_890_123n, totalSupply: 1_212_345_678_901_234n },
  ...{ initialRateWad: 0n, reservesDueAt: null, supplyCap: null, redeemFeeWad: 0n },
  ...{ isMintPaused: false, isRedeemPaused: false },
  ...{ isTransferPaused: false, isBorrowPaused: false },
};

/** States that the conformance tests run on. */
export const samples: readonly CompoundV2Market[] = [
  state,
  { ...state, isMintPaused: true, asset: NATIVE, paidIn: NATIVE, rewardTokens: [] },
  {
    ...{ ...state, slug: "venus", supplyCap: 400_000_000_000_000n, redeemFeeWad: WAD / 1_000n },
    reservesDueAt: 20_000_001,
  },
  {
    ...{ ...state, slug: "moonwell", clock: "second", supplyCap: 300_000_000_000_000n },
    ...{ paidIn: NATIVE, accruedAt: 1_799_999_000, isBorrowPaused: true },
  },
  { ...state, slug: "benqi", clock: "second", isTransferPaused: true, accruedAt: 1_799_999_000 },
  {
    ...{ ...state, totalSupply: 0n, totalBorrows: 0n, totalReserves: 0n, cash: 0n },
    initialRateWad: 2n * 10n ** 14n,
  },
];
