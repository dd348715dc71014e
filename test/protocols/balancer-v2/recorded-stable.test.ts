import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Address, getAddress, numberToHex } from "viem";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { lower } from "../../../src/lib/address.ts";
import { ONE } from "../../../src/protocols/balancer-v2/fixed-point.ts";
import { quote } from "../../../src/protocols/balancer-v2/pool.ts";
import type { StablePool } from "../../../src/protocols/balancer-v2/state.ts";
import { stablePool } from "./sample.ts";

const amount = z.string().transform(BigInt);
const fixture = z.object({
  pools: z.array(
    z.object({
      address: z.string(),
      version: z.union([z.literal(1), z.literal(3)]),
      ...{ amp: amount, decimals: z.array(z.number()), rates: z.array(amount) },
      ...{ balances: z.array(amount), swapFeeWad: amount },
      swaps: z.array(
        z.object({ from: z.number(), to: z.number(), amountIn: amount, amountOut: amount }),
      ),
    }),
  ),
});
const path = join(import.meta.dirname, "../../fixtures/balancer-v2/stable-swaps.json");
const { pools } = fixture.parse(JSON.parse(readFileSync(path, "utf8")));

function tokenAt(index: number): Address {
  return lower(numberToHex(index + 1, { size: 20 }));
}

function stateOf(recorded: (typeof pools)[number]): StablePool {
  const { address, version, amp, decimals, rates, balances, swapFeeWad } = recorded;
  const rate = { old: null, duration: 0n, expires: 12n, isExempt: false };
  return {
    ...stablePool,
    ...{ address: lower(getAddress(address)), version, balances, swapFeeWad },
    amplification: { startValue: amp, endValue: amp, startTime: 1n, endTime: 1n },
    tokens: decimals.map((_, i) => tokenAt(i)),
    scales: decimals.map((places) => 10n ** BigInt(18 - places)),
    rates: rates.map((kept) => (kept === ONE ? null : { ...rate, kept, live: kept })),
  };
}

describe("quote", () => {
  test.each(pools)("default: what the vault pays for swaps in $address", (recorded) => {
    for (const { from, to, amountIn, amountOut } of recorded.swaps) {
      const edge = { action: "swap", tokenIn: tokenAt(from), tokenOut: tokenAt(to) } as const;
      const quoted = quote(stateOf(recorded), edge, amountIn, { number: 2n, timestamp: 12n });
      expect(quoted).toMatchObject({ ok: true, amountOut });
    }
  });
});
