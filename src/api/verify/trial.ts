import type { StateOverride } from "viem";
import { ServiceError } from "../../lib/errors.ts";
import type { ChainService } from "../chain/service.ts";
import type { GraphEdge, Snapshot } from "../graph/snapshot.ts";
import { decodeRevert } from "../program/revert.ts";
import type { JointRoute } from "../router/route.ts";
import { holdersOf } from "../simulation/holders.ts";
import { roundingOf } from "../simulation/rounding.ts";
import { isRefusal, simulate } from "../simulation/simulate.ts";
import { canBeRouted, executionOf, routeOfEdge } from "./plan-execution.ts";

/** What came of a plan on the chain. */
export type Outcome =
  /** `isRounded`: a token on the way rounds, and the amounts differ by no more than it does. */
  | { readonly kind: "equal"; readonly isRounded: boolean }
  | { readonly kind: "different"; readonly quoted: bigint; readonly simulated: bigint }
  /** The chain refuses what is quoted. */
  | { readonly kind: "reverted"; readonly quoted: bigint; readonly reason: string }
  /** Nothing was simulated, which says nothing of the quote. */
  | { readonly kind: "untried"; readonly reason: string };

/** What trials run on. */
export interface TrialNode {
  readonly service: Pick<ChainService, "chain" | "client">;
  /** For chains on which Weir's contracts are not deployed: their code; else empty. */
  readonly overrides: StateOverride;
}

/** Makes an edge's quote of an amount in the next block, by a transaction of its own. */
export async function tryEdge(
  node: TrialNode,
  snapshot: Snapshot,
  { edge, amountIn }: { readonly edge: GraphEdge; readonly amountIn: bigint },
): Promise<Outcome> {
  const quote = edge.protocol.quote(edge.state, edge, amountIn, snapshot.next);
  if (!quote.ok) return { kind: "untried", reason: quote.reason };
  const { amountOut, gas } = quote;
  return tryRoute(node, snapshot, routeOfEdge(edge, amountIn, { amountOut, gas }));
}

/** Makes a route in the next block. */
export async function tryRoute(
  { service, overrides }: TrialNode,
  snapshot: Snapshot,
  route: JointRoute,
): Promise<Outcome> {
  const { amountOut: quoted, tokenOut, hops } = route;
  const byRouter = canBeRouted(snapshot, tokenOut);
  const { execution, measure } = executionOf(snapshot, route, { byRouter, name: "trial" });
  try {
    const result = await simulate(service, {
      ...{ block: snapshot.block, next: snapshot.next, execution, outputs: [measure] },
      ...{ holders: holdersOf(snapshot, hops), snapshot, overrides },
    });
    if (!result.ok)
      return { kind: "reverted", quoted, reason: decodeRevert(result.revertData).reason };
    const [simulated = 0n] = result.gains;
    const isClose = distance(simulated, quoted) <= roundingOf(snapshot, route);
    if (simulated === quoted || isClose) return { kind: "equal", isRounded: simulated !== quoted };
    return { kind: "different", quoted, simulated };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (isRefusal(error)) return { kind: "reverted", quoted, reason: error.message };
    return { kind: "untried", reason: String(error.data?.reason ?? error.code) };
  }
}

function distance(a: bigint, b: bigint): bigint {
  return a > b ? a - b : b - a;
}
