import type { DualSolution } from "./dual.ts";
import type { Problem } from "./problem.ts";
import { wrapGas } from "./wrap-gas.ts";

/**
 * A flow that can be executed: no token is reached again from itself, and every edge leads on to
 * the target.
 */
export interface Plan {
  /** Edges in an order in which they can be executed. */
  readonly edges: readonly number[];
  /** Input of each of them, in the same order. */
  readonly amounts: readonly number[];
  readonly amountOut: number;
  /** Of the edges, and of a wrap where one is needed. */
  readonly gas: number;
  /** Output less the cost of gas and of legs. */
  readonly net: number;
}

/**
 * An edge out of a token, with the part of the token's flow that it takes; parts need not add up to
 * 1.
 */
interface Share {
  readonly edge: number;
  readonly part: number;
}

/** Edges that carry flow, by the token they start from. */
type Flow = Map<number, Share[]>;

/** Part of a token's flow below which an edge's is rounding noise. */
const NOISE = 1e-9;

/**
 * Turns the trades of a price solution into a plan: the shares in which each token is divided are
 * kept, everything else follows from the input. Null when they do not lead from the source to the
 * target.
 */
export function recoverPlan(problem: Problem, solution: DualSolution): Plan | null {
  const { from, target, tokenCount } = problem;
  const { values, inputs } = solution;
  const flow: Flow = new Map();
  const whole = new Float64Array(tokenCount);
  const { edges } = solution;
  for (let i = 0; i < edges.length; i++) {
    const u = from[edges[i] ?? 0] ?? 0;
    whole[u] = (whole[u] ?? 0) + (inputs[i] ?? 0);
  }
  for (let i = 0; i < edges.length; i++) {
    const edge = edges[i] ?? 0;
    const u = from[edge] ?? 0;
    const part = inputs[i] ?? 0;
    if (!(part > (whole[u] ?? 0) * NOISE)) continue;
    const shares = flow.get(u);
    if (shares === undefined) flow.set(u, [{ edge, part }]);
    else shares.push({ edge, part });
  }
  breakCycles(problem, flow, values);
  dropDeadEnds(problem, flow);
  const order = tokenOrder(problem, flow);
  return order.includes(target) ? run(problem, order, flow) : null;
}

/** The plan that takes one path. */
export function pathPlan(problem: Problem, path: readonly number[]): Plan | null {
  const flow: Flow = new Map(
    path.map((edge) => [problem.from[edge] ?? 0, [{ edge, part: 1 }]] as const),
  );
  return run(problem, tokenOrder(problem, flow), flow);
}

/**
 * Runs the shares of a flow through the curves, token by token; null when a curve cannot take its
 * part.
 */
function run(problem: Problem, order: readonly number[], flow: Flow): Plan | null {
  const { to, target, source, amountIn, curves, gasPrice, legPrice, tokenCount } = problem;
  const balance = new Float64Array(tokenCount);
  balance[source] = amountIn;
  const [edges, amounts]: [number[], number[]] = [[], []];
  let gas = 0;
  for (const token of order) {
    const shares = flow.get(token) ?? [];
    const inputs = divide(curves, balance[token] ?? 0, shares);
    if (inputs === null) return null;
    for (const [i, { edge }] of shares.entries()) {
      const amount = inputs[i] ?? 0;
      const curve = curves[edge];
      if (curve === undefined) return null;
      const v = to[edge] ?? 0;
      balance[v] = (balance[v] ?? 0) + curve.output(amount);
      gas += curve.gas(amount);
      edges.push(edge);
      amounts.push(amount);
    }
  }
  const amountOut = balance[target] ?? 0;
  gas += wrapGas(problem, edges);
  const net = amountOut - gas * gasPrice - edges.length * legPrice;
  return { edges, amounts, amountOut, gas, net };
}

/**
 * Divides a balance in proportion to the parts, what is beyond an edge's capacity among the others;
 * null when they cannot take it.
 */
function divide(
  curves: Problem["curves"],
  balance: number,
  shares: readonly Share[],
): readonly number[] | null {
  const inputs: number[] = [];
  const capacities = shares.map(({ edge }) => curves[edge]?.capacity ?? 0);
  const isFull = shares.map(() => false);
  let left = balance;
  for (let open = shares.length; open > 0; ) {
    let whole = 0;
    for (let i = 0; i < shares.length; i++) if (!isFull[i]) whole += shares[i]?.part ?? 0;
    const perPart = left / whole;
    const before = open;
    for (let i = 0; i < shares.length; i++) {
      if (isFull[i]) continue;
      const [amount, capacity] = [(shares[i]?.part ?? 0) * perPart, capacities[i] ?? 0];
      inputs[i] = Math.min(amount, capacity);
      if (!(amount > capacity)) continue;
      left -= capacity;
      isFull[i] = true;
      open -= 1;
    }
    if (open === before) return inputs;
  }
  return shares.length === 0 || left <= NOISE * balance ? inputs : null;
}

/**
 * Removes the weakest edge of every cycle; a market without arbitrage has none at its optimum but
 * for rounding.
 */
function breakCycles({ to, from }: Problem, flow: Flow, values: Float64Array): void {
  for (let cycle = findCycle(to, flow); cycle !== null; cycle = findCycle(to, flow)) {
    const worth = ({ edge, part }: Share): number => part * (values[from[edge] ?? 0] ?? 0);
    const weakest = cycle.reduce((least, share) => (worth(share) < worth(least) ? share : least));
    const u = from[weakest.edge] ?? 0;
    const rest = (flow.get(u) ?? []).filter(({ edge }) => edge !== weakest.edge);
    if (rest.length === 0) flow.delete(u);
    else flow.set(u, rest);
  }
}

/** The shares of some cycle, in order; null when there is none. */
function findCycle(to: Int32Array, flow: Flow): readonly Share[] | null {
  const done = new Set<number>();
  const open: number[] = [];
  const path: Share[] = [];
  const visit = (token: number): readonly Share[] | null => {
    open.push(token);
    for (const share of flow.get(token) ?? []) {
      const v = to[share.edge] ?? 0;
      if (done.has(v)) continue;
      path.push(share);
      const place = open.indexOf(v);
      const found = place >= 0 ? path.slice(place) : visit(v);
      if (found !== null) return found;
      path.pop();
    }
    open.pop();
    done.add(token);
    return null;
  };
  for (const token of flow.keys()) {
    const found = done.has(token) ? null : visit(token);
    if (found !== null) return found;
  }
  return null;
}

/** Removes edges from which the target cannot be reached. */
function dropDeadEnds({ to, target }: Problem, flow: Flow): void {
  const live = new Set([target]);
  for (let isGrowing = true; isGrowing; ) {
    isGrowing = false;
    for (const [token, shares] of flow) {
      if (live.has(token) || !shares.some(({ edge }) => live.has(to[edge] ?? -1))) continue;
      live.add(token);
      isGrowing = true;
    }
  }
  for (const [token, shares] of flow) {
    const kept = shares.filter(({ edge }) => live.has(to[edge] ?? -1));
    if (kept.length < shares.length) flow.set(token, kept);
  }
}

/** Tokens reached from the source, each after all that lead to it. */
function tokenOrder({ to, source }: Problem, flow: Flow): readonly number[] {
  const order: number[] = [];
  const seen = new Set<number>();
  const visit = (token: number): void => {
    if (seen.has(token)) return;
    seen.add(token);
    for (const { edge } of flow.get(token) ?? []) visit(to[edge] ?? 0);
    order.push(token);
  };
  visit(source);
  return order.reverse();
}
