import { type Curve, capacityOf } from "../../lib/curves/curve.ts";
import { smooth } from "../../lib/curves/smooth.ts";
import { type Stableswap, stableSwap, stableswap } from "../../lib/curves/stableswap.ts";
import { stableExit } from "../../lib/curves/stableswap-exit.ts";
import { stableJoin } from "../../lib/curves/stableswap-join.ts";
import type { BlockContext, Edge } from "../protocol.ts";
import { maxIn } from "./max-in.ts";
import { type CurvePool, gasOf } from "./pool.ts";
import { amplificationAt } from "./reserves.ts";
import { dynamicFeeE10, scaled } from "./trade.ts";

const FEE_DENOMINATOR = 1e10;
const PRECISION = 1e18;

/**
 * The invariant in float64, with the amplification of the block `at`. Quotes of deposits differ by
 * what a smallest unit of each coin is worth, as their fees are whole units, and all by some units
 * of 18 decimals, for which the contract's invariant is good. A fee that depends on the distance of
 * coins is that of the first unit: quotes differ by what it moves over an amount, and by what it is
 * for the coins that stay.
 *
 * @param most Largest input, smallest unit of tokenIn.
 */
export function curve(
  state: CurvePool,
  edge: Edge,
  at: BlockContext,
  most = maxIn(state, edge, at),
): Curve {
  const pool = stableswapAt(state, at);
  const fee = feeAt(state, edge, BigInt(Math.round(pool.d)));
  return curveOf(state, edge, { pool, most, fee, gas: gasOf(state, edge.action) });
}

/** The invariant in float64, with the amplification of the block `at`. */
export function stableswapAt(
  state: CurvePool,
  { timestamp }: Pick<BlockContext, "timestamp">,
): Stableswap {
  const { a, aPrecision } = amplificationAt(state, timestamp);
  return stableswap(
    scaled(state).map(Number),
    (Number(a) * state.coins.length) / Number(aPrecision),
  );
}

/**
 * As `curve`, with a fee and gas of one's own.
 *
 * @param of.fee Of a swap, 1 is 100 %; of a deposit or redemption that on what differs from a
 *   balanced change, before it is spread over the coins.
 */
export function curveOf(
  state: CurvePool,
  edge: Edge,
  of: {
    readonly pool: Stableswap;
    readonly most: bigint;
    readonly fee: number;
    readonly gas: bigint;
  },
): Curve {
  const { coins, rates } = state;
  const { pool, most, fee } = of;
  const n = coins.length;
  const from = coins.indexOf(edge.tokenIn);
  const to = coins.indexOf(edge.tokenOut);
  const scaleOf = (coin: number): number => Number(rates[coin] ?? 0n) / PRECISION;
  const capacity = capacityOf(most);
  const bounds = { capacity, gas: Number(of.gas) };
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

/** The fee of the first unit, 1 is 100 %; of a deposit or redemption that on its own coin. */
function feeAt(state: CurvePool, { action, tokenIn, tokenOut }: Edge, d: bigint): number {
  const { coins, feeE10 } = state;
  const xp = scaled(state);
  const held = (coin: Edge["tokenIn"]): bigint => xp[coins.indexOf(coin)] ?? 0n;
  const even = d / BigInt(coins.length);
  const between = [
    action === "redeem" ? even : held(tokenIn),
    action === "deposit" ? even : held(tokenOut),
  ] as const;
  return Number(dynamicFeeE10(state, feeE10, between)) / FEE_DENOMINATOR;
}
