import { type AbiFunction, getAbiItem } from "viem";
import { PendleRouter as routerAbi } from "../../../abis/Pendle.ts";
import { max, min } from "../../lib/math.ts";
import { type CallOperation, literal } from "../operation.ts";
import { mostPtIn, ONE } from "./market-math.ts";
import { MOST_TRIES, NO_ORDERS } from "./router-arguments.ts";
import { indexOf, type PendleMarket } from "./state.ts";
import { ptForYt, toleranceForYt } from "./yield-trades.ts";

const BUY_YT = getAbiItem({ abi: routerAbi, name: "swapExactSyForYt" });
const SELL_YT = getAbiItem({ abi: routerAbi, name: "swapExactYtForSy" });

/** Functions that the operations with YT call. */
export const yieldFunctions: readonly AbiFunction[] = [BUY_YT, SELL_YT];

const RECIPIENT = { kind: "recipient" } as const;
const INPUT = { kind: "amountIn" } as const;

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
  const { address, router, totalSy } = state;
  const index = indexOf(state);
  const most = mostPtIn({ market: state, totalAsset: (totalSy * index) / ONE });
  // YT is worth less than a unit of the asset; it may be a step more than the PT.
  const wanted = quoted === undefined ? max((amountIn * index) / ONE, 1n) : ptForYt(quoted);
  const pt = min(wanted, most);
  const guess = {
    ...{ guessMin: 0n, guessOffchain: pt, maxIteration: MOST_TRIES },
    guessMax: quoted === undefined ? most : min(2n * pt, most),
    eps: toleranceForYt(state, amountIn),
  };
  return {
    ...{ kind: "call", target: router, function: BUY_YT, value: "none", approve: true },
    args: [RECIPIENT, literal(address), INPUT, literal(0n), literal(guess), NO_ORDERS],
    amountOut: { from: "return", word: 0 },
    ...{ pays: "recipient", price: "moving" },
  };
}

/** The router buys PT of the market, and redeems it with the YT, for what is owed and for SY. */
export function sellYtOperation({ address, router }: PendleMarket): CallOperation {
  return {
    ...{ kind: "call", target: router, function: SELL_YT, value: "none", approve: true },
    args: [RECIPIENT, literal(address), INPUT, literal(0n), NO_ORDERS],
    amountOut: { from: "return", word: 0 },
    ...{ pays: "recipient", price: "moving" },
  };
}
