import { describe, expect, test } from "vitest";
import { PROTOCOLS } from "../../src/protocols/index.ts";
import type { BlockContext, PoolState } from "../../src/protocols/protocol.ts";
import { createRandom } from "./chain.ts";

const at: BlockContext = { number: 2n, timestamp: 1_800_000_000n };
const AMOUNTS = 200;

const families = PROTOCOLS.filter(({ curve }) => curve !== undefined).map((protocol) => ({
  family: protocol.family,
  protocol,
}));

async function samplesOf(family: string): Promise<readonly PoolState[]> {
  const module: { samples: readonly PoolState[] } = await import(`./${family}/sample.ts`);
  return module.samples;
}

describe.each(families)("curve of $family", ({ family, protocol }) => {
  test("default: within 2 units and a billionth of the quote, concave, and its inverse agrees", async () => {
    const random = createRandom(3);
    let compared = 0;
    for (const state of await samplesOf(family)) {
      for (const edge of protocol.edges(state)) {
        const curve = protocol.curve?.(state, edge, at);
        if (curve === undefined || curve === null) continue;
        const most = protocol.maxIn(state, edge, at);
        if (most === 0n) continue;
        const amounts = Array.from({ length: AMOUNTS }, () => {
          const digits = random() * Math.min(most.toString().length, 40);
          return BigInt(Math.floor(Math.min(10 ** digits, Number(most) * 0.999_999)));
        });
        amounts.sort((a, b) => (a < b ? -1 : 1));
        let marginal = Number.POSITIVE_INFINITY;
        for (const amountIn of amounts.filter((amount) => amount > 0n)) {
          const quote = protocol.quote(state, edge, amountIn, at);
          const label = `${edge.action} ${amountIn} of ${state.id}`;
          const x = Number(amountIn);
          const exact = quote.ok ? Number(quote.amountOut) : 0;
          const allowed = 2 + 1e-9 * exact;
          expect(Math.abs(curve.output(x) - exact), label).toBeLessThanOrEqual(allowed);
          expect(curve.marginal(x), label).toBeLessThanOrEqual(marginal * (1 + 1e-9));
          expect(curve.curvature(x), label).toBeLessThanOrEqual(0);
          marginal = curve.marginal(x);
          if (marginal > 0) {
            expect(curve.inputAt(marginal * (1 - 1e-9)), label).toBeGreaterThanOrEqual(
              x * (1 - 1e-6),
            );
            const inverse = curve.inputAt(marginal * (1 + 1e-9));
            expect(inverse, label).toBeLessThanOrEqual(x * (1 + 1e-6) + 1);
          }
          // A concave curve lies below its tangents.
          const chord = curve.output(2 * x) - curve.output(x);
          const noise = 1e-9 * curve.output(2 * x);
          expect(chord, label).toBeLessThanOrEqual(marginal * x * (1 + 1e-9) + noise);
          compared += 1;
        }
        expect(curve.output(0)).toBe(0);
        expect(curve.inputAt(curve.marginal(0) * 2)).toBe(0);
      }
    }
    expect(compared).toBeGreaterThan(0);
  });
});
