import { type AbiFunction, getAbiItem } from "viem";
import { PendleRouter as routerAbi } from "../../../abis/Pendle.ts";
import { max, min } from "../../lib/math.ts";
import type { CallOperation } from "../operation.ts";
import { mostPtIn, ONE } from "./market-math.ts";
import { routerCall } from "./router-arguments.ts";
import { indexOf, type PendleMarket } from "./state.ts";
import { ptForYt, toleranceForYt } from "./yield-trades.ts";

const BUY_YT = getAbiItem({ abi: routerAbi, name: "swapExactSyForYt" });
const SELL_YT = getAbiItem({ abi: routerAbi, name: "swapExactYtForSy" });

/** Functions that the operations with YT call. */
export const yieldFunctions: readonly AbiFunction[] = [BUY_YT, SELL_YT];

/**
 * The router sells PT that it owes, and splits what that pays with the SY: into the PT, and YT for
 * the recipient. How much PT is told by the YT that was quoted: the router tries that first, and
 * where it takes at most all SY and at least all but the tolerance, as in the block that the quote
 * is of, it sells just that. Where the price has moved further, or another amount of SY arrives, it
 * tries others. What is left of the SY becomes YT too, and PT that stays with the market. The
 * router answers the PT, which is all of the YT but a part of 10^12 or of the tolerance.
 */
export function buyYtOperation(
  state: PendleMarket,
  amountIn: bigint,
  quoted: bigint | undefined,
): CallOperation {
  const index = indexOf(state);
  const possible = mostPtIn({ market: state, totalAsset: (state.totalSy * index) / ONE });
  // YT is worth less than a unit of the asset; it may be a step more than the PT.
  const wanted = quoted === undefined ? max((amountIn * index) / ONE, 1n) : ptForYt(quoted);
  const pt = min(wanted, possible);
  return routerCall(state, BUY_YT, {
    pt,
    most: quoted === undefined ? possible : min(2n * pt, possible),
    tolerance: toleranceForYt(state, amountIn),
  });
}

/** The router buys PT of the market, and redeems it with the YT, for what is owed and for SY. */
export function sellYtOperation(market: PendleMarket): CallOperation {
  return routerCall(market, SELL_YT, null);
}
