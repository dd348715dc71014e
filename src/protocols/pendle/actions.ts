import { type AbiFunction, getAbiItem } from "viem";
import {
  PendleMarket as marketAbi,
  PendleRouter as routerAbi,
  PendleStandardizedYield as syAbi,
  PendleYieldToken as ytAbi,
} from "../../../abis/Pendle.ts";
import { min } from "../../lib/math.ts";
import { literal, type Operation, type SequenceOperation } from "../operation.ts";
import type { Edge } from "../protocol.ts";
import { toleranceFor } from "./buying.ts";
import { fixedFunctions } from "./harvesting.ts";
import { addSy, liquidityFunctions, removeToSy } from "./liquidity-actions.ts";
import { routerCall } from "./router-arguments.ts";
import type { PendleMarket, PendlePool } from "./state.ts";
import { buyYtOperation, sellYtOperation, yieldFunctions } from "./yield-actions.ts";

const SELL_PT = getAbiItem({ abi: marketAbi, name: "swapExactPtForSy" });
const BUY_PT = getAbiItem({ abi: routerAbi, name: "swapExactSyForPt" });
const REDEEM_PT = getAbiItem({ abi: ytAbi, name: "redeemPY" });
const WRAP = getAbiItem({ abi: syAbi, name: "deposit" });
const UNWRAP = getAbiItem({ abi: syAbi, name: "redeem" });

/** Functions that the operations call. */
export const functions: readonly AbiFunction[] = [
  ...[SELL_PT, BUY_PT, REDEEM_PT, WRAP, UNWRAP],
  ...liquidityFunctions,
  ...yieldFunctions,
  ...fixedFunctions,
];

const NO_DATA = literal("0x");
const INPUT = { kind: "amount", of: 0 } as const;

/** PT for SY by the market itself, which is paid first; else by the router. */
export function swap(
  state: PendlePool,
  edge: Edge,
  amountIn: bigint,
  amountOut?: bigint,
): Operation {
  const market = asMarket(state);
  if (edge.tokenIn === market.pt) return sell(market);
  if (edge.tokenIn === market.yt) return sellYtOperation(market);
  if (edge.tokenOut === market.yt) return buyYtOperation(market, amountIn, amountOut);
  return buy(market, amountOut);
}

function sell({ address, pt }: PendleMarket): SequenceOperation {
  return {
    kind: "sequence",
    stages: [
      { kind: "send", of: 0, token: pt, to: address },
      {
        ...{ kind: "call", target: address, function: SELL_PT, approvals: [] },
        args: [{ kind: "recipient" }, INPUT, NO_DATA],
        yields: [{ from: "return", word: 0 }],
      },
    ],
    ...{ amountOut: 1, pays: "recipient", price: "moving", leftovers: [] },
  };
}

/**
 * A market sells an exact amount of PT, which has to be named before it is known in which block.
 * The router takes all SY and is told what was quoted as its first guess. Where that costs no more
 * than the SY and at least all of it but the tolerance, it buys just that: in the block that the
 * quote is of, to the wei what was quoted, in one try. Where the price has moved, or another amount
 * of SY arrives, it tries others until one does. What is left of the SY, a tolerance at most, then
 * stays with the market. To name less PT for safety would lose more than that in every block, and
 * to name it exactly would fail in every later one, as PT becomes dearer with each second.
 */
function buy(market: PendleMarket, quoted: bigint | undefined): Operation {
  const { totalPt } = market;
  return routerCall(market, BUY_PT, {
    pt: quoted ?? 1n,
    most: quoted === undefined ? totalPt : min(quoted * 2n, totalPt),
    tolerance: toleranceFor(quoted ?? totalPt),
  });
}

/** What an SY stands for, for SY, or SY for liquidity. */
export function deposit(
  state: PendlePool,
  _edge: Edge,
  amountIn: bigint,
  amountOut?: bigint,
): Operation {
  if (state.kind === "market") return addSy(state, amountIn, amountOut);
  const { address, yieldToken } = state;
  return {
    ...{ kind: "call", target: address, function: WRAP, value: "none", approve: true },
    args: [
      ...[{ kind: "recipient" } as const, literal(yieldToken), { kind: "amountIn" } as const],
      literal(0n),
    ],
    amountOut: { from: "return", word: 0 },
    // An SY is anybody's code.
    ...{ pays: "recipient", price: "moving" },
  };
}

/** SY for what it stands for; liquidity for SY, or PT that has expired. */
export function redeem(state: PendlePool, { tokenIn }: Edge): Operation {
  if (state.kind === "market") return tokenIn === state.pt ? redeemPt(state) : removeToSy(state);
  const { address, yieldToken } = state;
  return {
    ...{ kind: "call", target: address, function: UNWRAP, value: "none", approve: false },
    args: [
      ...[{ kind: "recipient" } as const, { kind: "amountIn" } as const, literal(yieldToken)],
      ...[literal(0n), literal(false)],
    ],
    amountOut: { from: "return", word: 0 },
    ...{ pays: "recipient", price: "moving" },
  };
}

/** By its YT, which is paid first. */
function redeemPt({ pt, yt }: PendleMarket): SequenceOperation {
  return {
    kind: "sequence",
    stages: [
      { kind: "send", of: 0, token: pt, to: yt },
      {
        ...{ kind: "call", target: yt, function: REDEEM_PT, approvals: [] },
        args: [{ kind: "recipient" }],
        yields: [{ from: "return", word: 0 }],
      },
    ],
    ...{ amountOut: 1, pays: "recipient", price: "moving", leftovers: [] },
  };
}

function asMarket(state: PendlePool): PendleMarket {
  if (state.kind === "market") return state;
  throw new Error(`${state.id} is an SY, which is deposited and redeemed, not swapped.`);
}
