import { boundAt } from "../engine/certificate.ts";
import type { Problem } from "../engine/problem.ts";
import type { RouteInput } from "../route.ts";
import type { JointProblem } from "./joint-problem.ts";
import type { SharePool, Swapped } from "./share-pool.ts";

/** What a bound is about. */
export interface BoundTerms {
  readonly inputs: readonly RouteInput[];
  /** The joint problem with what can come to each token. */
  readonly problem: Problem;
  /** Prices of the tokens, to each other. */
  readonly values: Float64Array;
  /** The pool that is paid into; null where a token is bought. */
  readonly pool: (SharePool & Swapped) | null;
  /**
   * Pools whose swaps may be made by an edge that enters or leaves their share, which pays their
   * gas.
   */
  readonly own: ReadonlySet<string>;
}

/**
 * No flow into a share pays more after gas, whatever it pays in by one edge or by all tokens, with
 * a swap in the share's own pool before; nor one to a token.
 *
 * At prices v of the tokens a pool of reserves R and L shares gives, by a swap of surplus p(z) = v
 * * out - v * in and then s shares, p(z) + s * (price of a share - (v * R - p(z)) / L), as what is
 * paid in is s / L of the reserves after the swap. Where a share is worth the least that one can
 * cost, (v * R - max p) / L, that is at most max p: what the swap alone gains. So with shares at
 * that price paying in gains nothing, and weak duality holds for all other edges as it does
 * without.
 *
 * Of a pool that pays its fees out a swap takes more, as not all of its input stays.
 *
 * Pools must take their tokens in proportion alone. What leaves a share is covered too: burning and
 * then swapping in what is left is as good as any other order, since a pool of which a part is
 * burned is the same pool in small.
 *
 * @returns In shares, or units of the token; infinite where prices prove nothing.
 */
export function shareBound(
  { found, given, paid }: JointProblem,
  { inputs, problem, values, pool, own }: BoundTerms,
): number {
  const { numbers } = found;
  const { target } = problem;
  const ofOwn = new Map<string, number>();
  const entered = found.edges[paid[0] ?? -1]?.state.id;
  /** The most that a swap takes out of the share's pool. */
  let taken = 0;
  const opening = problem.opening.slice();
  for (const e of [...given, ...paid]) opening[e] = 0;
  for (const [e, edge] of found.edges.entries()) {
    if (!own.has(edge.state.id) || paid.includes(e)) continue;
    opening[e] = 0;
    const gain = surplusOf(problem, values, e);
    ofOwn.set(edge.state.id, Math.max(ofOwn.get(edge.state.id) ?? 0, gain));
    if (edge.state.id === entered) {
      taken = Math.max(taken, surplusOf(problem, values, e, pool?.stays));
    }
  }
  const tokens = paid.map((e) => problem.from[e] ?? -1);
  const share =
    pool === null ? (values[target] ?? 0) : costOfShare({ pool, tokens, values }, taken);
  if (!(share > 0)) return Number.POSITIVE_INFINITY;
  const scaled = values.map((value) => value / share);
  scaled[target] = 1;
  const worth = inputs.reduce(
    (sum, { token, amount }) => sum + Number(amount) * (scaled[numbers.get(token) ?? -1] ?? 0),
    0,
  );
  if (!(worth > 0)) return Number.POSITIVE_INFINITY;
  const { source, amountIn } = problem;
  if (given.length > 0) scaled[source] = worth / amountIn;
  const others = boundAt({ ...problem, opening }, scaled);
  const gained = [...ofOwn.values()].reduce((sum, gain) => sum + gain / share, 0);
  return others + gained - (pool?.gas ?? 0) * problem.gasPrice;
}

/** The least that a share costs at prices, whatever is swapped in its pool before. */
function costOfShare(
  on: {
    readonly pool: SharePool & Swapped;
    readonly tokens: readonly number[];
    readonly values: Float64Array;
  },
  taken: number,
): number {
  const { reserves, mostSupply: supply } = on.pool;
  const prices = on.tokens.map((token) => on.values[token] ?? 0);
  if (!prices.every((price) => price > 0)) return 0;
  const whole = reserves.reduce((sum, amount, i) => sum + amount * (prices[i] ?? 0), 0);
  return (whole - taken) / supply;
}

/**
 * What an edge gains at prices at most, before gas.
 *
 * @param counted Part of its input that counts.
 */
function surplusOf(
  { from, to, curves }: Problem,
  values: Float64Array,
  e: number,
  counted = 1,
): number {
  const curve = curves[e];
  const valueIn = (values[from[e] ?? 0] ?? 0) * counted;
  const valueOut = values[to[e] ?? 0] ?? 0;
  if (curve === undefined || !(valueOut > 0)) return 0;
  const x = valueIn > 0 ? curve.inputAt(valueIn / valueOut) : curve.capacity;
  return Math.max(0, valueOut * curve.output(x) - valueIn * x);
}
