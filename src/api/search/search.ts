import type { Snapshot } from "../graph/snapshot.ts";
import type { ChainMeter } from "../metrics/metrics.ts";
import { timed } from "../metrics/timed.ts";
import { findRoute, type GasPrice } from "../router/find-route.ts";
import type { RouteRequest, RouteResult } from "../router/route.ts";

/** What a search depends on, all of it. */
export interface Question {
  readonly snapshot: Snapshot;
  readonly request: RouteRequest;
  readonly gasPrice: GasPrice;
}

/** Finds the best route, wherever; the answer depends on the question alone. */
export type Search = (question: Question, meter: ChainMeter | undefined) => Promise<RouteResult>;

/** Searches in this thread. */
export const searchHere: Search = async ({ snapshot, request, gasPrice }, meter) =>
  timed(meter?.searched, () => findRoute(snapshot, request, gasPrice));
