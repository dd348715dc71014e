import { type AbiFunction, getAbiItem } from "viem";
import { PendleMarket as marketAbi, PendleRouter as routerAbi } from "../../../abis/Pendle.ts";
import { max, min } from "../../lib/math.ts";
import type { BurnOperation } from "../liquidity.ts";
import { type CallOperation, literal, type SequenceOperation } from "../operation.ts";
import { ptForLp, toleranceForLp } from "./adding.ts";
import { ONE } from "./market-math.ts";
import { routerCall } from "./router-arguments.ts";
import { indexOf, type PendleMarket } from "./state.ts";

const ADD_SY = getAbiItem({ abi: routerAbi, name: "addLiquiditySingleSy" });
const ADD_BOTH = getAbiItem({ abi: routerAbi, name: "addLiquidityDualSyAndPt" });
const REMOVE_TO_SY = getAbiItem({ abi: routerAbi, name: "removeLiquiditySingleSy" });
const BURN = getAbiItem({ abi: marketAbi, name: "burn" });

/** Functions that the operations with liquidity call. */
export const liquidityFunctions: readonly AbiFunction[] = [ADD_SY, ADD_BOTH, REMOVE_TO_SY, BURN];

const RECIPIENT = { kind: "recipient" } as const;

/**
 * The router buys PT for some of the SY and adds both. How much PT is told by the liquidity that
 * was quoted: the router tries that first, and where it leaves the two in the market's proportion
 * but for the tolerance, as in the block that the quote is of, it buys just that. Where the price
 * has moved further, or another amount of SY arrives, it tries others. What does not fit, a part of
 * the tolerance, stays with the market.
 */
export function addSy(
  state: PendleMarket,
  amountIn: bigint,
  quoted: bigint | undefined,
): CallOperation {
  const { totalPt } = state;
  const pt = quoted === undefined ? ptAtPar(state, amountIn) : ptForLp(state, quoted);
  return routerCall(state, ADD_SY, {
    pt,
    most: min(2n * pt, (pt + totalPt) / 2n),
    tolerance: toleranceForLp(state, quoted ?? (pt * state.supply) / (totalPt - pt)),
  });
}

/** About the PT that is bought for liquidity, at a unit of the asset each; above 0. */
function ptAtPar(state: PendleMarket, syIn: bigint): bigint {
  const { totalPt, totalSy } = state;
  const whole = totalSy + syIn + (totalPt * ONE) / indexOf(state);
  return max((syIn * totalPt) / whole, 1n);
}

/** The router burns liquidity and sells its PT, or redeems it after the expiry. */
export function removeToSy(market: PendleMarket): CallOperation {
  return routerCall(market, REMOVE_TO_SY, null);
}

/** SY, amount 0, and PT, amount 1: the router takes what fits the market's proportion of them. */
export function mintOperation({ address, router, sy, pt }: PendleMarket): SequenceOperation {
  const [ofSy, ofPt] = [0, 1];
  return {
    kind: "sequence",
    stages: [
      {
        ...{ kind: "call", target: router, function: ADD_BOTH },
        args: [
          ...[RECIPIENT, literal(address)],
          ...[{ kind: "amount", of: ofSy } as const, { kind: "amount", of: ofPt } as const],
          literal(0n),
        ],
        approvals: [
          { token: sy, of: ofSy },
          { token: pt, of: ofPt },
        ],
        yields: [{ from: "return", word: 0 }],
      },
    ],
    ...{ amountOut: 2, pays: "recipient", price: "moving", leftovers: [sy, pt] },
  };
}

/** The market burns liquidity, which it is paid first, for SY and PT. */
export function burnOperation({ address }: PendleMarket): BurnOperation {
  return {
    kind: "sequence",
    stages: [
      { kind: "send", of: 0, token: address, to: address },
      {
        ...{ kind: "call", target: address, function: BURN, approvals: [] },
        args: [{ kind: "caller" }, { kind: "caller" }, { kind: "amount", of: 0 }],
        yields: [
          { from: "return", word: 0 },
          { from: "return", word: 1 },
        ],
      },
    ],
    ...{ amountsOut: [1, 2], pays: "caller", price: "moving", leftovers: [] },
  };
}
