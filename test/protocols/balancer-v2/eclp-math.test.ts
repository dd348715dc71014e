import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { derivedParameters } from "../../../devnet/protocols/eclp-parameters.ts";
import {
  eclpBalance,
  eclpInvariant,
  eclpMost,
  eclpOut,
  eclpPrice,
} from "../../../src/protocols/balancer-v2/eclp-math.ts";
import { ellipseOf } from "../../../src/protocols/balancer-v2/ellipse.ts";

const amount = z.string().transform(BigInt);
const path = join(import.meta.dirname, "../../fixtures/balancer-v3/eclp.json");
const recorded = z
  .object({
    ellipses: z.array(z.array(amount)),
    answers: z.array(
      z.object({
        ...{ ellipse: z.number(), balances: z.array(amount), indexIn: z.number() },
        ...{ amountIn: amount, out: amount.nullable(), down: amount, up: amount },
        ...{ ratioWad: amount, balance: amount.nullable() },
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(path, "utf8")));
const ellipses = recorded.ellipses.map(ellipseOf);

describe.each(ellipses.map((ellipse, i) => ({ ellipse, i })))("ellipse $i", ({ ellipse, i }) => {
  const answers = recorded.answers.filter((answer) => answer.ellipse === i);

  test("eclpOut: swaps pay what the contract paid, and are refused where it refused", () => {
    for (const { balances, indexIn, amountIn, out } of answers) {
      const swap = { indexIn, indexOut: 1 - indexIn, amountIn };
      // Nothing is paid where the contract's rounding would leave more than there was.
      expect(eclpOut(ellipse, balances, swap) || null).toBe(out);
    }
  });

  test("eclpInvariant: from below and from above", () => {
    for (const { balances, down, up } of answers) {
      expect(eclpInvariant(ellipse, balances, "down")).toBe(down);
      expect(eclpInvariant(ellipse, balances, "up")).toBe(up);
    }
  });

  test("eclpBalance: of another invariant", () => {
    for (const { balances, indexIn: index, ratioWad, balance } of answers) {
      expect(eclpBalance(ellipse, balances, { index, ratioWad })).toBe(balance);
    }
  });

  test("eclpMost: more is refused, and so much leaves next to nothing", () => {
    for (const { balances, indexIn } of answers) {
      const most = eclpMost(ellipse, balances, indexIn) ?? 0n;
      const before = balances[indexIn] ?? 0n;
      const swap = { indexIn, indexOut: 1 - indexIn };
      expect(eclpOut(ellipse, balances, { ...swap, amountIn: most - before + 1n })).toBeNull();
      const out = eclpOut(ellipse, balances, { ...swap, amountIn: most - before }) ?? 0n;
      expect(Number(out) / Number(balances[1 - indexIn])).toBeCloseTo(1, 5);
    }
  });

  test("eclpPrice: within the range, and what a small swap pays", () => {
    for (const { balances } of answers) {
      const { numerator, denominator } = eclpPrice(ellipse, balances) ?? {};
      expect(denominator).toBeGreaterThan(0n);
      const price = Number(numerator) / Number(denominator);
      expect(price / (Number(ellipse.alpha) / 1e18)).toBeGreaterThan(1 - 1e-9);
      expect(price / (Number(ellipse.beta) / 1e18)).toBeLessThan(1 + 1e-9);
      const amountIn = (balances[0] ?? 0n) / 1_000_000n;
      const out = eclpOut(ellipse, balances, { indexIn: 0, indexOut: 1, amountIn });
      if (out !== null) expect(Number(out) / Number(amountIn) / price).toBeCloseTo(1, 3);
    }
  });

  test("derivedParameters: what the pool was given", () => {
    const { alpha, beta, c, s, lambda, ...derived } = ellipse;
    expect(derivedParameters({ alpha, beta, c, s, lambda })).toEqual(derived);
  });
});
