import { NATIVE, ZERO_ADDRESS } from "../../../src/lib/address.ts";
import type { InfinityBinPool } from "../../../src/protocols/pancakeswap-infinity-bin/pool.ts";
import { samples as pairs } from "../liquidity-book/sample.ts";

const FEES = [
  { feesPips: [99, 99], protocolFee: 32 | (32 << 12), keyFee: 67 },
  { feesPips: [103_600, 100_000], protocolFee: 4_000, keyFee: 100_000 },
  { feesPips: [0, 400], protocolFee: 400 << 12, keyFee: 0x800000 },
] as const;

/** States that the conformance tests run on: the bins of Liquidity Book's, with other fees. */
export const samples: readonly InfinityBinPool[] = pairs.map((pair, at) => {
  const { tokenX, tokenY, binStep, activeId, bins, changed, binsBlock, updatedBlock } = pair;
  const fees = FEES[at % FEES.length] ?? FEES[0];
  return {
    ...{ id: `0x${(at + 1).toString(16).padStart(64, "0")}`, slug: "pancakeswap-infinity-bin" },
    manager: "0xc697d2898e0d09264376196696c51d7abbbaa4a9",
    vault: "0x238a358808379702088667322f80ac48bad5e6c4",
    ...{ tokenX: at === 1 ? NATIVE : tokenX, tokenY, hooks: ZERO_ADDRESS, ...fees },
    parameters: `0x${(binStep << 16).toString(16).padStart(64, "0")}`,
    ...{ binStep, activeId, bins, changed, binsBlock, updatedBlock },
  };
});
