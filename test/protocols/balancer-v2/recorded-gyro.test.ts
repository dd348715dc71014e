import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Address, numberToHex } from "viem";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { lower } from "../../../src/lib/address.ts";
import { isSound } from "../../../src/protocols/balancer-v2/eclp-sound.ts";
import { ellipseOf } from "../../../src/protocols/balancer-v2/ellipse.ts";
import { ONE } from "../../../src/protocols/balancer-v2/fixed-point.ts";
import { quote } from "../../../src/protocols/balancer-v2/pool.ts";
import type { GyroPool } from "../../../src/protocols/balancer-v2/state.ts";
import type { Edge } from "../../../src/protocols/protocol.ts";
import { eclpPool, twoClpPool } from "./sample.ts";

const amount = z.string().transform(BigInt);
const fixture = z.object({
  pools: z.array(
    z.object({
      ...{ pool: z.string(), decimals: z.array(z.number()), shape: z.array(amount) },
      ...{ rates: z.array(amount), swapFeeWad: amount },
      swaps: z.array(
        z.object({
          ...{ balances: z.array(amount), from: z.number() },
          ...{ amountIn: amount, amountOut: amount },
        }),
      ),
    }),
  ),
});

function recordedIn(name: string) {
  const path = join(import.meta.dirname, "../../fixtures/balancer-v2", name);
  return fixture.parse(JSON.parse(readFileSync(path, "utf8"))).pools;
}

function tokenAt(index: number): Address {
  return lower(numberToHex(index + 1, { size: 20 }));
}

const eclps = recordedIn("eclp-swaps.json");
const twoClps = recordedIn("two-clp-swaps.json");

type Recorded = (typeof eclps)[number];

/** Every recorded swap pays what it paid. */
function pays(
  pool: GyroPool,
  { decimals, rates, swapFeeWad, swaps }: Omit<Recorded, "pool" | "shape">,
): void {
  for (const { balances, from, amountIn, amountOut } of swaps) {
    const state = {
      ...{ ...pool, balances, swapFeeWad },
      tokens: decimals.map((_, index) => tokenAt(index)),
      scales: decimals.map((places) => 10n ** BigInt(18 - places)),
      rates: rates.map((rate) => (rate === ONE ? null : rate)),
    };
    const [tokenIn, tokenOut] = [tokenAt(from), tokenAt(1 - from)];
    const edge: Edge = { action: "swap", tokenIn, tokenOut };
    const quoted = quote(state, edge, amountIn, { number: 2n, timestamp: 12n });
    expect(quoted).toMatchObject({ ok: true, amountOut });
  }
}

describe("quote", () => {
  test.each(
    eclps.map((one, i) => ({ i, ...one })),
  )("default: what E-CLP $i of $pool pays", (one) => {
    pays({ ...eclpPool, ellipse: ellipseOf(one.shape) }, one);
  });

  test.each(
    twoClps.map((one, i) => ({ i, ...one })),
  )("default: what 2-CLP $i of $pool pays", (one) => {
    const [sqrtAlpha = 0n, sqrtBeta = 0n] = one.shape;
    pays({ ...twoClpPool, range: { sqrtAlpha, sqrtBeta } }, one);
  });
});

describe("isSound", () => {
  test("default: what real pools were made with", () => {
    for (const { shape } of eclps) expect(isSound(ellipseOf(shape))).toBe(true);
  });

  test("behavior: not what the factory takes and the contract cannot reckon with", () => {
    const { ellipse } = eclpPool;
    const huge = 10n ** 60n;
    for (const change of [
      ...[{ u: -huge }, { v: -huge }, { w: -huge }, { z: -huge }, { lambda: 0n }],
      ...[{ dSq: ellipse.dSq + 10n ** 12n }, { c: ONE }, { s: -ellipse.s }],
      ...[{ lambda: 10n ** 27n }, { tauAlpha: ellipse.tauBeta, tauBeta: ellipse.tauAlpha }],
      ...[{ alpha: ellipse.alpha * 2n }, { beta: ellipse.beta + ONE / 100n }],
      ...[{ alpha: 0n }, { u: ellipse.u + 10n ** 34n }, { z: -ellipse.z - 10n ** 34n }],
      ...[{ tauBeta: { x: huge, y: 0n } }, { u: 0n, v: 0n, w: 0n, z: 0n }],
    ]) {
      expect(isSound({ ...ellipse, ...change })).toBe(false);
    }
  });
});
