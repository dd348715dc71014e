import { readFileSync } from "node:fs";
import { z } from "zod";
import type { CurveMetaPool } from "../../../src/protocols/curve-meta/pool.ts";
import type { PoolNumbers } from "../../../src/protocols/curve-stableswap/reserves.ts";
import { fraxThreeCrv } from "./sample.ts";

const amount = z.string().transform(BigInt);
const amounts = z.array(amount);

const numbers = {
  ...{ balances: amounts, supply: amount, feeE10: amount, adminFeeE10: amount },
  ...{ offpegE10: amount.nullable(), dividesAtOnce: z.boolean() },
  ...{ initialA: amount, futureA: amount, initialATime: amount, futureATime: amount },
};

/** Metapools with their base pools, and what these paid, as others recorded it. */
const recorded = z
  .object({
    pools: z.record(
      z.string(),
      z.object({
        ...{ ...numbers, timestamp: amount, note: z.string() },
        rates: z.tuple([amount, amount.nullable()]),
        base: z.object({ ...numbers, rates: amounts, aPrecision: amount }),
        baseVirtualPrice: amount.nullable(),
      }),
    ),
    vectors: z.array(
      z.object({
        ...{ pool: z.string(), origin: z.enum(["chain", "library"]), source: z.string() },
        /** In the metapool; from its coin through the base pool, of which `j` is a coin. */
        kind: z.enum(["meta", "through"]),
        ...{ i: z.number(), j: z.number(), amount, expect: amount.nullable() },
      }),
    ),
  })
  .parse(
    JSON.parse(
      readFileSync(new URL("../../fixtures/curve-meta/exchanges.json", import.meta.url), "utf8"),
    ),
  );

/** What was recorded of trades. */
export const { vectors } = recorded;

/** The recorded pools by name. */
export const pools = recorded.pools;

/**
 * A recorded metapool.
 *
 * @param name Of the pools.
 */
export function recordedPool(name: string): {
  readonly meta: Omit<CurveMetaPool, "offpegE10"> & PoolNumbers;
  readonly base: PoolNumbers;
  /** Null where the pool keeps a price of its own, or none was recorded. */
  readonly baseVirtualPrice: bigint | null;
  readonly timestamp: bigint;
} {
  const pool = recorded.pools[name];
  if (pool === undefined) throw new Error(`No pool ${name} was recorded.`);
  const { base, baseVirtualPrice, timestamp, note: _, rates, ...own } = pool;
  const [first, second] = rates;
  return {
    meta: { ...fraxThreeCrv, ...own, rates: [first, second ?? 0n], base },
    ...{ base, baseVirtualPrice, timestamp },
  };
}
