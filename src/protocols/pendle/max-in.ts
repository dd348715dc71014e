import { min } from "../../lib/math.ts";
import type { BlockContext, Edge } from "../protocol.ts";
import { mostSyAdded } from "./adding.ts";
import { buyPt, mostPtOut, type Priced, pricedAt } from "./market-math.ts";
import { mostLpOut, unlocked } from "./removing.ts";
import { payingPtIn } from "./selling.ts";
import type { PendleMarket, PendlePool } from "./state.ts";
import { mostSyForYt, mostYtIn } from "./yield-trades.ts";

/** More of any token is nowhere, and every product of the contracts stays in its word. */
const MOST = 1n << 110n;

/** Smallest unit of tokenIn; 0 while an SY is paused, and of a market that trades nothing. */
export function maxIn(state: PendlePool, edge: Edge, { timestamp }: BlockContext): bigint {
  if (state.isPaused) return 0n;
  if (state.kind === "wrapper") {
    return edge.action === "deposit" ? MOST : min(state.supply, state.held);
  }
  if (state.isExpired) {
    return min(edge.tokenIn === state.pt ? state.ptSupply : unlocked(state), MOST);
  }
  const priced = pricedFor(state, edge, timestamp);
  return priced === null ? 0n : mostTraded(state, edge, priced);
}

/** `maxIn` of a market that trades, priced by `pricedFor`. */
export function mostTraded(state: PendleMarket, edge: Edge, priced: Priced): bigint {
  const most = () => {
    switch (edge.action) {
      case "deposit":
        return mostSyAdded(state, priced);
      case "redeem":
        return mostLpOut(state, priced);
      case "swap":
        return mostSwapped(state, edge, priced);
    }
  };
  return min(most(), MOST);
}

function mostSwapped({ pt, yt }: PendleMarket, edge: Edge, priced: Priced): bigint {
  switch (edge.tokenIn) {
    case pt:
      return payingPtIn(priced);
    case yt:
      return mostYtIn(priced);
    default:
      return edge.tokenOut === yt ? mostSyForYt(priced) : largestCost(priced);
  }
}

/** What the most PT costs; 0 where the market sells none. */
function largestCost(priced: Priced): bigint {
  const most = mostPtOut(priced);
  return most === 0n ? 0n : (buyPt(priced, most)?.sy ?? 0n);
}

/** By whom a market is asked, which decides on the fee: the router, but of PT that is sold. */
export function pricedFor(
  state: PendleMarket,
  { tokenIn }: Pick<Edge, "tokenIn">,
  timestamp: bigint,
): Priced | null {
  const lnFeeRoot = tokenIn === state.pt ? state.lnFeeRoot : state.routerLnFeeRoot;
  return pricedAt(state, lnFeeRoot, timestamp);
}
