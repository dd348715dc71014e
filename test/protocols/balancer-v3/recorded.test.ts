import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { divUp } from "../../../src/lib/math.ts";
import { isSound } from "../../../src/protocols/balancer-v2/eclp-sound.ts";
import { ellipseOf } from "../../../src/protocols/balancer-v2/ellipse.ts";
import {
  joined,
  left,
  leftInProportion,
  type Outcome,
  swapped,
} from "../../../src/protocols/balancer-v3/operations.ts";
import { loaded } from "../../../src/protocols/balancer-v3/scaling.ts";
import type { BalancerV3Pool } from "../../../src/protocols/balancer-v3/state.ts";
import { eclpPool, stablePool, weightedPool } from "./sample.ts";

const amount = z.string().transform(BigInt);
const amounts = z.array(amount);
const fixture = z.object({
  pools: z.record(
    z.string(),
    z.object({
      kind: z.enum(["weighted", "stable", "eclp"]),
      ...{ scales: amounts, rates: amounts, live: amounts, supply: amount },
      ...{ swapFeeWad: amount, aggregateSwapFeeWad: amount },
      ...{ weights: amounts.optional(), amp: amount.optional(), ellipse: amounts.optional() },
      surge: z.object({ thresholdWad: amount, maxFeeWad: amount }).optional(),
    }),
  ),
  operations: z.array(
    z.object({
      pool: z.string(),
      kind: z.enum(["swap", "join", "exit", "exitToOne"]),
      ...{ indexIn: z.number().default(0), indexOut: z.number().default(0) },
      ...{ index: z.number().default(0), amountsIn: amounts, amountsOut: amounts },
    }),
  ),
});

const path = join(import.meta.dirname, "../../fixtures/balancer-v3/pools.json");
const { pools, operations } = fixture.parse(JSON.parse(readFileSync(path, "utf8")));
const ONE = 10n ** 18n;

function stateOf(name: string): BalancerV3Pool {
  const recorded = pools[name];
  if (recorded === undefined) throw new Error(`no pool ${name}`);
  const { kind, live, weights = [], amp = 0n, surge = null, ...rest } = recorded;
  const { ellipse = [], ...numbers } = rest;
  const { scales, rates } = recorded;
  const common = {
    ...numbers,
    tokens: weightedPool.tokens,
    lastLive: live,
    // The smallest that is worth as much.
    balances: live.map((own, i) => divUp(own * ONE, (scales[i] ?? 1n) * (rates[i] ?? ONE))),
    isTaxed: live.map(() => false),
  };
  const amplification = { startValue: amp, endValue: amp, startTime: 0n, endTime: 0n };
  switch (kind) {
    case "weighted":
      return { ...weightedPool, ...common, weights };
    case "stable":
      return { ...stablePool, ...common, amplification, surge, limitsImbalance: false };
    case "eclp":
      return { ...eclpPool, ...common, ellipse: ellipseOf(ellipse) };
  }
}

function outcomeOf(state: BalancerV3Pool, one: (typeof operations)[number]): Outcome {
  const { kind, indexIn, indexOut, index, amountsIn } = one;
  const [amountIn = 0n] = amountsIn;
  switch (kind) {
    case "swap":
      return swapped(state, { indexIn, indexOut, amountIn }, 1n);
    case "join":
      return joined(state, amountsIn, 1n);
    case "exit":
      return leftInProportion(state, amountIn);
    case "exitToOne":
      return left(state, { index, shares: amountIn }, 1n);
  }
}

describe("loaded", () => {
  test.each(Object.keys(pools))("default: balances of %s as recorded", (name) => {
    expect(loaded(stateOf(name), "down").live).toEqual(pools[name]?.live);
  });
});

describe("outcome", () => {
  test.each(operations)("behavior: as recorded: $pool, $kind, $amountsIn", (one) => {
    const outcome = outcomeOf(stateOf(one.pool), one);
    expect(outcome).toMatchObject({ ok: true, amounts: one.amountsOut });
  });
});

describe("isSound", () => {
  const shapes = Object.entries(pools).flatMap(([name, { ellipse }]) =>
    ellipse === undefined ? [] : [[name, ellipseOf(ellipse)] as const],
  );
  test.each(shapes)("default: the ellipse of %s", (_, ellipse) => {
    expect(isSound(ellipse)).toBe(true);
  });

  test.each(shapes)("behavior: not where a number does not follow: %s", (_, ellipse) => {
    expect(isSound({ ...ellipse, v: ellipse.v / 2n })).toBe(false);
    expect(isSound({ ...ellipse, tauBeta: { x: -ellipse.tauBeta.x, y: ellipse.tauBeta.y } })).toBe(
      false,
    );
  });
});
