import type { Curve } from "../../lib/curves/curve.ts";
import { curveOf, stableswapAt } from "../curve-stableswap/curve.ts";
import type { CurvePool } from "../curve-stableswap/pool.ts";
import { dynamicFeeE10, scaled } from "../curve-stableswap/trade.ts";
import type { BlockContext, Edge } from "../protocol.ts";
import { poolAt } from "./lending.ts";
import { maxIn } from "./max-in.ts";
import { type CurveLendingPool, GAS } from "./pool.ts";

const FEE_DENOMINATOR = 1e10;

/** As of plain pools, with the balances of the block `at` and the fee of the first unit. */
export function curve(state: CurveLendingPool, edge: Edge, at: BlockContext): Curve {
  const most = maxIn(state, edge, at);
  const plain = poolAt(state, at.timestamp);
  const pool = stableswapAt(plain, at);
  const fee = feeAt(plain, edge, BigInt(Math.round(pool.d)));
  return curveOf(plain, edge, { pool, most, fee, gas: GAS[edge.action] });
}

/** 1 is 100 %. A deposit compares what its coin has in its own decimals with the even amount. */
function feeAt(pool: CurvePool, { action, tokenIn, tokenOut }: Edge, d: bigint): number {
  const { coins, feeE10, balances } = pool;
  const even = d / BigInt(coins.length);
  const xp = scaled(pool);
  const [i, j] = [coins.indexOf(tokenIn), coins.indexOf(tokenOut)];
  const between = {
    swap: [xp[i] ?? 0n, xp[j] ?? 0n],
    deposit: [balances[i] ?? 0n, even],
    redeem: [xp[j] ?? 0n, even],
  } as const;
  return Number(dynamicFeeE10(pool, feeE10, between[action])) / FEE_DENOMINATOR;
}
