import { constantProduct } from "../../lib/curves/constant-product.ts";
import { type Curve, capacityOf } from "../../lib/curves/curve.ts";
import { power } from "../../lib/curves/power.ts";
import { productExit } from "../../lib/curves/product-exit.ts";
import { smooth } from "../../lib/curves/smooth.ts";
import { solidlyJoin } from "../../lib/curves/solidly-join.ts";
import { solidlyExit, solidlySwap } from "../../lib/curves/solidly-stable.ts";
import type { Edge } from "../protocol.ts";
import { ADD_GAS, BURN_GAS } from "./liquidity.ts";
import { maxIn, type SolidlyPool } from "./pool.ts";
import { BPS, STABLE_GAS, VOLATILE_GAS } from "./swap.ts";

/** Additional gas of the stages around a swap. */
const GAS_AROUND: Readonly<Record<Edge["action"], bigint>> = {
  swap: 0n,
  deposit: ADD_GAS,
  redeem: BURN_GAS,
};

/** What an edge needs of a pool, in float64. */
interface Terms {
  /** Smallest units; of the token that is swapped away, then of the one that is swapped for. */
  readonly reserves: readonly [number, number];
  /** 10 to the power of the tokens' decimals. */
  readonly units: readonly [number, number];
  readonly supply: number;
  readonly kept: number;
  readonly capacity: number;
  readonly gas: number;
}

/**
 * The pool's invariant in float64. Quotes of deposits and redemptions differ by what a smallest
 * unit of either token is worth, as both tokens are moved in whole units.
 */
export function curve(state: SolidlyPool, edge: Edge): Curve {
  const { token0, unit0, unit1, reserve0, reserve1, isStable } = state;
  const zeroForOne = edge.action === "redeem" ? edge.tokenOut !== token0 : edge.tokenIn === token0;
  const reserves = [Number(reserve0), Number(reserve1)] as const;
  const units = [Number(unit0), Number(unit1)] as const;
  const terms: Terms = {
    reserves: zeroForOne ? reserves : [reserves[1], reserves[0]],
    units: zeroForOne ? units : [units[1], units[0]],
    supply: Number(state.totalSupply),
    kept: 1 - state.feeBps / Number(BPS),
    capacity: capacityOf(maxIn(state, edge)),
    gas: Number((isStable ? STABLE_GAS : VOLATILE_GAS) + GAS_AROUND[edge.action]),
  };
  return isStable ? stableCurve(edge, terms) : volatileCurve(edge, terms);
}

function stableCurve(
  { action }: Edge,
  { reserves: [reserveIn, reserveOut], units: [unitIn, unitOut], supply, kept, ...bounds }: Terms,
): Curve {
  const pool = { x: reserveIn / unitIn, y: reserveOut / unitOut, kept };
  switch (action) {
    case "swap":
      return smooth(solidlySwap(pool), { scaleIn: 1 / unitIn, scaleOut: unitOut, ...bounds });
    case "deposit":
      return smooth(solidlyJoin(pool), { scaleIn: 1 / unitIn, scaleOut: supply, ...bounds });
    case "redeem":
      return smooth(solidlyExit(pool), { scaleIn: 1 / supply, scaleOut: unitOut, ...bounds });
  }
}

/**
 * A deposit swaps a of the reserve and adds the rest: shares = supply * kept * a, where (kept *
 * a)^2 + (1 + kept) * a is the input as a part of the reserve, as the fee leaves the pool.
 */
function volatileCurve(
  { action }: Edge,
  { reserves: [reserveIn, reserveOut], supply, kept, capacity, gas }: Terms,
): Curve {
  const both = 1 + kept;
  switch (action) {
    case "swap":
      return constantProduct({ reserveIn, reserveOut, kept, capacity, gas });
    case "deposit": {
      const rate = (4 * kept * kept) / (both * both * reserveIn);
      const size = (supply * both) / (2 * kept);
      return power({ size, rate, exponent: 0.5, capacity, gas });
    }
    case "redeem":
      return productExit({ reserve: reserveOut, supply, kept, capacity, gas });
  }
}
