import type { Address } from "viem";
import type { Snapshot } from "../../src/api/graph/snapshot.ts";
import { runShares, type SharedEdge } from "../../src/api/router/flow.ts";
import type { JointRoute } from "../../src/api/router/route.ts";
import { min } from "../../src/lib/math.ts";
import type { PoolState, Protocol } from "../../src/protocols/protocol.ts";
import { randomAmount } from "./chain.ts";

/**
 * A route that enters a pool's share with a random amount of each of its tokens, or burns some of
 * it and sells what it gives for one of them in the pool itself; null where the quotes refuse it.
 */
export function shareRoute(
  protocol: Protocol,
  snapshot: Snapshot,
  on: {
    readonly state: PoolState;
    readonly way: "mint" | "burn";
    readonly random: () => number;
    readonly sellsFor: Address | undefined;
  },
): JointRoute | null {
  const { state, way, random } = on;
  const share = protocol.liquidity?.share(state);
  if (!share) return null;
  const edgeOf = (action: string, tokenIn: Address, tokenOut: Address) => {
    const found = snapshot.edges.get(tokenIn)?.find((edge) => {
      return edge.state === state && edge.action === action && edge.tokenOut === tokenOut;
    });
    if (found === undefined) throw new Error(`${state.id} has no ${action} of ${tokenIn}`);
    return found;
  };
  const [first, ...others] = share.tokens;
  const into = on.sellsFor ?? share.tokens.at(-1);
  if (first === undefined || into === undefined) return null;
  const beside = others.map((token) => ({ token, amount: 0n }));
  const held = new Map(protocol.holdings(state, snapshot.next).map((each) => [each.token, each]));
  const inputs =
    way === "mint"
      ? share.tokens.map((token) => {
          const most = (held.get(token)?.amount ?? 1n) * 2n + 1n;
          return { token, amount: min(randomAmount(random, 1, most.toString().length), most) };
        })
      : [{ token: share.token, amount: randomAmount(random, 10, 21) }];
  const edges: readonly SharedEdge[] =
    way === "mint"
      ? [{ edge: edgeOf("deposit", first, share.token), shareX64: null, beside }]
      : [
          { edge: edgeOf("redeem", share.token, first), shareX64: null, beside },
          ...share.tokens
            .filter((token) => token !== into)
            .map((token) => ({ edge: edgeOf("swap", token, into), shareX64: null })),
        ];
  const run = runShares(edges, inputs, { at: snapshot.next, before: new Map() });
  if (run === null) return null;
  const tokenOut = way === "mint" ? share.token : into;
  const { hops, gas, after, balances } = run;
  return {
    ...{ inputs, tokenOut, amountOut: balances.get(tokenOut) ?? 0n, hops, gas, after },
    ...{ certificate: null, alternatives: [] },
  };
}
