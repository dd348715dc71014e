import type { Problem } from "./problem.ts";
import type { Plan } from "./recovery.ts";
import { leadsTo } from "./upstream.ts";
import { promisingWalks } from "./walks.ts";

/** Edges that a plan may get, and prices at which they would trade. */
export interface Addition {
  readonly edges: readonly number[];
  /** Target units per unit of each token. */
  readonly values: Float64Array;
}

/** What additions are looked for. */
interface Wanted {
  /** Pools that the plan uses. */
  readonly used: ReadonlySet<number>;
  /** What they gain at least, in target units. */
  readonly least: number;
}

interface Prospect {
  readonly edges: readonly number[];
  /** At most, after gas, in target units. */
  readonly gain: number;
  /** Prices of the tokens in the middle of a chain. */
  readonly middles: readonly (readonly [token: number, value: number])[];
}

/**
 * An edge between a token with a price and one without, and the price that it would give to that:
 * what it costs to get, or what it brings.
 */
interface Link {
  readonly edge: number;
  readonly value: number;
}

/** Part of its output that a change of a plan has to promise to be tried: a 400th of a bp. */
export const WORTHWHILE = 2.5e-7;
/** Links into and out of a token that are combined to chains, those of the best price first. */
const MAX_LINKS = 8;

/**
 * Edges between tokens that have prices, and chains of two to four through tokens that have none,
 * that would gain noticeably more at these prices than their gas costs; the most promising first.
 *
 * @param values Prices of a plan's tokens; 0 of all others.
 */
export function promisingAdditions(
  problem: Problem,
  values: Float64Array,
  plan: Pick<Plan, "edges" | "amounts" | "amountOut">,
): readonly Addition[] {
  const used = new Set(plan.edges.map((e) => problem.pool[e] ?? -1));
  const passing = new Float64Array(problem.tokenCount);
  for (const [i, e] of plan.edges.entries()) {
    const u = problem.from[e] ?? 0;
    passing[u] = (passing[u] ?? 0) + (plan.amounts[i] ?? 0);
  }
  const least = WORTHWHILE * plan.amountOut;
  const prospects: Prospect[] = [
    ...singles(problem, values, { used, least }),
    ...chains(problem, values, { used, least }),
    ...promisingWalks(problem, values, { passing, used, least }),
  ];
  const leads = leadsTo(problem, plan.edges);
  const isBack = ({ edges }: Prospect): boolean =>
    leads(problem.to[edges.at(-1) ?? 0] ?? 0, problem.from[edges[0] ?? 0] ?? 0);
  prospects.sort((a, b) => b.gain - a.gain || (a.edges[0] ?? 0) - (b.edges[0] ?? 0));
  return prospects
    .filter((prospect) => !isBack(prospect))
    .map(({ edges, middles }) => {
      if (middles.length === 0) return { edges, values };
      const more = values.slice();
      for (const [token, value] of middles) more[token] = value;
      return { edges, values: more };
    });
}

function* singles(
  { from, to, pool, curves, opening, gasPrice, legPrice, source, target, most }: Problem,
  values: Float64Array,
  { used, least }: Wanted,
): Iterable<Prospect> {
  for (let e = 0; e < from.length; e++) {
    const valueIn = values[from[e] ?? 0] ?? 0;
    const valueOut = values[to[e] ?? 0] ?? 0;
    if (!(valueIn > 0 && (opening[e] ?? 0) * valueOut > valueIn)) continue;
    const curve = curves[e];
    if (from[e] === target || to[e] === source || used.has(pool[e] ?? -1)) continue;
    if (curve === undefined) continue;
    const x = Math.min(curve.inputAt(valueIn / valueOut), most[from[e] ?? 0] ?? 0);
    const gain = valueOut * curve.output(x) - valueIn * x - curve.gas(x) * gasPrice - legPrice;
    if (gain > least) yield { edges: [e], gain, middles: [] };
  }
}

/**
 * The gain of a chain is told from its first unit: if that is worth the part r more than it costs
 * and the two edges weigh w1 and w2 in the dual's Hessian, the price falls by r after about r * w,
 * where 1/w = 1/w1 + 1/w2, and w * r^2 / 2 is gained.
 */
function* chains(
  problem: Problem,
  values: Float64Array,
  { used, least }: Wanted,
): Iterable<Prospect> {
  const { from, to, pool, curves, bend, gasPrice, legPrice, source, amountIn } = problem;
  const whole = amountIn * (values[source] ?? 0);
  const { into, out } = links(problem, values, used);
  for (const [token, entries] of into) {
    for (const { edge: a, value: cost } of entries) {
      const gasIn = curves[a]?.gas(0) ?? 0;
      for (const { edge: b, value: worth } of out.get(token) ?? []) {
        if (!(worth > cost)) break;
        const excess = Math.log(worth / cost);
        if (pool[a] === pool[b] || from[a] === to[b]) continue;
        const valueIn = values[from[a] ?? 0] ?? 0;
        const weightIn = (valueIn * valueIn) / (-(bend[a] ?? 0) * cost);
        const weightOut = (worth * worth) / (-(bend[b] ?? 0) * (values[to[b] ?? 0] ?? 0));
        const weight = 1 / (1 / weightIn + 1 / weightOut);
        // No more than the whole input can pass.
        const surplus = Math.min((weight * excess * excess) / 2, whole * excess);
        const gas = gasIn + (curves[b]?.gas(0) ?? 0);
        const gain = surplus - gas * gasPrice - 2 * legPrice;
        const middles = [[token, Math.sqrt(worth * cost)] as const];
        if (gain > least) yield { edges: [a, b], gain, middles };
      }
    }
  }
}

/**
 * By token without a price: edges into it from tokens with a price, the cheapest first, and those
 * out of it, the dearest first.
 */
function links(
  problem: Problem,
  values: Float64Array,
  used: ReadonlySet<number>,
): {
  readonly into: ReadonlyMap<number, readonly Link[]>;
  readonly out: ReadonlyMap<number, readonly Link[]>;
} {
  const { from, to, opening, tokenCount } = problem;
  const cheapest = new Float64Array(tokenCount).fill(Number.POSITIVE_INFINITY);
  const dearest = new Float64Array(tokenCount);
  eachLink(problem, values, (e, isInto) => {
    const [u, v, rate] = [from[e] ?? 0, to[e] ?? 0, opening[e] ?? 0];
    if (isInto) cheapest[v] = Math.min(cheapest[v] ?? 0, (values[u] ?? 0) / rate);
    else dearest[u] = Math.max(dearest[u] ?? 0, (values[v] ?? 0) * rate);
  });
  const [into, out] = [new Map<number, Link[]>(), new Map<number, Link[]>()];
  eachLink(problem, values, (edge, isInto) => {
    const [u, v, rate] = [from[edge] ?? 0, to[edge] ?? 0, opening[edge] ?? 0];
    if (used.has(problem.pool[edge] ?? -1)) return;
    const value = isInto ? (values[u] ?? 0) / rate : (values[v] ?? 0) * rate;
    const token = isInto ? v : u;
    // Without gain beside the best link of the other side it has none beside any.
    if (isInto ? value >= (dearest[token] ?? 0) : value <= (cheapest[token] ?? 0)) return;
    const known = (isInto ? into : out).get(token);
    if (known === undefined) (isInto ? into : out).set(token, [{ edge, value }]);
    else known.push({ edge, value });
  });
  for (const entries of into.values()) {
    entries.sort((a, b) => a.value - b.value || a.edge - b.edge).splice(MAX_LINKS);
  }
  for (const exits of out.values()) {
    exits.sort((a, b) => b.value - a.value || a.edge - b.edge).splice(MAX_LINKS);
  }
  return { into, out };
}

/** Edges between a token with a price and one without, and whether they lead into the latter. */
function eachLink(
  { from, to, opening, source, target }: Problem,
  values: Float64Array,
  visit: (edge: number, isInto: boolean) => void,
): void {
  for (let e = 0; e < from.length; e++) {
    const isPricedIn = (values[from[e] ?? 0] ?? 0) > 0;
    const isPricedOut = (values[to[e] ?? 0] ?? 0) > 0;
    if (isPricedIn === isPricedOut || from[e] === target || to[e] === source) continue;
    if ((opening[e] ?? 0) > 0) visit(e, isPricedIn);
  }
}
