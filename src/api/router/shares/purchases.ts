import type { Address } from "viem";
import { edgeKey, type GraphEdge } from "../../graph/snapshot.ts";
import type { Flow } from "../flow.ts";
import type { Hop } from "../route.ts";
import { withoutCircles } from "./circles.ts";

/** A route to one token of a share, as it was found for an amount. */
export interface Purchase {
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  readonly amountIn: bigint;
  readonly amountOut: bigint;
  readonly hops: readonly Hop[];
}

/** How much of a token is to go to one of the share's. */
export interface Wanted {
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  readonly amount: bigint;
}

/** What goes through an edge, in and out. */
export interface EdgeFlow {
  readonly edge: GraphEdge;
  readonly amountIn: bigint;
  readonly amountOut: bigint;
}

/** Scale of all amounts of a flow: only how a token is divided matters. */
const SCALE_BITS = 48n;

/**
 * Purchases as one flow, each with another amount than it was found for, and what stays of the
 * share's tokens. What was not bought is not in it.
 */
export function flowOf(
  purchases: readonly Purchase[],
  wanted: readonly Wanted[],
): { readonly flow: Flow; readonly keeps: ReadonlyMap<Address, bigint> } {
  const flows = new Map<string, EdgeFlow>();
  const keeps = new Map<Address, bigint>();
  const keep = (token: Address, amount: bigint) =>
    keeps.set(token, (keeps.get(token) ?? 0n) + amount);
  for (const { tokenIn, tokenOut, amount } of wanted) {
    if (tokenIn === tokenOut) {
      keep(tokenOut, amount << SCALE_BITS);
      continue;
    }
    const found = purchases.find((each) => each.tokenIn === tokenIn && each.tokenOut === tokenOut);
    if (found === undefined) continue;
    const scale = (amount << SCALE_BITS) / found.amountIn;
    keep(tokenOut, found.amountOut * scale);
    for (const { edge, amountIn, amountOut } of found.hops) {
      const known = flows.get(edgeKey(edge));
      flows.set(edgeKey(edge), {
        edge,
        amountIn: (known?.amountIn ?? 0n) + amountIn * scale,
        amountOut: (known?.amountOut ?? 0n) + amountOut * scale,
      });
    }
  }
  const flow = withoutCircles([...flows.values()]);
  return { flow: flow.map(({ edge, amountIn }) => [edge, amountIn] as const), keeps };
}
