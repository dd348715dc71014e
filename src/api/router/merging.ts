import { costOf, type GasPrice } from "./attempt.ts";
import { type Alternative, type JointRoute, MAX_ALTERNATIVES, type Route } from "./route.ts";

/** A route from one token as one of a list of it. */
export function asJoint({ tokenIn: token, amountIn: amount, ...route }: Route): JointRoute {
  return { ...route, inputs: [{ token, amount }] };
}

/** What a route is worth after its hops' gas and data. */
export function netOf(
  route: Pick<Route, "amountOut" | "gas" | "hops">,
  gasPrice: GasPrice,
): bigint {
  return route.amountOut - costOf(route, gasPrice);
}

/**
 * The route that is worth more after gas, `first` where they are alike; the other is an
 * alternative.
 */
export function betterOf<R extends Pick<Route, "amountOut" | "gas" | "hops" | "alternatives">>(
  first: R,
  second: R,
  gasPrice: GasPrice,
): R {
  const [best, other] =
    netOf(second, gasPrice) > netOf(first, gasPrice) ? [second, first] : [first, second];
  const { amountOut, gas, hops, alternatives } = other;
  const left: Alternative = { amountOut, gas, pools: hops.map(({ edge }) => edge.state.id) };
  const all = best === first ? [...alternatives, left] : [left, ...alternatives];
  return { ...best, alternatives: [...best.alternatives, ...all].slice(0, MAX_ALTERNATIVES) };
}
