import { type Curve, capacityOf } from "../../lib/curves/curve.ts";
import { smooth } from "../../lib/curves/smooth.ts";
import { stableSwap, stableswap } from "../../lib/curves/stableswap.ts";
import { stableExit } from "../../lib/curves/stableswap-exit.ts";
import { stableJoin } from "../../lib/curves/stableswap-join.ts";
import type { BlockContext, Edge } from "../protocol.ts";
import { amplificationAt, type CurvePool, GAS, maxIn } from "./pool.ts";
import { scaled } from "./trade.ts";

const FEE_DENOMINATOR = 1e10;
const PRECISION = 1e18;

/**
 * The invariant in float64, with the amplification of the block `at`. Quotes of deposits differ by
 * what a smallest unit of each coin is worth, as their fees are whole units, and all by some units
 * of 18 decimals, for which the contract's invariant is good.
 */
export function curve(state: CurvePool, edge: Edge, at: BlockContext): Curve {
  const { coins, rates } = state;
  const n = coins.length;
  const { a, aPrecision } = amplificationAt(state, at.timestamp);
  const pool = stableswap(scaled(state).map(Number), (Number(a) * n) / Number(aPrecision));
  const from = coins.indexOf(edge.tokenIn);
  const to = coins.indexOf(edge.tokenOut);
  const scaleOf = (coin: number): number => Number(rates[coin] ?? 0n) / PRECISION;
  const fee = Number(state.feeE10) / FEE_DENOMINATOR;
  const capacity = capacityOf(maxIn(state, edge, at));
  const bounds = { capacity, gas: Number(GAS[edge.action]) };
  const imbalanceFee = (fee * n) / (4 * (n - 1));
  const supply = Number(state.supply);
  switch (edge.action) {
    case "swap": {
      const scaleOut = (1 - fee) / scaleOf(to);
      return smooth(stableSwap(pool, from, to), { scaleIn: scaleOf(from), scaleOut, ...bounds });
    }
    case "deposit": {
      const shape = stableJoin(pool, from, imbalanceFee);
      return smooth(shape, { scaleIn: scaleOf(from), scaleOut: supply, ...bounds });
    }
    case "redeem": {
      const shape = stableExit(pool, to, imbalanceFee);
      return smooth(shape, { scaleIn: 1 / supply, scaleOut: 1 / scaleOf(to), ...bounds });
    }
  }
}
