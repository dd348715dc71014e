// Time of a curve by family and action, the family's own or one through exact quotes: to make it,
// and of its evaluations: node scripts/run.mjs bench/curves.ts
import { curveOf } from "../src/api/router/engine/curves.ts";
import type { Curve, Trade } from "../src/lib/curves/curve.ts";
import { PROTOCOLS } from "../src/protocols/index.ts";
import type { BlockContext, EdgeAction, PoolState, Protocol } from "../src/protocols/protocol.ts";
import { quantile } from "./statistics.ts";

const AT: BlockContext = { number: 2n, timestamp: 1_800_000_000n };
const AMOUNTS = 64;
const ROUNDS = 31;
const ACTIONS: readonly EdgeAction[] = ["swap", "deposit", "redeem"];

/** One edge of a sample, with amounts from a billionth of its capacity to all of it. */
interface Case {
  readonly create: () => Curve;
  readonly curve: Curve;
  readonly amounts: readonly number[];
}

async function casesOf(protocol: Protocol, action: EdgeAction): Promise<readonly Case[]> {
  const { family, edges, maxIn } = protocol;
  const { samples }: { samples: readonly PoolState[] } = await import(
    `../test/protocols/${family}/sample.ts`
  );
  return samples.flatMap((state) =>
    edges(state)
      .filter((edge) => edge.action === action && maxIn(state, edge, AT) > 0n)
      .map((edge): Case => {
        // Another edge each time, as the curve of one is kept.
        const create = (): Curve => curveOf({ ...edge, protocol, state, place: 0 }, state, AT);
        const curve = create();
        const most = Math.min(curve.capacity, 1e30);
        const amounts = Array.from({ length: AMOUNTS }, (_, i) => most * 1e-9 ** (i / AMOUNTS));
        return { create, curve, amounts };
      }),
  );
}

/** Median microseconds of one call. */
function microseconds(calls: number, run: () => number): string {
  let sum = 0;
  const rounds = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    sum += run();
    return ((performance.now() - start) * 1_000) / calls;
  });
  if (Number.isNaN(sum)) throw new Error("A curve is not a number.");
  return quantile(rounds, 0.5).toFixed(2).padStart(8);
}

function total<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((sum, item) => sum + value(item), 0);
}

/** Filled in again and again, as by a search. */
const trade: Trade = { input: 0, output: 0, curvature: 0, gas: 0 };

console.log(
  `${"µs".padEnd(30)}${["create", "output", "marginal", "inputAt", "tradeAt"].map((name) => name.padStart(9)).join("")}`,
);
for (const protocol of PROTOCOLS) {
  for (const action of ACTIONS) {
    const cases = await casesOf(protocol, action);
    if (cases.length === 0) continue;
    // A curve is asked for prices above 0; the last unit of some brings nothing.
    const prices = new Map(
      cases.map(({ curve, amounts }) => [
        curve,
        amounts.map((x) => curve.marginal(x)).filter((price) => price > 0),
      ]),
    );
    const calls = cases.length * AMOUNTS;
    const times = [
      microseconds(cases.length, () => total(cases, ({ create }) => create().capacity)),
      microseconds(calls, () => total(cases, (c) => total(c.amounts, c.curve.output))),
      microseconds(calls, () => total(cases, (c) => total(c.amounts, c.curve.marginal))),
      microseconds(calls, () =>
        total(cases, ({ curve }) => total(prices.get(curve) ?? [], curve.inputAt)),
      ),
      microseconds(calls, () =>
        total(cases, ({ curve }) =>
          total(prices.get(curve) ?? [], (price) => {
            curve.tradeAt(price, trade);
            return trade.output;
          }),
        ),
      ),
    ];
    console.log(`${`${protocol.family} ${action}`.padEnd(30)} ${times.join(" ")}`);
  }
}
