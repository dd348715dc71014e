import { constantProduct } from "../../../lib/curves/constant-product.ts";
import type { Curve } from "../../../lib/curves/curve.ts";
import { linear } from "../../../lib/curves/linear.ts";
import type { GraphEdge, Snapshot } from "../../graph/snapshot.ts";
import type { GasPrice } from "../attempt.ts";
import { marketOf } from "../engine/market.ts";
import { firstEdges, type Problem, unbounded } from "../engine/problem.ts";
import { problemOf, type RequestProblem } from "../engine/request-problem.ts";
import { intermediatesOf } from "../intermediates.ts";
import type { JointRequest } from "../joint-flow.ts";
import type { RouteInput } from "../route.ts";
import { type SearchSpace, searchSpace } from "../space.ts";
import type { ShareEnd } from "./ends.ts";

/** A problem of several inputs, of a share that is paid with all of its tokens, or of both. */
export interface JointProblem {
  readonly found: RequestProblem;
  readonly space: SearchSpace;
  /** Edges that stand for the inputs, in their order; none where there is one input. */
  readonly given: readonly number[];
  /** Edges that stand for paying the share's tokens in, in their order; none without a share. */
  readonly paid: readonly number[];
}

/**
 * Where the edges that stand for inputs and payments are pinned: their amounts, and what those
 * count.
 */
export interface Pins {
  /** By input: part of all that is given, in value. */
  readonly worths: readonly number[];
  /** By token of the share: amount that is paid in. */
  readonly amounts: readonly number[];
  /** By token of the share: what a unit is worth, in shares. */
  readonly prices: readonly number[];
}

/** What all inputs together count, where a token of the search's own stands for them. */
const WHOLE = 2 ** 60;
/** More than any token's supply. */
const CAPACITY = 1e40;
/** Of an edge that is not pinned. */
const NOTHING = linear({ rate: 0, capacity: 0, gas: 0 });

/**
 * The problem of a request, with the edges that stand for several inputs and for what is paid in
 * not pinned yet.
 *
 * @param entry The share that is bought with all of its tokens; null: `tokenOut` is bought.
 * @returns Null where a token of the share has no edge into it.
 */
export function jointProblem(
  snapshot: Snapshot,
  request: JointRequest,
  { entry, gasPrice }: { readonly entry: ShareEnd | null; readonly gasPrice: GasPrice },
): JointProblem | null {
  const { inputs, through = [], ...terms } = request;
  const [first, second] = inputs;
  if (first === undefined) return null;
  const tokenOut = entry?.share.token ?? request.tokenOut;
  const tokens = entry?.share.tokens ?? [];
  const near = [
    ...inputs.slice(1).map(({ token }) => ({ tokenIn: token, tokenOut })),
    ...tokens.map((token) => ({ tokenIn: first.token, tokenOut: token })),
  ].flatMap((ends) => [...intermediatesOf(snapshot, ends).tokens]);
  const more = inputs.slice(second === undefined ? 1 : 0).map(({ token }) => token);
  const passed = [...through, ...tokens, ...near, ...more];
  const ends = { ...terms, tokenIn: first.token, tokenOut, through: passed };
  const space = searchSpace(snapshot, { ...ends, around: [tokenOut, ...(terms.around ?? [])] });
  const asked = {
    amountIn: Number(first.amount),
    gasPrice: Number(gasPrice.numerator) / Number(gasPrice.denominator),
    hopGas: Number(gasPrice.hopGas ?? 0n),
  };
  const whole = problemOf(snapshot, space, asked);
  const paid = (entry?.edges ?? []).map((edge) => whole.edges.findIndex((e) => isSame(e, edge)));
  if (paid.includes(-1)) return null;
  const closed = entry === null ? whole : withEntryAlone(whole, paid);
  if (second === undefined) return { found: closed, space, given: [], paid };
  const found = withSource(
    snapshot,
    closed,
    inputs.map(({ token }) => closed.numbers.get(token)),
  );
  const given = inputs.map((_, i) => closed.edges.length + i);
  return { found, space, given, paid };
}

function isSame(one: GraphEdge, other: GraphEdge): boolean {
  return one.state.id === other.state.id && one.place === other.place;
}

/** Nothing comes to the share but by the edges that stand for what is paid in. */
function withEntryAlone(found: RequestProblem, paid: readonly number[]): RequestProblem {
  const { problem } = found;
  const { to, target } = problem;
  const opening = problem.opening.map((rate, e) =>
    to[e] === target && !paid.includes(e) ? 0 : rate,
  );
  // They do not rule each other out, nor the swaps of their pool.
  const pool = problem.pool.slice();
  for (const e of paid) pool[e] = -2 - e;
  return { ...found, problem: { ...problem, opening, pool } };
}

/** The problem with a source of its own, and an edge from it to each of some tokens. */
function withSource(
  snapshot: Snapshot,
  found: RequestProblem,
  tokens: readonly (number | undefined)[],
): RequestProblem {
  const { problem } = found;
  const [tokenCount, edgeCount] = [problem.tokenCount + 1, problem.from.length + tokens.length];
  const source = problem.tokenCount;
  const added = (column: Int32Array, values: readonly number[]) =>
    Int32Array.from([...column, ...values]);
  const from = added(
    problem.from,
    tokens.map(() => source),
  );
  const zeros = tokens.map(() => 0);
  const grown: Problem = {
    ...problem,
    ...{ tokenCount, source, amountIn: WHOLE, from },
    to: added(
      problem.to,
      tokens.map((token) => token ?? 0),
    ),
    pool: added(
      problem.pool,
      tokens.map((_, i) => -2 - problem.from.length - i),
    ),
    opening: Float64Array.from([...problem.opening, ...zeros]),
    bend: Float64Array.from([...problem.bend, ...zeros]),
    form: Uint8Array.from([...problem.form, ...zeros]),
    steady: Uint8Array.from([...problem.steady, ...zeros]),
    first: firstEdges(tokenCount, from),
    curves: [...problem.curves, ...tokens.map(() => NOTHING)],
    ...{ ...unbounded(tokenCount, edgeCount), legPrice: problem.legPrice },
    workspace: marketOf(snapshot).layout.workspace(tokenCount, edgeCount),
  };
  return { ...found, problem: grown };
}

/**
 * The problem with the edges of inputs and payments pinned: at the amounts of the pins each unit
 * brings what the pins say, of more it brings less, of less more. An optimum that trades just those
 * amounts is the optimum of all plans that have to trade them together, as its prices say that no
 * other edge gains anything.
 *
 * @param gas Of paying in.
 */
export function pinned(
  { found, given, paid }: JointProblem,
  {
    inputs,
    pins,
    gas,
  }: { readonly inputs: readonly RouteInput[]; readonly pins: Pins; readonly gas: number },
): RequestProblem {
  const { problem } = found;
  const curves = problem.curves.slice();
  const [opening, bend] = [problem.opening.slice(), problem.bend.slice()];
  const steady = problem.steady.slice();
  const pin = (e: number, curve: Curve): void => {
    curves[e] = curve;
    opening[e] = curve.marginal(0);
    bend[e] = curve.curvature(0);
    steady[e] = 0;
  };
  for (const [i, e] of given.entries()) {
    const reserveIn = Math.max(WHOLE * (pins.worths[i] ?? 0), 1);
    pin(e, bent({ reserveIn, reserveOut: 2 * Number(inputs[i]?.amount ?? 0n), gas: 0 }));
  }
  for (const [i, e] of paid.entries()) {
    const reserveIn = Math.max(pins.amounts[i] ?? 0, 1);
    const reserveOut = 4 * reserveIn * (pins.prices[i] ?? 0);
    pin(e, bent({ reserveIn, reserveOut, gas: gas / paid.length }));
  }
  return { ...found, problem: { ...problem, curves, opening, bend, steady } };
}

/** Half of the reserve that it pays is paid for as much as the other one. */
function bent(on: {
  readonly reserveIn: number;
  readonly reserveOut: number;
  readonly gas: number;
}): Curve {
  return constantProduct({ ...on, kept: 1, capacity: CAPACITY });
}
