import { readFileSync } from "node:fs";
import { z } from "zod";
import type { Reserves } from "../../../src/protocols/curve-crypto/reserves.ts";

const amount = z.string().transform(BigInt);
const amounts = z.array(amount);
const call = z.object({ kind: z.string(), tokenIn: z.string(), tokenOut: z.string(), amount });

const recorded = z
  .object({
    pools: z.record(
      z.string(),
      z.object({
        ...{ code: z.enum(["2021-05", "2021-07", "factory"]), timestamp: amount },
        ...{ coins: z.array(z.string()), decimals: z.array(z.number()), balances: amounts },
        ...{ supply: amount, d: amount, priceScales: amounts, virtualPrice: amount },
        ...{ lastPrices: amounts.nullable(), priceAverages: amounts.nullable() },
        ...{ profit: amount.nullable(), allowedProfit: amount.nullable() },
        ...{ adjustmentStep: amount.nullable(), averagingSeconds: amount.nullable() },
        ...{ midFeeE10: amount, outFeeE10: amount, feeGamma: amount, ann: amount, gamma: amount },
      }),
    ),
    vectors: z.array(
      z.object({
        ...{ pool: z.string(), origin: z.enum(["chain", "library"]), source: z.string() },
        call: z.union([z.object({ sequence: z.array(call) }), call]),
        expect: z.object({ amount: amount.optional(), balances: z.array(amounts).optional() }),
      }),
    ),
  })
  .parse(
    JSON.parse(
      readFileSync(new URL("../../fixtures/curve-crypto/older.json", import.meta.url), "utf8"),
    ),
  );

/** What is recorded of older pools, by the test that it is from. */
export const { vectors: olderVectors } = recorded;

/** A recorded pool of older code, and its coins by the names of the record. */
export function olderRecorded(
  key: string,
  moves: boolean | null = null,
): {
  readonly state: Reserves;
  readonly coins: readonly string[];
  readonly timestamp: bigint;
} {
  const pool = recorded.pools[key];
  if (pool === undefined) throw new Error(`No pool ${key} was recorded.`);
  const { code, coins, timestamp, decimals, ann, gamma, ...known } = pool;
  // The oldest code tells A * n^n itself.
  const whole = code === "2021-05" ? ann * 100n : ann;
  const state = {
    ...known,
    precisions: decimals.map((each) => 10n ** BigInt(18 - each)),
    ...{ lastPrices: known.lastPrices ?? known.priceScales, averagesTime: timestamp },
    ...{ priceAverages: known.priceAverages ?? known.priceScales, claims: false },
    ...{ profit: known.profit ?? known.virtualPrice, claimedProfit: 0n },
    ...{
      allowedProfit: known.allowedProfit ?? 0n,
      averagingSeconds: known.averagingSeconds ?? 600n,
    },
    adjustmentStep: known.adjustmentStep ?? 0n,
    ...{ initialAnn: whole, futureAnn: whole, initialGamma: gamma, futureGamma: gamma },
    ...{ initialTime: 0n, futureTime: 0n },
    older: { code, threshold: known.adjustmentStep ?? 10n ** 15n, moves, isSpent: false },
  };
  return { state, coins, timestamp };
}
