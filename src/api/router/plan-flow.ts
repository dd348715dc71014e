import type { Address } from "viem";
import { NATIVE } from "../../lib/address.ts";
import type { GraphEdge } from "../graph/snapshot.ts";
import type { Plan } from "./engine/recovery.ts";
import type { RequestProblem } from "./engine/request-problem.ts";
import type { Flow } from "./flow.ts";

/** The ends of a request. */
interface Ends {
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  /** What comes in, where that is not all of the problem's input in tokenIn. */
  readonly given?: readonly { readonly token: Address; readonly amount: number }[];
}

type PlannedEdges = Pick<Plan, "edges" | "amounts">;

/** Part of a plan's flow below which a difference is rounding. */
const NOISE = 1e-9;
/** Few units are scaled up by so much, so that rounding does not change the proportions. */
const SCALE = 2 ** 32;

/**
 * The plan's amounts as proportions (only how a token is divided matters), with the wrap or unwrap
 * that a plan needs which takes the native currency and its wrapped form for one token.
 */
export function planFlow(found: RequestProblem, ends: Ends, plan: PlannedEdges): Flow {
  const { edges, amounts } = plan;
  const largest = amounts.reduce((most, amount) => Math.max(most, amount), 0);
  const scale = largest < Number.MAX_SAFE_INTEGER ? SCALE : 1;
  const part = (amount: number): bigint => BigInt(Math.max(1, Math.round(amount * scale)));
  const flow = edges.flatMap((e, i) => {
    const edge = found.edges[e];
    return edge === undefined ? [] : [[edge, part(amounts[i] ?? 0)] as const];
  });
  const wrap = wrapOf(found, ends, plan);
  return wrap === null ? flow : [...flow, [wrap.edge, part(wrap.amount)] as const];
}

/** What comes in the one form and goes on in the other; null where nothing does. */
function wrapOf(
  { problem, edges: graphEdges, pair }: RequestProblem,
  { tokenIn, tokenOut, given = [{ token: tokenIn, amount: problem.amountIn }] }: Ends,
  { edges, amounts }: PlannedEdges,
): { readonly edge: GraphEdge; readonly amount: number } | null {
  if (pair === null) return null;
  const wrappedToken = pair.wrap.tokenOut;
  // What is left of each form after the plan's edges.
  const left = new Map<Address, number>([
    [NATIVE, 0],
    [wrappedToken, 0],
  ]);
  let traded = 0;
  const add = (token: Address, amount: number): void => {
    const before = left.get(token);
    if (before === undefined) return;
    left.set(token, before + amount);
    traded += Math.abs(amount);
  };
  for (const { token, amount } of given) add(token, amount);
  for (const [i, e] of edges.entries()) {
    const edge = graphEdges[e];
    const amount = amounts[i] ?? 0;
    if (edge === undefined) continue;
    add(edge.tokenIn, -amount);
    add(edge.tokenOut, problem.curves[e]?.output(amount) ?? 0);
  }
  const [native, wrapped] = [left.get(NATIVE) ?? 0, left.get(wrappedToken) ?? 0];
  const least = NOISE * traded;
  if (tokenOut === NATIVE) return wrapped > least ? { edge: pair.unwrap, amount: wrapped } : null;
  if (tokenOut === wrappedToken) return native > least ? { edge: pair.wrap, amount: native } : null;
  if (native < -least) return { edge: pair.unwrap, amount: -native };
  if (wrapped < -least) return { edge: pair.wrap, amount: -wrapped };
  return null;
}
