import type { MorphoMarket } from "../../../src/protocols/morpho-blue/pool.ts";

/** A market at 80 % utilization with a fee of 10 %, updated at the second of the samples' block. */
export const market: MorphoMarket = {
  id: "0x00000000000000000000000000000000000000000000000000000000000000f6",
  slug: "morpho-blue",
  updatedBlock: 1,
  morpho: "0x00000000000000000000000000000000000000f6",
  loanToken: "0x0000000000000000000000000000000000000a00",
  collateralToken: "0x0000000000000000000000000000000000000b00",
  oracle: "0x0000000000000000000000000000000000000c00",
  irm: "0x0000000000000000000000000000000000000d00",
  lltvWad: 860_000_000_000_000_000n,
  model: "adaptive-curve",
  totalSupplyAssets: 1_000_000_000_000n,
  totalSupplyShares: 950_000_000_000_000_000n,
  totalBorrowAssets: 800_000_000_000n,
  totalBorrowShares: 740_000_000_000_000_000n,
  lastUpdate: 12n,
  feeWad: 100_000_000_000_000_000n,
  rateAtTargetWad: 1_268_391_679n,
};

/** States that the conformance tests run on. */
export const samples: readonly MorphoMarket[] = [
  market,
  {
    ...{ ...market, totalSupplyAssets: 0n, totalSupplyShares: 0n, totalBorrowAssets: 0n },
    ...{ totalBorrowShares: 0n, rateAtTargetWad: 0n },
  },
  { ...market, model: "none", rateAtTargetWad: 0n, lastUpdate: 1n },
  { ...market, model: "unknown" },
];
