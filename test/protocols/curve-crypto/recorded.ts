import { readFileSync } from "node:fs";
import type { Address } from "viem";
import { z } from "zod";
import type { CurveCryptoPool } from "../../../src/protocols/curve-crypto/pool.ts";
import { twoCoins } from "./sample.ts";

const amount = z.string().transform(BigInt);
const amounts = z.array(amount);
const address = z.string().transform((text) => text.toLowerCase() as Address);
const call = z.object({ kind: z.string(), tokenIn: address, tokenOut: address, amount });

const numbers = {
  ...{ balances: amounts, supply: amount, d: amount },
  ...{ priceScales: amounts, priceAverages: amounts, lastPrices: amounts },
  ...{ virtualPrice: amount, profit: amount, allowedProfit: amount, adjustmentStep: amount },
  ...{ midFeeE10: amount, outFeeE10: amount, feeGamma: amount },
  ...{ initialAnn: amount, initialGamma: amount, futureAnn: amount, futureGamma: amount },
  ...{ initialTime: amount, futureTime: amount },
};

const recorded = z
  .object({
    pools: z.record(
      z.string(),
      z.object({
        ...{ address, coins: z.array(address), decimals: z.array(z.number()), timestamp: amount },
        ...{ averagesTime: amount.nullable(), averagingSeconds: amount.nullable(), ...numbers },
      }),
    ),
    vectors: z.array(
      z.object({
        ...{ pool: z.string(), origin: z.enum(["chain", "library"]), source: z.string() },
        call: z.union([z.object({ sequence: z.array(call) }), call]),
        expect: z.object({
          amount: amount.optional(),
          sequence: z.array(amount.nullable()).optional(),
        }),
      }),
    ),
  })
  .parse(
    JSON.parse(
      readFileSync(new URL("../../fixtures/curve-crypto/exchanges.json", import.meta.url), "utf8"),
    ),
  );

/** An exchange that is recorded, of the smallest units of a coin. */
export type RecordedCall = z.infer<typeof call>;

/** What is recorded of pools, by the test that it is from. */
export const { vectors } = recorded;

/** A recorded pool, whose averages are of its block, with the time of that. */
export function recordedPool(key: string): {
  readonly state: CurveCryptoPool;
  readonly timestamp: bigint;
} {
  const pool = recorded.pools[key];
  if (pool === undefined) throw new Error(`No pool ${key} was recorded.`);
  const { timestamp, decimals, averagingSeconds, averagesTime: _, ...known } = pool;
  const state = {
    ...{ ...twoCoins, ...known, averagesTime: timestamp },
    averagingSeconds: averagingSeconds ?? twoCoins.averagingSeconds,
    precisions: decimals.map((each) => 10n ** BigInt(18 - each)),
  };
  return { state, timestamp };
}
