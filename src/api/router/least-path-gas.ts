import type { Address } from "viem";
import { curveOf } from "./engine/curves.ts";
import { residualState } from "./residual.ts";
import type { ExactGraph } from "./search.ts";

/** Part of a curve's gas that exact quotes need at least: some curves know that of one amount. */
const EXACT_PART = 0.9;

/** By token, the least gas of a path from there to tokenOut; tokens without one are not there. */
export function leastPathGas({ space, edges }: ExactGraph): ReadonlyMap<Address, number> {
  const { before, at, maxHops, tokenOut } = space;
  let ahead = new Map<Address, number>([[tokenOut, 0]]);
  for (let hops = 1; hops <= maxHops; hops++) {
    const further = new Map(ahead);
    for (const [token, outgoing] of edges) {
      for (const edge of outgoing) {
        const rest = ahead.get(edge.tokenOut);
        if (rest === undefined) continue;
        const gas = EXACT_PART * curveOf(edge, residualState(edge, before), at).gas(0) + rest;
        if (gas < (further.get(token) ?? Number.POSITIVE_INFINITY)) further.set(token, gas);
      }
    }
    ahead = further;
  }
  return ahead;
}
