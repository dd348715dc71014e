import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { createBinTable } from "../../../src/protocols/liquidity-book/bins.ts";
import type { LiquidityBookPool } from "../../../src/protocols/liquidity-book/pool.ts";

const amount = z.string().transform(BigInt);
const address = z.string().transform((value) => value as `0x${string}`);
const fixture = z.object({
  pools: z.record(
    z.string(),
    z.object({
      ...{ address, tokenX: address, tokenY: address },
      ...{ binStep: z.number(), activeId: z.number(), timestamp: z.number() },
      parameters: z.object({
        ...{ baseFactor: z.number(), filterPeriod: z.number(), decayPeriod: z.number() },
        ...{ reductionFactor: z.number(), variableFeeControl: z.number() },
        ...{ protocolShare: z.number(), maxVolatilityAccumulator: z.number() },
      }),
      volatility: z.object({
        ...{ volatilityAccumulator: z.number(), volatilityReference: z.number() },
        ...{ idReference: z.number(), timeOfLastUpdate: z.number() },
      }),
      bins: z.array(z.tuple([z.number(), amount, amount])),
    }),
  ),
  swaps: z.array(
    z.object({
      ...{ pool: z.string(), kind: z.enum(["exactIn", "exactOut"]), tokenIn: address },
      ...{ amount, expected: amount, fee: amount },
    }),
  ),
});

const path = join(import.meta.dirname, "../../fixtures/liquidity-book/swaps.json");
const recorded = fixture.parse(JSON.parse(readFileSync(path, "utf8")));

/** Recorded swaps of recorded pairs. */
export const { swaps } = recorded;

/** A recorded pair, and when it was read. */
export function recordedPair(name: string): {
  readonly state: LiquidityBookPool;
  readonly timestamp: bigint;
} {
  const found = recorded.pools[name];
  if (found === undefined) throw new Error(`no pair ${name}`);
  const { bins, timestamp, ...pair } = found;
  const rows = bins.map(([bin, reserveX, reserveY]) => ({ bin, reserveX, reserveY }));
  const state = {
    ...{ ...pair, id: pair.address, slug: "lfj-v2-1", updatedBlock: 0, binsBlock: 0 },
    bins: createBinTable(rows, pair.activeId),
    changed: new Map(
      rows.filter(({ bin }) => bin === pair.activeId).map(({ bin, ...held }) => [bin, held]),
    ),
  };
  return { state, timestamp: BigInt(timestamp) };
}
