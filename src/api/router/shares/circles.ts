import type { Address } from "viem";
import { min } from "../../../lib/math.ts";
import type { EdgeFlow } from "./purchases.ts";

/**
 * A flow without circles: what goes round is taken out of each edge of a circle, so that what two
 * purchases trade against each other is not traded. Each circle loses its weakest edge.
 */
export function withoutCircles(flow: readonly EdgeFlow[]): readonly EdgeFlow[] {
  let left: readonly EdgeFlow[] = flow.filter(({ amountIn }) => amountIn > 0n);
  for (let circle = circleOf(left); circle !== null; circle = circleOf(left)) {
    left = reduced(left, circle);
  }
  return left;
}

/** Edges of a circle, each from where the one before leads; null where there is none. */
function circleOf(flow: readonly EdgeFlow[]): readonly EdgeFlow[] | null {
  const outgoing = new Map<Address, EdgeFlow[]>();
  for (const each of flow) {
    const { tokenIn } = each.edge;
    outgoing.set(tokenIn, [...(outgoing.get(tokenIn) ?? []), each]);
  }
  const done = new Set<Address>();
  const path: EdgeFlow[] = [];
  const follow = (token: Address): readonly EdgeFlow[] | null => {
    const start = path.findIndex(({ edge }) => edge.tokenIn === token);
    if (start >= 0) return path.slice(start);
    if (done.has(token)) return null;
    for (const each of outgoing.get(token) ?? []) {
      path.push(each);
      const found = follow(each.edge.tokenOut);
      if (found !== null) return found;
      path.pop();
    }
    done.add(token);
    return null;
  };
  for (const token of outgoing.keys()) {
    const found = follow(token);
    if (found !== null) return found;
  }
  return null;
}

/** Scale of what goes round, in parts of what the circle's first edge takes. */
const WHOLE = 1n << 64n;

function reduced(flow: readonly EdgeFlow[], circle: readonly EdgeFlow[]): readonly EdgeFlow[] {
  // What each edge takes when the first takes all: what the one before pays.
  let reached = circle[0]?.amountIn ?? 0n;
  let most = WHOLE;
  const needs = new Map<EdgeFlow, bigint>();
  for (const each of circle) {
    needs.set(each, reached);
    if (reached > 0n) most = min(most, (each.amountIn * WHOLE) / reached);
    reached = (reached * each.amountOut) / each.amountIn;
  }
  const weakest = circle.reduce((weak, each) =>
    each.amountIn * (needs.get(weak) ?? 0n) < weak.amountIn * (needs.get(each) ?? 0n) ? each : weak,
  );
  return flow.flatMap((each) => {
    const need = needs.get(each);
    if (need === undefined) return [each];
    if (each === weakest) return [];
    const taken = (need * most) / WHOLE;
    const amountIn = each.amountIn - taken;
    if (amountIn <= 0n) return [];
    return [{ ...each, amountIn, amountOut: (each.amountOut * amountIn) / each.amountIn }];
  });
}
