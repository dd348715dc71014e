import { readFileSync } from "node:fs";
import { join } from "node:path";
import { decodeEventLog, type Hex } from "viem";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { RamsesV3Pool } from "../../../abis/RamsesV3Pool.ts";
import { swap } from "../../../src/protocols/uniswap-v3/swap.ts";
import { HIGHEST_LIMIT, LOWEST_LIMIT } from "../../../src/protocols/uniswap-v3/tick-table.ts";
import { createPool } from "./fixture.ts";

const amount = z.string().transform(BigInt);
const hex = z.custom<Hex>((value) => typeof value === "string" && /^0x[0-9a-f]*$/.test(value));
const fixture = z.object({
  pools: z.record(
    z.string(),
    z.object({
      ...{ feePips: z.number(), tickSpacing: z.number(), sqrtPriceX96: amount },
      positions: z.array(z.tuple([z.number(), z.number(), amount])),
    }),
  ),
  swaps: z.array(
    z.object({
      ...{ pool: z.string(), zeroForOne: z.boolean(), amount, limit: amount.optional() },
      /** What the pool gained; without them the contract refused the limit. */
      ...{
        amount0: amount.optional(),
        amount1: amount.optional(),
        tickAfter: z.number().optional(),
      },
    }),
  ),
  logs: z.array(z.object({ topics: z.array(hex), data: hex })),
});

const path = join(import.meta.dirname, "../../fixtures/ramses/recorded.json");
const { pools, swaps, logs } = fixture.parse(JSON.parse(readFileSync(path, "utf8")));

describe("swap", () => {
  test.each(swaps)("behavior: as Ramses' pool: $pool, $zeroForOne, $amount, $limit", (one) => {
    const recorded = pools[one.pool];
    if (recorded === undefined) throw new Error(`no pool ${one.pool}`);
    const positions = recorded.positions.map(([tickLower, tickUpper, liquidity]) => {
      return { tickLower, tickUpper, liquidity };
    });
    const { zeroForOne, amount: amountSpecified } = one;
    const result = swap(createPool({ ...recorded, positions }), {
      ...{ zeroForOne, amountSpecified },
      sqrtPriceLimitX96: one.limit ?? (zeroForOne ? LOWEST_LIMIT : HIGHEST_LIMIT),
    });
    if (one.amount0 === undefined || one.amount1 === undefined) {
      expect(result).toEqual({ ok: false, reason: "price-limit" });
      return;
    }
    if (!result.ok) throw new Error(`refused: ${result.reason}`);
    const [gained, given] = zeroForOne ? [one.amount0, one.amount1] : [one.amount1, one.amount0];
    expect([result.amountIn, result.amountOut, result.tick]).toEqual([
      ...[gained, -given, one.tickAfter],
    ]);
  });
});

describe("RamsesV3Pool", () => {
  test("behavior: logs of real pools", () => {
    const read = logs.map(({ topics, data }) =>
      decodeEventLog({ abi: RamsesV3Pool, topics: topics as [Hex, ...Hex[]], data, strict: true }),
    );
    expect(read).toEqual([
      {
        eventName: "Mint",
        args: {
          sender: "0xB3F77C5134D643483253D22E0Ca24627aE42ED51",
          owner: "0xB3F77C5134D643483253D22E0Ca24627aE42ED51",
          ...{ index: 9_341n, tickLower: -239_640, tickUpper: -239_630 },
          ...{ amount: 27_467_827_952_461_534n, amount0: 2_193_412_726_676_701_357n, amount1: 0n },
        },
      },
      { eventName: "FeeAdjustment", args: { oldFee: 800, newFee: 5_500 } },
    ]);
  });
});
