import { type DualSolution, solveDual } from "../engine/dual.ts";
import { bestValues, leastCosts, startPrices } from "../engine/prices.ts";
import type { Problem } from "../engine/problem.ts";
import { dualOptions } from "../engine/round.ts";
import { withSupplies } from "../engine/supplies.ts";
import type { RouteInput } from "../route.ts";
import { type JointProblem, type Pins, pinned } from "./joint-problem.ts";

/** Searches of prices at most; two to four are usual. */
const ROUNDS = 8;
/** Part by which amounts may miss their pins. */
const NEAR = 1e-3;

/** What a search for pins is about. */
export interface SettledTerms {
  readonly joint: JointProblem;
  readonly inputs: readonly RouteInput[];
  /** Of paying in. */
  readonly gas: number;
  /** What the pool of the share holds of each of its tokens; empty without a share. */
  readonly reserves: readonly number[];
  /** All shares. */
  readonly supply: number;
}

/** Pins that an optimum trades, its prices, and the problem that they are of. */
export interface Settled {
  readonly pins: Pins;
  readonly values: Float64Array;
  readonly problem: Problem;
}

/**
 * Pins at which prices let just the pinned amounts be traded: in the proportion of what the pool
 * holds then, and all of each input.
 *
 * After each search of prices the pins go to where the pool's proportion is, at the prices found.
 */
export function settle(on: SettledTerms, first: Pins): Settled | null {
  const { joint } = on;
  let pins = first;
  let settled: Settled | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    const { problem: asked } = pinned(joint, { ...on, pins });
    const best = bestValues(asked);
    const ofSource = best[asked.source] ?? 0;
    const costs = leastCosts(asked, ofSource);
    const problem = withSupplies(asked, costs, ofSource);
    if (!(ofSource > 0)) return null;
    const start = settled?.values ?? startPrices(problem, { values: best, costs });
    const solution: DualSolution = solveDual(problem, start, dualOptions(problem));
    const next = nextPins(on, { problem, solution, pins });
    if (next === null) return null;
    pins = next.pins;
    settled = { pins, values: solution.values, problem };
    if (next.missed < NEAR) break;
  }
  return settled;
}

/** Pins at the prices of a solution, and by how much its amounts miss them. */
function nextPins(
  { joint, inputs, reserves, supply }: SettledTerms,
  on: { readonly problem: Problem; readonly solution: DualSolution; readonly pins: Pins },
): { readonly pins: Pins; readonly missed: number } | null {
  const { given, paid } = joint;
  const { problem, solution, pins } = on;
  const traded = new Map<number, number>();
  for (let i = 0; i < solution.edges.length; i++) {
    traded.set(solution.edges[i] ?? 0, solution.inputs[i] ?? 0);
  }
  const priceOf = (token: number | undefined) => solution.values[token ?? -1] ?? 0;
  let missed = 0;
  const worths = given.map((e, i) => priceOf(problem.to[e]) * Number(inputs[i]?.amount ?? 0n));
  const worth = sumOf(worths);
  if (given.length > 0 && !(worth > 0)) return null;
  for (const [i, e] of given.entries()) {
    const part = (traded.get(e) ?? 0) / problem.amountIn;
    missed = Math.max(missed, Math.abs(part / (pins.worths[i] ?? 0) - 1));
  }
  const held = heldAfter(joint, problem, { traded, reserves });
  const prices = paid.map((e) => priceOf(problem.from[e]));
  const values = held.map((amount, i) => amount * (prices[i] ?? 0));
  const whole = sumOf(values);
  const payments = paid.map((e) => traded.get(e) ?? 0);
  const spent = sumOf(payments.map((amount, i) => amount * (prices[i] ?? 0)));
  if (paid.length > 0 && !(whole > 0 && spent > 0)) return null;
  const part = spent / whole;
  for (const [i, amount] of payments.entries()) {
    missed = Math.max(missed, Math.abs(amount / (part * (held[i] ?? 0)) - 1));
  }
  // The next unit of all tokens in proportion is worth its shares.
  const unit = supply / whole;
  return {
    missed,
    pins: {
      worths: worths.map((each) => each / worth),
      amounts: held.map((amount) => amount * part),
      prices: prices.map((price) => price * unit),
    },
  };
}

/** What the pool of the share holds after the swaps in it. */
function heldAfter(
  { found, paid }: JointProblem,
  problem: Problem,
  on: { readonly traded: ReadonlyMap<number, number>; readonly reserves: readonly number[] },
): readonly number[] {
  const pool = found.edges[paid[0] ?? -1]?.state.id;
  const held = [...on.reserves];
  const tokens = paid.map((e) => problem.from[e]);
  for (const [e, amountIn] of on.traded) {
    if (pool === undefined || found.edges[e]?.state.id !== pool || paid.includes(e)) continue;
    const [i, j] = [tokens.indexOf(problem.from[e]), tokens.indexOf(problem.to[e])];
    if (i < 0 || j < 0) continue;
    held[i] = (held[i] ?? 0) + amountIn;
    held[j] = (held[j] ?? 0) - (problem.curves[e]?.output(amountIn) ?? 0);
  }
  return held;
}

function sumOf(list: readonly number[]): number {
  return list.reduce((sum, each) => sum + each, 0);
}
