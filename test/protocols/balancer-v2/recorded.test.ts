import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Address, getAddress, numberToHex } from "viem";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { lower } from "../../../src/lib/address.ts";
import { quote } from "../../../src/protocols/balancer-v2/pool.ts";
import type { WeightedPool } from "../../../src/protocols/balancer-v2/state.ts";
import { weightedPool } from "./sample.ts";

const amount = z.string().transform(BigInt);
const fixture = z.object({
  pools: z.array(
    z.object({
      address: z.string(),
      version: z.union([z.literal(1), z.literal(4)]),
      decimals: z.array(z.number()),
      ...{ balances: z.array(amount), weights: z.array(amount), swapFeeWad: amount },
      swaps: z.array(
        z.object({ from: z.number(), to: z.number(), amountIn: amount, amountOut: amount }),
      ),
    }),
  ),
});
const path = join(import.meta.dirname, "../../fixtures/balancer-v2/swaps.json");
const { pools } = fixture.parse(JSON.parse(readFileSync(path, "utf8")));

function tokenAt(index: number): Address {
  return lower(numberToHex(index + 1, { size: 20 }));
}

describe("quote", () => {
  test.each(pools)("default: what the vault pays for swaps in $address", (recorded) => {
    const { version, decimals, balances, weights, swapFeeWad } = recorded;
    const pool: WeightedPool = {
      ...weightedPool,
      ...{ address: lower(getAddress(recorded.address)), version, balances, weights, swapFeeWad },
      tokens: decimals.map((_, i) => tokenAt(i)),
      scales: decimals.map((places) => 10n ** BigInt(18 - places)),
    };
    for (const { from, to, amountIn, amountOut } of recorded.swaps) {
      const edge = { action: "swap", tokenIn: tokenAt(from), tokenOut: tokenAt(to) } as const;
      const quoted = quote(pool, edge, amountIn, { number: 2n, timestamp: 12n });
      expect(quoted).toMatchObject({ ok: true, amountOut });
    }
  });
});
