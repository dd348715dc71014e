import { describe, expect, test } from "vitest";
import type { Curve } from "../../src/lib/curves/curve.ts";
import { PROTOCOLS } from "../../src/protocols/index.ts";
import type { BlockContext, Edge, PoolState, Protocol } from "../../src/protocols/protocol.ts";
import { createRandom } from "./chain.ts";
import { slackOf } from "./curve-slack.ts";

const at: BlockContext = { number: 2n, timestamp: 1_800_000_000n };
const AMOUNTS = 100;
/** More than any token's supply. */
const LARGEST = 1e40;

const families = PROTOCOLS.map((protocol) => ({ family: protocol.family, protocol }));

interface Case {
  readonly state: PoolState;
  readonly edge: Edge;
  readonly curve: Curve;
  readonly maxIn: bigint;
  readonly label: string;
}

/**
 * Every edge of the states of `test/protocols/<family>/sample.ts`; `curved` are those that are not
 * sampled instead.
 */
async function casesOf({ family, edges, maxIn, curve }: Protocol): Promise<readonly Case[]> {
  const module: { samples: readonly PoolState[]; curved?: readonly PoolState[] } = await import(
    `./${family}/sample.ts`
  );
  return (module.curved ?? module.samples).flatMap((state, index) =>
    edges(state).map((edge): Case => {
      const label = `sample ${index}: ${edge.action} ${edge.tokenIn} for ${edge.tokenOut}`;
      const own = curve?.(state, edge, at) ?? null;
      if (own === null) throw new Error(`${family} has no curve for ${label}.`);
      return { state, edge, curve: own, maxIn: maxIn(state, edge, at), label };
    }),
  );
}

/** Ascending amounts over the whole domain, half of them spread by size and half by magnitude. */
function amountsOf(maxIn: bigint, random: () => number): readonly bigint[] {
  const most = Math.min(Number(maxIn), LARGEST) * 0.999_999;
  const amounts = Array.from({ length: AMOUNTS }, (_, i) =>
    BigInt(Math.floor(i % 2 === 0 ? most ** random() : most * random())),
  );
  return amounts.filter((amount) => amount > 0n).sort((a, b) => (a < b ? -1 : 1));
}

describe.each(families)("curve of $family", ({ family, protocol }) => {
  test("default: within 2 units and a billionth of the quote, but for the contract's rounding", async () => {
    const random = createRandom(3);
    const wrong: string[] = [];
    let [count, failed] = [0, 0];
    for (const { state, edge, curve, maxIn, label } of await casesOf(protocol)) {
      const opening = curve.marginal(0);
      for (const amountIn of amountsOf(maxIn, random)) {
        const quote = protocol.quote(state, edge, amountIn, at);
        count++;
        if (!quote.ok && quote.reason !== "amount-too-small") {
          failed++;
          continue;
        }
        const exact = quote.ok ? Number(quote.amountOut) : 0;
        const output = curve.output(Number(amountIn));
        const off = Math.abs(output - exact);
        const most = Math.max(output, exact);
        const compared = { state, edge, amountIn: Number(amountIn), exact, most, opening };
        const allowed = 2 + 1e-9 * exact + slackOf(family, compared);
        if (!(off <= allowed)) wrong.push(`${label}: ${amountIn} off by ${off} of ${exact}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(0);
    // Solvers of some contracts fail at single amounts inside of the domain.
    expect(failed / count).toBeLessThan(0.005);
  });

  test("behavior: increasing and concave, and its derivatives agree", async () => {
    const random = createRandom(4);
    const wrong: string[] = [];
    for (const { curve, maxIn, label } of await casesOf(protocol)) {
      let [before, output] = [curve.marginal(0), 0];
      if (curve.output(0) !== 0) wrong.push(`${label} pays for nothing`);
      for (const x of amountsOf(maxIn, random).map(Number)) {
        const [marginal, out] = [curve.marginal(x), curve.output(x)];
        if (!(out >= output * (1 - 1e-14))) wrong.push(`${label} falls at ${x}`);
        if (!(marginal <= before * (1 + 1e-9))) wrong.push(`${label} is convex at ${x}`);
        if (x < curve.capacity && !(curve.curvature(x) < 0))
          wrong.push(`${label}: no bend at ${x}`);
        // A chord lies between the slopes at its ends.
        const end = Math.min(1.01 * x, curve.capacity * (1 - 1e-9));
        const chord = (curve.output(end) - out) / (end - x);
        const noise = 1e-9 * marginal + (4e-15 * out) / (end - x);
        if (end > x && !(chord <= marginal + noise && chord >= curve.marginal(end) - noise)) {
          wrong.push(`${label}: slope ${marginal} at ${x}, but ${chord} to ${end}`);
        }
        [before, output] = [marginal, out];
      }
    }
    expect(wrong).toEqual([]);
  });

  test("behavior: inputAt is the inverse of the marginal price", async () => {
    const random = createRandom(5);
    const wrong: string[] = [];
    for (const { curve, maxIn, label } of await casesOf(protocol)) {
      if (curve.inputAt(curve.marginal(0) * 2) !== 0) wrong.push(`${label} beyond its price`);
      if (curve.inputAt(0) !== curve.capacity) wrong.push(`${label} ends at ${curve.inputAt(0)}`);
      for (const x of amountsOf(maxIn, random).map(Number)) {
        const marginal = curve.marginal(x);
        if (!(marginal > 0)) continue;
        const dearer = curve.inputAt(marginal * (1 + 1e-9));
        const cheaper = curve.inputAt(marginal * (1 - 1e-9));
        if (!(dearer <= x * (1 + 1e-6) + 1 && cheaper >= x * (1 - 1e-6))) {
          wrong.push(`${label}: ${x} is not from ${dearer} to ${cheaper}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test("behavior: nothing is paid beyond the capacity", async () => {
    for (const { curve, maxIn, label } of await casesOf(protocol)) {
      const { capacity } = curve;
      expect(capacity, label).toBeLessThanOrEqual(Number(maxIn));
      expect(curve.output(2 * capacity + 1), label).toBe(curve.output(capacity));
      expect(curve.marginal(capacity), label).toBe(0);
      expect(curve.curvature(capacity), label).toBe(0);
      expect(curve.gas(capacity), label).toBeGreaterThan(0);
    }
  });
});
