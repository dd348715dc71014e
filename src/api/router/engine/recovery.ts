import { bisect } from "../../../lib/curves/bisect.ts";
import type { Curve } from "../../../lib/curves/curve.ts";
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

/** What edges may take at most, where that is less than their capacities. */
type Rooms = ReadonlyMap<number, number>;

/** Part of a token's flow below which an edge's is rounding noise. */
const NOISE = 1e-9;
/** Times that less is sent where there is no room; one for each full token is usual. */
const MAX_FITS = 16;

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
  let rooms: Rooms = new Map();
  for (let fit = 0; fit <= MAX_FITS; fit++) {
    const made = runWithin(problem, order, { flow, rooms });
    if (!(made instanceof Map)) return made;
    rooms = new Map([...rooms, ...made]);
  }
  return null;
}

/**
 * The plan that shares make; or, where what comes to a token has no room, what the edges to it may
 * take at most for it to have some; null where the source has none.
 */
function runWithin(
  problem: Problem,
  order: readonly number[],
  { flow, rooms }: { readonly flow: Flow; readonly rooms: Rooms },
): Plan | Map<number, number> | null {
  const { to, target, source, amountIn, curves, gasPrice, legPrice, tokenCount } = problem;
  const balance = new Float64Array(tokenCount);
  balance[source] = amountIn;
  const [edges, amounts]: [number[], number[]] = [[], []];
  let gas = 0;
  for (const token of order) {
    const shares = flow.get(token) ?? [];
    const capacities = shares.map(({ edge }) => rooms.get(edge) ?? curves[edge]?.capacity ?? 0);
    const comes = balance[token] ?? 0;
    const inputs = divide(capacities, comes, shares);
    if (inputs === null) {
      if (token === source) return null;
      const part = capacities.reduce((sum, capacity) => sum + capacity, 0) / comes;
      const fitting = (e: number, i: number): [number, number][] =>
        to[e] === token ? [[e, fittingInput(curves[e], amounts[i] ?? 0, part)]] : [];
      return new Map(edges.flatMap(fitting));
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
  return { edges, amounts, amountOut, gas, net };
}

/** The input of which an edge pays a part of what it pays for an amount. */
function fittingInput(curve: Curve | undefined, amount: number, part: number): number {
  if (curve === undefined) return 0;
  const most = curve.output(amount) * part * (1 - NOISE);
  // Of a smaller part of the input a concave curve pays a larger one of the output.
  return bisect((input) => curve.output(input) <= most, amount * part, 0);
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
