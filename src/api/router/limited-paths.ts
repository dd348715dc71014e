import type { Address } from "viem";
import type { Steps } from "../../lib/steps.ts";
import type { Snapshot } from "../graph/snapshot.ts";
import { routeGasLimit } from "./gas-limit.ts";
import { leastPathGas } from "./least-path-gas.ts";
import type { RouteRequest } from "./route.ts";
import {
  type ExactGraph,
  exactGraph,
  type Path,
  type SearchOptions,
  searchPaths,
} from "./search.ts";
import { legsOf } from "./wrapping.ts";

/** Hops of a path that are no legs: it has the native currency and its wrapped form once each. */
const MOST_WRAPS = 1;

/**
 * Parts of the gas limit that paths are looked for within while none is found: what brings most to
 * a token may leave too little gas for the rest of the way, and hide what brings less.
 */
const PARTS = [1, 0.9, 0.8, 0.7, 0.6, 0.5];

/** Single paths within a request's limits of legs and gas. */
export interface LimitedPaths {
  readonly graph: ExactGraph;
  readonly maxGas: bigint;
  /** Looks for those that take an amount, best first. */
  search(amountIn: bigint, on: SearchOptions): Steps<readonly Path[]>;
}

/** The paths of a graph that a request's limits allow. */
export function limitedPaths(
  snapshot: Snapshot,
  request: Pick<RouteRequest, "maxGas" | "maxLegs">,
  whole: ExactGraph,
): LimitedPaths {
  const { space } = whole;
  const { maxLegs = space.maxHops } = request;
  const maxGas = routeGasLimit(snapshot.chainId, request);
  const maxHops = Math.min(space.maxHops, maxLegs + MOST_WRAPS);
  const graph = maxHops < space.maxHops ? exactGraph(snapshot, { ...space, maxHops }) : whole;
  const ahead = leastPathGas(graph);
  const gasTo = (token: Address, gas: bigint): number =>
    Number(gas) + (ahead.get(token) ?? Number.POSITIVE_INFINITY);
  const includes = ({ edges, gas }: Path): boolean => {
    if (gas > maxGas) return false;
    if (edges.length <= maxLegs) return true;
    const hops = edges.map((edge) => ({ edge }));
    return legsOf(snapshot, hops) <= maxLegs;
  };
  return {
    graph,
    maxGas,
    *search(amountIn, on) {
      if (gasTo(space.tokenIn, 0n) > Number(maxGas)) return [];
      for (const part of PARTS) {
        let isTight = false;
        const isHopeless: SearchOptions["isHopeless"] = (token, amount, gas) => {
          const isTooMuch = gasTo(token, gas) > part * Number(maxGas);
          isTight ||= isTooMuch;
          return isTooMuch || on.isHopeless?.(token, amount, gas) === true;
        };
        const paths = yield* searchPaths(graph, amountIn, { ...on, isHopeless });
        const found = paths.filter(includes);
        if (found.length > 0 || !isTight) return found;
      }
      return [];
    },
  };
}
