import { atOnce, type Steps } from "../../lib/steps.ts";
import type { Snapshot } from "../graph/snapshot.ts";
import type { GasPrice } from "./attempt.ts";
import { certify } from "./certify.ts";
import { findJointFlow, type JointRequest, type JointRouteResult } from "./joint-flow.ts";
import { betterOf, netOf } from "./merging.ts";
import { findShareRoute } from "./shares/find-share-route.ts";

export type { JointRequest, JointRouteResult } from "./joint-flow.ts";

/** What `jointRouteSteps` gives, at once. */
export function findJointRoute(...asked: Parameters<typeof jointRouteSteps>): JointRouteResult {
  return atOnce(jointRouteSteps(...asked));
}

/**
 * Best route from several tokens, or one, to one on a snapshot: the best flow of edges, or, where a
 * pool's share is given or wanted, one that burns it for all of its tokens or pays all of them in,
 * if that is worth more after gas.
 *
 * Pure: a function of its arguments alone. It rests between searches, of which shares need many.
 */
export function* jointRouteSteps(
  snapshot: Snapshot,
  request: JointRequest,
  gasPrice: GasPrice,
): Steps<JointRouteResult> {
  const flow = yield* findJointFlow(snapshot, request, gasPrice);
  const best = flow.ok ? flow.route : undefined;
  yield;
  const shares = yield* findShareRoute(snapshot, request, { gasPrice, flow: best });
  if (shares === null) return flow;
  const { route: found, bound } = shares;
  if (found === null && !flow.ok) return flow;
  const route =
    found === null || !flow.ok ? (found ?? best) : betterOf(flow.route, found, gasPrice);
  if (route === undefined) return flow;
  // That of the flow says nothing about what is paid in, or burned, with all tokens.
  const certificate = certify(route, netOf(route, gasPrice), bound);
  return { ok: true, route: { ...route, certificate } };
}
