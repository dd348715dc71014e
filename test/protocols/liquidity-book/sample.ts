import { createBinTable } from "../../../src/protocols/liquidity-book/bins.ts";
import type { LiquidityBookPool } from "../../../src/protocols/liquidity-book/pool.ts";
import { ID_OF_ONE } from "../../../src/protocols/liquidity-book/price.ts";

const ONE = 10n ** 18n;
const TOKEN_X = `0x${"a".repeat(40)}` as const;
const TOKEN_Y = `0x${"b".repeat(40)}` as const;

/** Bins around the active one: X above it, Y below. */
function binsAround(activeId: number, count: number, each: bigint) {
  const bins = [];
  for (let bin = activeId - count; bin <= activeId + count; bin++) {
    const reserveX = bin < activeId ? 0n : each + BigInt(bin % 7);
    const reserveY = bin > activeId ? 0n : 2n * each + BigInt(bin % 5);
    bins.push({ bin, reserveX, reserveY });
  }
  return bins;
}

function sampleOf(
  number: number,
  { count, each, ...more }: { count: number; each: bigint } & Partial<LiquidityBookPool>,
): LiquidityBookPool {
  const address = `0x${number.toString(16).padStart(40, "0")}` as const;
  const activeId = more.activeId ?? ID_OF_ONE;
  const rows = binsAround(activeId, count, each);
  return {
    ...{ id: address, address, slug: "lfj-v2-1", tokenX: TOKEN_X, tokenY: TOKEN_Y, binStep: 20 },
    ...{ activeId, updatedBlock: 1, binsBlock: 1 },
    parameters: {
      ...{ baseFactor: 8_000, filterPeriod: 30, decayPeriod: 600, reductionFactor: 5_000 },
      ...{ variableFeeControl: 20_000, protocolShare: 1_000, maxVolatilityAccumulator: 350_000 },
    },
    volatility: {
      ...{ volatilityAccumulator: 45_000, volatilityReference: 15_000 },
      ...{ idReference: activeId + 3, timeOfLastUpdate: 0 },
    },
    bins: createBinTable(rows, activeId),
    changed: new Map(
      rows.filter(({ bin }) => bin === activeId).map(({ bin, ...held }) => [bin, held]),
    ),
    ...more,
  };
}

/** States that the conformance tests run on. */
export const samples: readonly LiquidityBookPool[] = [
  sampleOf(1, { count: 12, each: 1_000n * ONE }),
  sampleOf(2, { count: 300, each: ONE, activeId: ID_OF_ONE - 2_000, binStep: 100 }),
  // The active bin has been emptied of Y, and the fee does not move.
  sampleOf(3, {
    ...{ count: 4, each: 5n * ONE, binStep: 1 },
    changed: new Map([[ID_OF_ONE, { reserveX: 20n * ONE, reserveY: 0n }]]),
    parameters: {
      ...{ baseFactor: 20_000, filterPeriod: 10, decayPeriod: 120, reductionFactor: 5_000 },
      ...{ variableFeeControl: 0, protocolShare: 0, maxVolatilityAccumulator: 100_000 },
    },
  }),
];
