import type { Address } from "viem";
import { eclpPrice } from "../balancer-v2/eclp-math.ts";
import type { Ellipse } from "../balancer-v2/ellipse.ts";
import { ONE } from "../balancer-v2/fixed-point.ts";
import { type Slopes, stableSlopes, weightedSlopes } from "../balancer-v2/spot-price.ts";
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
      return eclpSlopes(state.ellipse, live, supply);
  }
}

/** The invariant grows as its balances do: it is the sum of balances times slopes. */
function eclpSlopes(ellipse: Ellipse, live: readonly bigint[], supply: bigint): Slopes {
  const price = eclpPrice(ellipse, live) ?? { numerator: 0n, denominator: 0n };
  const tokens = [price.numerator, price.denominator];
  const sum = live.reduce((total, balance, i) => total + balance * (tokens[i] ?? 0n), 0n);
  return { tokens, share: supply === 0n ? 0n : sum / supply };
}
