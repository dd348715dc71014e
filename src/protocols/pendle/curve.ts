import { type Curve, capacityOf } from "../../lib/curves/curve.ts";
import { linear } from "../../lib/curves/linear.ts";
import { smooth } from "../../lib/curves/smooth.ts";
import type { BlockContext, Edge } from "../protocol.ts";
import { exitOf, joinOf } from "./float-liquidity.ts";
import { ratesOf } from "./float-rates.ts";
import { yieldRatesOf } from "./float-yield.ts";
import type { Priced } from "./market-math.ts";
import { maxIn, pricedFor } from "./max-in.ts";
import { GAS, spotPrice } from "./pool.ts";
import type { PendleMarket, PendlePool } from "./state.ts";

/** What a market pays for PT or liquidity, or for SY what costs as much; null: nothing. */
export function curve(state: PendlePool, edge: Edge, at: BlockContext): Curve | null {
  const capacity = capacityOf(maxIn(state, edge, at));
  if (state.kind === "wrapper") {
    const gas = edge.action === "deposit" ? GAS.wrap : GAS.unwrap;
    return linear({ rate: 1, capacity, gas: Number(gas) });
  }
  if (state.isExpired) {
    const { numerator, denominator } = spotPrice(state, edge, at);
    const gas = edge.tokenIn === state.pt ? GAS.redeemPt : GAS.redeemLp;
    return linear({ rate: Number(numerator) / Number(denominator), capacity, gas: Number(gas) });
  }
  const priced = pricedFor(state, edge, at.timestamp);
  if (priced === null) return null;
  switch (edge.action) {
    case "deposit":
      return joinCurve(state, priced, capacity);
    case "redeem":
      return exitCurve(state, priced, capacity);
    case "swap":
      return swapCurveOf(state, edge)(state, priced, capacity);
  }
}

function swapCurveOf({ pt, yt }: PendleMarket, { tokenIn, tokenOut }: Edge) {
  switch (tokenIn) {
    case pt:
      return saleCurve;
    case yt:
      return yieldSaleCurve;
    default:
      return tokenOut === yt ? yieldPurchaseCurve : purchaseCurve;
  }
}

function saleCurve({ totalPt }: PendleMarket, priced: Priced, capacity: number): Curve {
  const { index, pay: output, paySlope: marginal, payBend: curvature } = ratesOf(priced);
  const units = { scaleIn: 1, scaleOut: 1 / index, capacity, gas: Number(GAS.sellPt) };
  return smooth({ scale: Number(totalPt), output, marginal, curvature }, units);
}

function purchaseCurve({ totalPt }: PendleMarket, priced: Priced, capacity: number): Curve {
  const { index, ptFor, costSlope, costBend } = ratesOf(priced);
  return smooth(
    {
      scale: Number(totalPt),
      output: ptFor,
      marginal: (assets) => 1 / costSlope(ptFor(assets)),
      curvature(assets) {
        const ptOut = ptFor(assets);
        return -costBend(ptOut) / costSlope(ptOut) ** 3;
      },
    },
    { scaleIn: index, scaleOut: 1, capacity, gas: Number(GAS.buyPt) },
  );
}

function yieldSaleCurve({ totalPt }: PendleMarket, priced: Priced, capacity: number): Curve {
  const { index, pay: output, paySlope: marginal, payBend: curvature } = yieldRatesOf(priced);
  const units = { scaleIn: 1, scaleOut: 1 / index, capacity, gas: Number(GAS.sellYt) };
  return smooth({ scale: Number(totalPt), output, marginal, curvature }, units);
}

function yieldPurchaseCurve(_: PendleMarket, priced: Priced, capacity: number): Curve {
  const { index, ytFor, costSlope, costBend } = yieldRatesOf(priced);
  return smooth(
    {
      scale: Number(priced.totalAsset) * costSlope(0),
      output: ytFor,
      marginal: (assets) => 1 / costSlope(ytFor(assets)),
      curvature(assets) {
        const ytOut = ytFor(assets);
        return -costBend(ytOut) / costSlope(ytOut) ** 3;
      },
    },
    { scaleIn: index, scaleOut: 1, capacity, gas: Number(GAS.buyYt) },
  );
}

/** Of y of PT that is bought out of P, y / (P - y) of the liquidity is minted. */
function joinCurve(state: PendleMarket, priced: Priced, capacity: number): Curve {
  const { index, ptFor, spentSlope, spentBend } = joinOf(priced);
  const pt = Number(state.totalPt);
  return smooth(
    {
      scale: Number(priced.totalAsset),
      output(assets) {
        const ptOut = ptFor(assets);
        return ptOut / (pt - ptOut);
      },
      marginal(assets) {
        const ptOut = ptFor(assets);
        return pt / (pt - ptOut) ** 2 / spentSlope(ptOut);
      },
      curvature(assets) {
        const ptOut = ptFor(assets);
        const [slope, left] = [spentSlope(ptOut), pt - ptOut];
        const bend = (2 * slope) / left - spentBend(ptOut);
        return ((pt / left ** 2) * bend) / slope ** 3;
      },
    },
    {
      ...{ scaleIn: index, scaleOut: Number(state.supply), capacity },
      gas: Number(GAS.addLiquidity),
    },
  );
}

function exitCurve({ supply }: PendleMarket, priced: Priced, capacity: number): Curve {
  const { index, pay: output, paySlope: marginal, payBend: curvature } = exitOf(priced);
  const units = { scaleIn: 1 / Number(supply), scaleOut: 1 / index, capacity };
  return smooth(
    { scale: 1, output, marginal, curvature },
    { ...units, gas: Number(GAS.removeLiquidity) },
  );
}
