import type { Snapshot } from "../../graph/snapshot.ts";
import { exactGasOf, GAS_MARGIN, type GasPrice } from "../attempt.ts";
import { bestValues } from "../engine/prices.ts";
import { solve } from "../engine/solve.ts";
import { routeGasLimit } from "../gas-limit.ts";
import type { JointRequest } from "../joint-flow.ts";
import { residualState } from "../residual.ts";
import { type Division, divisionOf } from "./division.ts";
import type { ShareEnd } from "./ends.ts";
import { jointProblem, pinned } from "./joint-problem.ts";
import type { Parts } from "./parts.ts";
import { settle } from "./settled.ts";

/** Plans that are returned at most. */
const MAX_PLANS = 3;
/** Part of a pool by whose payment its shares are counted. */
const SAMPLE = 1_024n;

/** Plans of a joint search, best first. */
export interface Searched {
  readonly divisions: readonly Division[];
  /** How the value is divided over the share's tokens. */
  readonly parts: Parts;
}

/**
 * The best plans that buy all tokens of a share, or one token, with all inputs at once; null where
 * there is none.
 */
export function searchJointly(
  snapshot: Snapshot,
  request: JointRequest,
  { entry, gasPrice }: { readonly entry: ShareEnd | null; readonly gasPrice: GasPrice },
): Searched | null {
  const { inputs } = request;
  const joint = jointProblem(snapshot, request, { entry, gasPrice });
  const pool = entry === null ? NO_POOL : poolOf(snapshot, request, entry);
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
  const plans = solve(found.problem, limits).plans.filter(({ edges }) => {
    if (![...joint.given, ...joint.paid].every((e) => edges.includes(e))) return false;
    const key = [...edges].sort((a, b) => a - b).join();
    return seen.has(key) ? false : seen.add(key) !== undefined;
  });
  const { amounts, prices } = settled.pins;
  const values = amounts.map((amount, i) => amount * (prices[i] ?? 0));
  const sum = values.reduce((all, each) => all + each, 0);
  return {
    divisions: plans.slice(0, MAX_PLANS).map((plan) => divisionOf(joint, found, { plan, inputs })),
    parts: values.map((each) => each / sum),
  };
}

/** What is paid into a pool, and for what. */
interface Pool {
  readonly reserves: readonly number[];
  readonly supply: number;
  readonly gas: number;
}

const NO_POOL: Pool = { reserves: [], supply: 0, gas: 0 };

function poolOf(
  { next }: Snapshot,
  { before = new Map() }: JointRequest,
  { share, edges }: ShareEnd,
): Pool | null {
  const [edge] = edges;
  if (edge === undefined) return null;
  const { protocol } = edge;
  const state = residualState(edge, before);
  const held = protocol.holdings(state, next);
  const amounts = share.tokens.map(
    (token) => held.find((each) => each.token === token)?.amount ?? 0n,
  );
  const minted = protocol.liquidity?.mint(
    state,
    amounts.map((amount) => amount / SAMPLE),
    next,
  );
  if (minted === undefined || !minted.ok) return null;
  return {
    reserves: amounts.map(Number),
    supply: Number(minted.amountOut * SAMPLE),
    gas: Number(minted.gas),
  };
}
