import type { Address } from "viem";
import type { GraphEdge } from "../../graph/snapshot.ts";
import type { Plan } from "../engine/recovery.ts";
import type { RequestProblem } from "../engine/request-problem.ts";
import type { Flow } from "../flow.ts";
import { planFlow } from "../plan-flow.ts";
import type { RouteInput } from "../route.ts";
import type { JointProblem } from "./joint-problem.ts";
import type { Parts } from "./parts.ts";

/** A flow by what it is for. */
export interface Division {
  /** Of each edge, the amounts that come to each token of the share; to one where there is none. */
  readonly edges: readonly { readonly edge: GraphEdge; readonly amounts: readonly number[] }[];
  /** By token of the share: what of it is paid in. */
  readonly keeps: readonly { readonly token: Address; readonly amount: number }[];
}

/** Amounts are scaled to so many bits: only how a token is divided matters. */
const BITS = 100;

/** What the edges of a plan carry for each token that is paid in. */
export function divisionOf(
  { space, given, paid }: Omit<JointProblem, "found">,
  found: RequestProblem,
  on: { readonly plan: Plan; readonly inputs: readonly RouteInput[] },
): Division {
  const { from, to, curves } = found.problem;
  const { edges, amounts } = on.plan;
  const kinds = Math.max(1, paid.length);
  const carried = new Map<number, number[]>();
  const sums = new Map<number, number[]>();
  const keeps = paid.map((e) => ({ token: found.edges[e]?.tokenIn ?? space.tokenOut, amount: 0 }));
  for (let i = edges.length - 1; i >= 0; i--) {
    const [e, amount] = [edges[i] ?? 0, amounts[i] ?? 0];
    const at = paid.indexOf(e);
    const behind = sums.get(to[e] ?? 0) ?? [];
    const whole = behind.reduce((sum, each) => sum + each, 0);
    const own = Array.from({ length: kinds }, (_, kind) =>
      at >= 0 ? (kind === at ? amount : 0) : whole > 0 ? (amount * (behind[kind] ?? 0)) / whole : 0,
    );
    if (paid.length === 0) own[0] = amount;
    const keep = keeps[at];
    if (keep !== undefined) keeps[at] = { ...keep, amount };
    carried.set(e, own);
    const before = sums.get(from[e] ?? 0);
    sums.set(
      from[e] ?? 0,
      own.map((each, kind) => each + (before?.[kind] ?? 0)),
    );
  }
  const inputs = given.flatMap((e, i) => {
    const [at, input] = [edges.indexOf(e), on.inputs[i]];
    if (at < 0 || input === undefined) return [];
    return [{ token: input.token, amount: curves[e]?.output(amounts[at] ?? 0) ?? 0 }];
  });
  const ends = { ...space, ...(given.length > 0 && { given: inputs }) };
  const listed = edges.flatMap((e) => {
    const edge = found.edges[e];
    return edge === undefined || paid.includes(e) ? [] : [{ edge, amounts: carried.get(e) ?? [] }];
  });
  return { edges: [...listed, ...wrapOf(found, ends, on.plan, { paid, carried })], keeps };
}

/** The wrap or unwrap that a plan needs, for what the edges are for that leave in its form. */
function wrapOf(
  found: RequestProblem,
  ends: Parameters<typeof planFlow>[1],
  plan: Plan,
  on: {
    readonly paid: readonly number[];
    readonly carried: ReadonlyMap<number, readonly number[]>;
  },
): Division["edges"] {
  const flow = planFlow(found, ends, plan);
  const own = new Set(plan.edges.map((e) => found.edges[e]));
  const wrap = flow.find(([edge]) => !own.has(edge));
  if (wrap === undefined) return [];
  const [edge] = wrap;
  const behind = plan.edges.filter((e) => found.edges[e]?.tokenIn === edge.tokenOut);
  const sums = behind.reduce<readonly number[]>((sum, e) => {
    const carried = on.carried.get(e) ?? [];
    return carried.map((each, kind) => each + (sum[kind] ?? 0));
  }, []);
  const whole = sums.reduce((sum, each) => sum + each, 0);
  if (!(whole > 0)) return [];
  const largest = plan.edges.findIndex((e) => found.edges[e] !== undefined);
  const scaled = flow.find(([each]) => each === found.edges[plan.edges[largest] ?? -1]);
  if (scaled === undefined) return [];
  const unit = (plan.amounts[largest] ?? 0) / Number(scaled[1]);
  const amount = Number(wrap[1]) * unit;
  return [{ edge, amounts: sums.map((each) => (each / whole) * amount) }];
}

/** The flow of a division with more or less for each token that is paid in. */
export function flowAt(
  { edges, keeps }: Division,
  factors: Parts,
): { readonly flow: Flow; readonly keeps: ReadonlyMap<Address, bigint> } {
  const sums = edges.map(({ amounts }) =>
    amounts.reduce((sum, amount, kind) => sum + amount * (factors[kind] ?? 0), 0),
  );
  const kept = keeps.map(({ amount }, kind) => amount * (factors[kind] ?? 0));
  const largest = Math.max(...sums, ...kept);
  const scale = 2 ** (BITS - Math.ceil(Math.log2(largest)));
  const part = (amount: number): bigint => BigInt(Math.round(amount * scale));
  return {
    flow: edges.flatMap(({ edge }, i) => {
      const amount = part(sums[i] ?? 0);
      return amount > 0n ? [[edge, amount] as const] : [];
    }),
    keeps: new Map(keeps.map(({ token }, kind) => [token, part(kept[kind] ?? 0)])),
  };
}
