import { readFileSync } from "node:fs";
import { join } from "node:path";
import { encodeAbiParameters, type Hex, parseAbiParameters } from "viem";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { feePipsAt } from "../../../src/protocols/slipstream/fees.ts";
import { maxIn, quote, type SlipstreamPool } from "../../../src/protocols/slipstream/pool.ts";
import { readFees } from "../../../src/protocols/slipstream/reading.ts";
import { swap } from "../../../src/protocols/uniswap-v3/swap.ts";
import {
  createTickTable,
  HIGHEST_LIMIT,
  LOWEST_LIMIT,
} from "../../../src/protocols/uniswap-v3/tick-table.ts";
import { samples } from "./sample.ts";

const amount = z.string().transform(BigInt);
const fixture = z.object({
  pools: z.record(
    z.string(),
    z.object({
      ...{ feePips: z.number(), tickSpacing: z.number() },
      ...{ sqrtPriceX96: amount, tick: z.number(), liquidity: amount },
      ticks: z.array(z.tuple([z.number(), amount])),
    }),
  ),
  swaps: z.array(
    z.object({
      ...{ pool: z.string(), zeroForOne: z.boolean(), kind: z.enum(["exactIn", "exactOut"]) },
      ...{ amount, limit: amount.optional(), amountOut: amount.optional() },
      ...{ amount0: amount.optional(), amount1: amount.optional() },
      ...{ sqrtPriceX96After: amount.optional(), tickAfter: z.number().optional() },
      revert: z.string().optional(),
    }),
  ),
  dynamicFee: z.object({
    ...{ timestamp: z.number(), expected: z.number(), basePips: z.number(), capPips: z.number() },
    ...{ scalingFactor: amount, secondsAgo: z.number(), tick: z.number() },
    ...{ observationCardinality: z.number(), observations: z.array(z.tuple([z.number(), amount])) },
  }),
});

const path = join(import.meta.dirname, "../../fixtures/slipstream/swaps.json");
const { pools, swaps, dynamicFee } = fixture.parse(JSON.parse(readFileSync(path, "utf8")));
const at = { number: 2n, timestamp: 12n };

function stateOf(name: string): SlipstreamPool {
  const [sample] = samples;
  const recorded = pools[name];
  if (sample === undefined || recorded === undefined) throw new Error(`no pool ${name}`);
  const { ticks, ...numbers } = recorded;
  const table = createTickTable(ticks.map(([tick, liquidityNet]) => ({ tick, liquidityNet })));
  return { ...sample, ...numbers, ticks: table };
}

const states = new Map(Object.keys(pools).map((name) => [name, stateOf(name)]));

describe("swap", () => {
  test.each(swaps)("behavior: as recorded: $pool, $zeroForOne, $kind, $amount, $limit", (one) => {
    const { zeroForOne, kind } = one;
    const result = swap(states.get(one.pool) as SlipstreamPool, {
      zeroForOne,
      amountSpecified: kind === "exactIn" ? one.amount : -one.amount,
      sqrtPriceLimitX96: one.limit ?? (zeroForOne ? LOWEST_LIMIT : HIGHEST_LIMIT),
    });
    if (one.revert !== undefined) {
      expect([one.revert, result]).toEqual(["SPL", { ok: false, reason: "price-limit" }]);
      return;
    }
    if (!result.ok) throw new Error(`refused: ${result.reason}`);
    const { amountIn, amountOut, sqrtPriceX96, tick } = result;
    if (one.amountOut !== undefined) {
      expect([amountIn, amountOut]).toEqual([one.amount, one.amountOut]);
      return;
    }
    const [gained, given] = zeroForOne ? [one.amount0, one.amount1] : [one.amount1, one.amount0];
    expect([amountIn, amountOut]).toEqual([gained, -(given ?? 0n)]);
    expect(tick).toBe(one.tickAfter);
    const error = sqrtPriceX96 - (one.sqrtPriceX96After ?? 0n);
    expect(error < 0n ? -error : error).toBeLessThanOrEqual(1n);
  });
});

describe("quote", () => {
  const quoted = swaps.filter(({ amountOut }) => amountOut !== undefined);

  test.each(quoted)("behavior: as the official quoter: $zeroForOne, $amount", (one) => {
    const state = states.get(one.pool) as SlipstreamPool;
    const [tokenIn, tokenOut] = one.zeroForOne
      ? [state.token0, state.token1]
      : [state.token1, state.token0];
    const edge = { action: "swap", tokenIn, tokenOut } as const;
    const result = quote(state, edge, one.amount, at);
    if (one.amount > maxIn(state, edge, at)) {
      expect(result).toEqual({ ok: false, reason: "insufficient-liquidity" });
    } else if (one.amountOut === 0n) {
      expect(result).toEqual({ ok: false, reason: "amount-too-small" });
    } else expect(result).toMatchObject({ ok: true, amountOut: one.amountOut });
  });
});

describe("readFees", () => {
  /** The sum of ticks over time, as the pool's oracle has it between two observations. */
  function sumAt(timestamp: number): bigint {
    const { observations, tick } = dynamicFee;
    const after = observations.findIndex(([time]) => time > timestamp);
    if (after === -1) {
      const [time = 0, sum = 0n] = observations.at(-1) ?? [];
      return sum + BigInt(tick * (timestamp - time));
    }
    const [[from = 0, low = 0n] = [], [to = 1, high = 0n] = []] = [
      observations[after - 1],
      observations[after],
    ];
    return low + ((high - low) / BigInt(to - from)) * BigInt(timestamp - from);
  }

  test("behavior: the recorded fee of observations", async () => {
    const { timestamp, secondsAgo, basePips, capPips, scalingFactor, tick } = dynamicFee;
    const word = (value: bigint | number) =>
      encodeAbiParameters(parseAbiParameters("int256"), [BigInt(value)]);
    const module = "0xdb45818a6db280ecfeb33cbebd445423d0216b5d";
    const words = (values: readonly (bigint | number)[]) =>
      `0x${values.map((value) => word(value).slice(2)).join("")}` as Hex;
    const sums = [0, 1, 2].map((second) => sumAt(timestamp + second - secondsAgo));
    const returned: readonly Hex[] = [
      ...[word(BigInt(module)), word(secondsAgo), word(2), word(0), word(0)],
      ...[word(dynamicFee.expected), word(362), words([basePips, capPips, scalingFactor])],
      words([1, tick, 534, dynamicFee.observationCardinality]),
      encodeAbiParameters(parseAbiParameters("int56[], uint160[]"), [
        [...sums, sumAt(timestamp)],
        [],
      ]),
    ];
    const [pool] = samples;
    if (pool === undefined) throw new Error("no sample");
    const fees = await readFees(
      async () => returned.map((returnData) => ({ success: true, returnData })),
      { factory: pool.address, feeModule: module, pools: [pool], timestamp },
    );
    const fee = fees.get(pool.address);
    if (fee?.dynamicFee == null) throw new Error("the fee is dynamic");
    expect(fee.feePips).toBe(basePips);
    expect(feePipsAt(basePips, fee.dynamicFee, { tick, timestamp })).toBe(dynamicFee.expected);
  });
});
