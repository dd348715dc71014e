import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Address, Hex } from "viem";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { edges, GAS, quote } from "../../../src/protocols/fluid-dex-lite/pool.ts";
import { dexIdOfKey } from "../../../src/protocols/fluid-dex-lite/reading.ts";
import {
  type DexLitePool,
  FIELDS,
  withField,
} from "../../../src/protocols/fluid-dex-lite/state.ts";
import { external } from "./sample.ts";

const amount = z.string().transform(BigInt);
const hex = z.string().transform((text) => text as Hex);
const fixture = z.object({
  ...{ tokens: z.tuple([hex, hex]), salt: hex, dexId: hex },
  ...{ variables: amount, centerShift: amount, rangeShift: amount, externalPrice: amount },
  timestamp: amount,
  swaps: z.array(z.object({ tokenIn: z.number(), amountIn: amount, amountOut: amount })),
});

const words = z.object({
  ...{ variables: amount, centerShift: amount, rangeShift: amount, thresholdShift: amount },
});
const executions = z.object({
  swaps: z.array(
    z.object({
      ...{ timestamp: amount, externalPrice: amount, before: words, after: words },
      ...{ tokenIn: z.number(), amountIn: amount, amountOut: amount },
    }),
  ),
});

function fixtureOf<T>(file: string, schema: z.ZodType<T>): T {
  const path = join(import.meta.dirname, "../../fixtures/fluid-dex-lite", file);
  return schema.parse(JSON.parse(readFileSync(path, "utf8")));
}

const recorded = fixtureOf("swaps.json", fixture);
const { swaps: executed } = fixtureOf("executed.json", executions);

const pool: DexLitePool = {
  ...external,
  ...{ id: recorded.dexId, tokens: recorded.tokens as [Address, Address], salt: recorded.salt },
  variables: withField(recorded.variables, FIELDS.centerNonce, 1n),
  centerShift: recorded.centerShift,
  rangeShift: recorded.rangeShift,
  externalPrice: recorded.externalPrice,
};

describe("recorded", () => {
  test.each(recorded.swaps)("default: $amountIn of token $tokenIn", (swap) => {
    const edge = edges(pool)[swap.tokenIn];
    if (edge === undefined) throw new Error("no edge");
    const quoted = quote(pool, edge, swap.amountIn, recorded);
    expect(quoted).toMatchObject({ ok: true, amountOut: swap.amountOut });
  });

  test("behavior: the id is that of the key", () => {
    const [token0, token1] = recorded.tokens;
    expect(dexIdOfKey({ token0, token1, salt: recorded.salt })).toBe(recorded.dexId);
  });
});

describe("executed", () => {
  test.each(executed.map((swap, at) => ({ ...swap, at })))("default: swap $at", (swap) => {
    const { before, after, externalPrice, tokenIn, amountIn, amountOut } = swap;
    const found = { ...external, ...before, externalPrice };
    const edge = edges(found)[tokenIn];
    if (edge === undefined) throw new Error("no edge");
    expect(quote(found, edge, amountIn, swap)).toEqual({
      ...{ ok: true, amountOut, gas: GAS },
      next: { ...found, ...after },
    });
  });
});
