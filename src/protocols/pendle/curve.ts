import { type Curve, capacityOf } from "../../lib/curves/curve.ts";
import { linear } from "../../lib/curves/linear.ts";
import { smooth } from "../../lib/curves/smooth.ts";
import type { BlockContext, Edge } from "../protocol.ts";
import { ratesOf } from "./float-rates.ts";
import { ONE } from "./market-math.ts";
import { maxIn, pricedFor } from "./max-in.ts";
import { GAS } from "./pool.ts";
import { indexOf, type PendlePool } from "./state.ts";

/** What a market pays for PT, or for SY the PT of which the cost is as much; null: nothing. */
export function curve(state: PendlePool, edge: Edge, at: BlockContext): Curve | null {
  const capacity = capacityOf(maxIn(state, edge, at));
  if (state.kind === "wrapper") {
    const gas = edge.action === "deposit" ? GAS.wrap : GAS.unwrap;
    return linear({ rate: 1, capacity, gas: Number(gas) });
  }
  if (state.isExpired) {
    const rate = Number(ONE) / Number(indexOf(state));
    return linear({ rate, capacity, gas: Number(GAS.redeemPt) });
  }
  const priced = pricedFor(state, edge, at.timestamp);
  if (priced === null) return null;
  const { index, ...rates } = ratesOf(priced);
  const scale = Number(state.totalPt);
  if (edge.tokenIn === state.pt) {
    const { pay: output, paySlope: marginal, payBend: curvature } = rates;
    const units = { scaleIn: 1, scaleOut: 1 / index, capacity, gas: Number(GAS.sellPt) };
    return smooth({ scale, output, marginal, curvature }, units);
  }
  const { ptFor, costSlope, costBend } = rates;
  return smooth(
    {
      scale,
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
