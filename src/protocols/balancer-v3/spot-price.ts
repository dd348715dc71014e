import type { Address } from "viem";
import { ONE } from "../balancer-v2/fixed-point.ts";
import {
  eclpSlopes,
  type Slopes,
  stableSlopes,
  weightedSlopes,
} from "../balancer-v2/spot-price.ts";
import type { BlockContext, Edge, Ratio } from "../protocol.ts";
import { factorOf, loaded } from "./scaling.ts";
import { ampAt, type BalancerV3Pool } from "./state.ts";

/**
 * What one more unit is worth: the ratio of the invariant's slopes along the two tokens, where a
 * share's slope is the invariant per share. Before fees.
 */
export function spotPrice(state: BalancerV3Pool, edge: Edge, { timestamp }: BlockContext): Ratio {
  const { live } = loaded(state, "down");
  const slopes = slopesOf(state, live, timestamp);
  const worth = (token: Address) => {
    const index = state.tokens.indexOf(token);
    if (index < 0) return slopes.share * ONE;
    return (slopes.tokens[index] ?? 0n) * factorOf(state, index);
  };
  return { numerator: worth(edge.tokenIn), denominator: worth(edge.tokenOut) };
}

function slopesOf(state: BalancerV3Pool, live: readonly bigint[], timestamp: bigint): Slopes {
  const { supply } = state;
  switch (state.kind) {
    case "weighted":
      return weightedSlopes(live, { weights: state.weights, supply });
    case "stable":
      return stableSlopes(live, { amp: ampAt(state, timestamp), supply });
    case "eclp":
      return eclpSlopes(live, { ellipse: state.ellipse, supply });
  }
}
