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

/** Edges with the input of each. */
type Fitting = readonly (readonly [edge: number, amount: number])[];

/** Part of a token's flow below which an edge's is rounding noise. */
const NOISE = 1e-9;
/** Times that less is sent where there is no room; one for each full token is usual. */
const MAX_FITS = 16;
const FIT_HALVINGS = 60;

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
 * Runs the shares of a flow through the curves, token by token; null when they cannot take all of
 * it. Where what comes to a token has no room, less is sent there: prices clear full edges to a
 * trifle.
 */
function run(problem: Problem, order: readonly number[], flow: Flow): Plan | null {
  const capacities = new Map<number, number>();
  for (let fit = 0; fit <= MAX_FITS; fit++) {
    const made = runOnce(problem, order, { flow, capacities });
    if (made === null || made.plan !== null) return made?.plan ?? null;
    for (const [edge, amount] of made.fitting) capacities.set(edge, amount);
  }
  return null;
}

/**
 * The plan that shares make, or how much the edges to a token may take at most for what comes to it
 * to have room; null where the source has none.
 */
function runOnce(
  problem: Problem,
  order: readonly number[],
  on: { readonly flow: Flow; readonly capacities: ReadonlyMap<number, number> },
): { readonly plan: Plan } | { readonly plan: null; readonly fitting: Fitting } | null {
  const { to, target, source, amountIn, curves, gasPrice, legPrice, tokenCount } = problem;
  const balance = new Float64Array(tokenCount);
  balance[source] = amountIn;
  const [edges, amounts]: [number[], number[]] = [[], []];
  let gas = 0;
  for (const token of order) {
    const shares = on.flow.get(token) ?? [];
    const capacities = shares.map(
      ({ edge }) => on.capacities.get(edge) ?? curves[edge]?.capacity ?? 0,
    );
    const comes = balance[token] ?? 0;
    const inputs = divide(capacities, comes, shares);
    if (inputs === null) {
      if (token === source) return null;
      const room = capacities.reduce((sum, capacity) => sum + capacity, 0);
      const entries = edges.flatMap((e, i) =>
        to[e] === token ? [[e, amounts[i] ?? 0] as const] : [],
      );
      return { plan: null, fitting: fittingInputs(curves, entries, room / comes) };
    }
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
  return { plan: { edges, amounts, amountOut, gas, net } };
}

/** For each of some edges, by its input, the one of which it pays a part of what it does. */
function fittingInputs(curves: Problem["curves"], entries: Fitting, part: number): Fitting {
  return entries.map(([edge, amount]) => {
    const output = (input: number): number => curves[edge]?.output(input) ?? 0;
    const wanted = output(amount) * part * (1 - NOISE);
    // Of a smaller part of the input a concave curve pays a larger one of the output.
    let [low, high] = [0, amount * part];
    for (let halving = 0; halving < FIT_HALVINGS && high - low > NOISE * high; halving++) {
      const middle = (low + high) / 2;
      if (output(middle) > wanted) high = middle;
      else low = middle;
    }
    return [edge, low];
  });
}

/**
 * Divides a balance in proportion to the parts, what is beyond an edge's capacity among the others;
 * null when they cannot take it.
 */
function divide(
  capacities: readonly number[],
  balance: number,
  shares: readonly Share[],
): readonly number[] | null {
  const inputs: number[] = [];
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
