import type { Problem } from "./problem.ts";

/** A flow that can be executed: no token is reached again from itself, and every edge leads on to the target. */
export interface Plan {
  /** Edges in an order in which they can be executed. */
  readonly edges: readonly number[];
  /** Input of each of them, in the same order. */
  readonly amounts: readonly number[];
  readonly amountOut: number;
  readonly gas: number;
  /** Output less the cost of gas. */
  readonly net: number;
}

/** Share of a plan's value below which a flow is rounding noise. */
const NOISE = 1e-9;

/**
 * Turns the flows of a price solution into a plan: the shares in which each token is divided are kept, everything else follows from the
 * input. Null when they do not lead from the source to the target.
 */
export function recoverPlan(
  problem: Problem,
  {
    flow,
    values,
    worth,
  }: { readonly flow: Float64Array; readonly values: Float64Array; readonly worth: number },
): Plan | null {
  const { from, source, target } = problem;
  const out = new Map<number, number[]>();
  for (let e = 0; e < flow.length; e++) {
    const u = from[e] ?? 0;
    const size = (flow[e] ?? 0) * (values[u] ?? 0);
    if (!(size > worth * NOISE)) continue;
    const known = out.get(u);
    if (known === undefined) out.set(u, [e]);
    else known.push(e);
  }
  breakCycles(problem, out, flow, values);
  dropDeadEnds(problem, out);
  const order = tokenOrder(problem, out);
  if (!out.has(source) || !order.includes(target)) return null;
  return replay(problem, order, (token) => {
    const edges = out.get(token) ?? [];
    return edges.map((e) => [e, flow[e] ?? 0] as const);
  });
}

/** Runs shares of flow through the curves, token by token. */
function replay(
  problem: Problem,
  order: readonly number[],
  sharesOf: (token: number) => readonly (readonly [edge: number, share: number])[],
): Plan | null {
  const { to, target, source, amountIn, curves, gasPrice, tokens } = problem;
  const balance = new Float64Array(tokens.length);
  balance[source] = amountIn;
  const [edges, amounts]: [number[], number[]] = [[], []];
  let gas = 0;
  for (const token of order) {
    if (token === target) continue;
    const shares = sharesOf(token);
    const whole = shares.reduce((sum, [, share]) => sum + share, 0);
    for (const [e, share] of shares) {
      const curve = curves[e];
      const amount = ((balance[token] ?? 0) * share) / whole;
      if (curve === undefined || amount > curve.capacity * (1 + NOISE)) return null;
      const v = to[e] ?? 0;
      balance[v] = (balance[v] ?? 0) + curve.output(amount);
      gas += curve.gas(amount);
      edges.push(e);
      amounts.push(amount);
    }
  }
  const amountOut = balance[target] ?? 0;
  return { edges, amounts, amountOut, gas, net: amountOut - gas * gasPrice };
}

/** The plan that takes one path. */
export function pathPlan(problem: Problem, path: readonly number[]): Plan | null {
  const order = [problem.source, ...path.map((e) => problem.to[e] ?? 0)];
  return replay(problem, order, (token) =>
    path.filter((e) => problem.from[e] === token).map((e) => [e, 1] as const),
  );
}

/** Removes the weakest edge of every cycle; a market without arbitrage has none at its optimum but for rounding. */
function breakCycles(
  { to, from }: Problem,
  out: Map<number, number[]>,
  flow: Float64Array,
  values: Float64Array,
): void {
  const size = (e: number) => (flow[e] ?? 0) * (values[from[e] ?? 0] ?? 0);
  for (let cycle = findCycle(to, out); cycle !== null; cycle = findCycle(to, out)) {
    const weakest = cycle.reduce((least, e) => (size(e) < size(least) ? e : least));
    const u = from[weakest] ?? 0;
    const rest = (out.get(u) ?? []).filter((e) => e !== weakest);
    if (rest.length === 0) out.delete(u);
    else out.set(u, rest);
  }
}

function findCycle(to: Int32Array, out: ReadonlyMap<number, readonly number[]>): number[] | null {
  const done = new Set<number>();
  const path: number[] = [];
  const open: number[] = [];
  const visit = (token: number): number[] | null => {
    open.push(token);
    for (const e of out.get(token) ?? []) {
      const v = to[e] ?? 0;
      path.push(e);
      const place = open.indexOf(v);
      if (place >= 0) return path.slice(place);
      if (!done.has(v)) {
        const found = visit(v);
        if (found !== null) return found;
      }
      path.pop();
    }
    open.pop();
    done.add(token);
    return null;
  };
  for (const token of out.keys()) {
    if (done.has(token)) continue;
    const found = visit(token);
    if (found !== null) return found;
  }
  return null;
}

/** Removes edges from which the target cannot be reached. */
function dropDeadEnds({ to, target }: Problem, out: Map<number, number[]>): void {
  const live = new Set([target]);
  for (let isGrowing = true; isGrowing; ) {
    isGrowing = false;
    for (const [token, edges] of out) {
      if (live.has(token) || !edges.some((e) => live.has(to[e] ?? -1))) continue;
      live.add(token);
      isGrowing = true;
    }
  }
  for (const [token, edges] of out) {
    const kept = edges.filter((e) => live.has(to[e] ?? -1));
    if (kept.length === 0) out.delete(token);
    else out.set(token, kept);
  }
}

/** Tokens reached from the source, each after all that lead to it. */
function tokenOrder(
  { to, source }: Problem,
  out: ReadonlyMap<number, readonly number[]>,
): number[] {
  const order: number[] = [];
  const seen = new Set<number>();
  const visit = (token: number): void => {
    if (seen.has(token)) return;
    seen.add(token);
    for (const e of out.get(token) ?? []) visit(to[e] ?? 0);
    order.unshift(token);
  };
  visit(source);
  return order;
}
