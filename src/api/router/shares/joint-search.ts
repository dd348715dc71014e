import type { Address } from "viem";
import type { Steps } from "../../../lib/steps.ts";
import type { Snapshot } from "../../graph/snapshot.ts";
import { exactGasOf, GAS_MARGIN, type GasPrice } from "../attempt.ts";
import { bestValues } from "../engine/prices.ts";
import { solving } from "../engine/solve.ts";
import { routeGasLimit } from "../gas-limit.ts";
import type { JointRequest } from "../joint-flow.ts";
import { type Division, divisionOf } from "./division.ts";
import type { ShareEnd } from "./ends.ts";
import { type JointProblem, jointProblem, pinned } from "./joint-problem.ts";
import type { Parts } from "./parts.ts";
import { type Settled, settle } from "./settled.ts";
import { shareBound } from "./share-bound.ts";
import { isProven, type SharePool, sharePoolOf, swappedOf } from "./share-pool.ts";

/** Plans that are returned at most. */
const MAX_PLANS = 3;
/** Without a share that is entered. */
const NO_POOL: SharePool = { reserves: [], supply: 0, gas: 0 };

/** Plans of a joint search, best first. */
export interface Searched {
  readonly divisions: readonly Division[];
  /** How the value is divided over the share's tokens. */
  readonly parts: Parts;
  /**
   * No flow is worth more after gas, in shares or the token that is bought, also none that enters
   * or leaves shares by edges; null where nothing is proven. Of what is left of what is burned.
   */
  readonly bound: number | null;
}

/**
 * The best plans that buy all tokens of a share, or one token, with all inputs at once; null where
 * there is none.
 */
export function* searchJointly(
  snapshot: Snapshot,
  request: JointRequest,
  {
    entry,
    exit,
    gasPrice,
  }: {
    readonly entry: ShareEnd | null;
    /** Whose tokens the inputs are. */
    readonly exit: ShareEnd | null;
    readonly gasPrice: GasPrice;
  },
): Steps<Searched | null> {
  const { inputs } = request;
  const joint = jointProblem(snapshot, request, { entry, gasPrice });
  const pool = entry === null ? NO_POOL : sharePoolOf(snapshot, entry, request.before);
  if (joint === null || pool === null) return null;
  const { problem, numbers } = joint.found;
  const opening = bestValues(problem);
  const priceOf = (token: (typeof inputs)[number]["token"]) =>
    opening[numbers.get(token) ?? -1] ?? 0;
  const worths = inputs.map(({ token, amount }) => priceOf(token) * Number(amount));
  const worth = worths.reduce((sum, each) => sum + each, 0);
  if (!(worth > 0)) return null;
  const { reserves, supply, gas } = pool;
  const spots = joint.paid.map((e) => problem.opening[e] ?? 0);
  const whole = reserves.reduce((sum, amount, i) => sum + amount * (spots[i] ?? 0), 0);
  const first = {
    worths: worths.map((each) => Math.max(each / worth, 1e-9)),
    amounts: reserves.map((amount) => (amount * worth) / whole),
    prices: spots.map((spot) => (spot * supply) / whole),
  };
  const settled = settle({ joint, inputs, gas, reserves, supply }, first);
  if (settled === null) return null;
  const found = pinned(joint, { inputs, pins: settled.pins, gas });
  const added = joint.given.length + Math.max(0, joint.paid.length - 1);
  const limits = {
    maxLegs: request.maxLegs === undefined ? Number.POSITIVE_INFINITY : request.maxLegs + added,
    maxGas: Number(routeGasLimit(snapshot.chainId, request)) * GAS_MARGIN,
    maxHops: joint.space.maxHops + (joint.given.length > 0 ? 1 : 0),
    exactGas: exactGasOf(
      found.edges.map((edge, e) => (joint.paid.includes(e) ? undefined : edge)),
      joint.space,
    ),
  };
  const seen = new Set<string>();
  yield;
  const { plans: solved } = yield* solving(found.problem, limits);
  const plans = solved.filter(({ edges }) => {
    if (![...joint.given, ...joint.paid].every((e) => edges.includes(e))) return false;
    const key = [...edges].sort((a, b) => a - b).join();
    return seen.has(key) ? false : seen.add(key) !== undefined;
  });
  const { amounts, prices } = settled.pins;
  const values = amounts.map((amount, i) => amount * (prices[i] ?? 0));
  const sum = values.reduce((all, each) => all + each, 0);
  const bound = boundOf(snapshot, request, { entry, exit, pool, joint, settled });
  return {
    bound,
    divisions: plans.slice(0, MAX_PLANS).map((plan) => divisionOf(joint, found, { plan, inputs })),
    parts: values.map((each) => each / sum),
  };
}

/**
 * The bound by the prices found, where shares are of pools that take their tokens in proportion.
 */
function boundOf(
  snapshot: Snapshot,
  request: JointRequest,
  on: {
    readonly entry: ShareEnd | null;
    readonly exit: ShareEnd | null;
    readonly pool: SharePool;
    readonly joint: JointProblem;
    readonly settled: Settled;
  },
): number | null {
  const { entry, exit, joint, settled } = on;
  const { inputs, before } = request;
  const ends = [entry, exit].filter((end) => end !== null);
  if (!ends.every((end) => isProven(snapshot, end, end === entry ? "into" : "outOf"))) return null;
  const ids = ends.flatMap(({ edges: [edge] }) => edge?.state.id ?? []);
  if (new Set(ids).size < ids.length) return null;
  const { problem, values } = settled;
  const mostOf = (token: Address) => problem.most[joint.found.numbers.get(token) ?? -1] ?? 0;
  const swapped = entry && swappedOf(snapshot, entry, { before, mostOf });
  if (entry !== null && swapped === null) return null;
  const pool = swapped && { ...on.pool, ...swapped };
  const own = new Set(ids);
  const bound = shareBound(joint, { inputs, problem, values, pool, own });
  return Number.isFinite(bound) ? bound : null;
}
