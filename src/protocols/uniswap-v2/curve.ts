import { constantProduct } from "../../lib/curves/constant-product.ts";
import { type Curve, capacityOf } from "../../lib/curves/curve.ts";
import { productExit } from "../../lib/curves/product-exit.ts";
import { type GrowthFee, productJoin } from "../../lib/curves/product-join.ts";
import { PIPS } from "../../lib/math.ts";
import type { Edge } from "../protocol.ts";
import { DEPOSIT_GAS, REDEEM_GAS, supplyAfterFee } from "./liquidity.ts";
import { maxIn, type UniswapV2Pool } from "./pool.ts";
import { SWAP_GAS } from "./swap.ts";

/**
 * The product of the reserves. Quotes of deposits and redemptions differ by what a smallest unit of
 * either token is worth, as both tokens are moved in whole units.
 */
export function curve(state: UniswapV2Pool, edge: Edge): Curve {
  const { token0, reserve0, reserve1, liquidity } = state;
  const kept = 1 - state.feePips / Number(PIPS);
  const capacity = capacityOf(maxIn(state, edge));
  const reserveOf = (isZero: boolean): number => Number(isZero ? reserve0 : reserve1);
  switch (edge.action) {
    case "swap": {
      const zeroForOne = edge.tokenIn === token0;
      const [reserveIn, reserveOut] = [reserveOf(zeroForOne), reserveOf(!zeroForOne)];
      return constantProduct({ reserveIn, reserveOut, kept, capacity, gas: Number(SWAP_GAS) });
    }
    case "deposit": {
      const reserve = reserveOf(edge.tokenIn === token0);
      const supply = Number(liquidity?.totalSupply ?? 0n);
      const growthFee = growthFeeOf(state);
      const gas = Number(DEPOSIT_GAS);
      return productJoin({ reserve, supply, kept, growthFee, capacity, gas });
    }
    case "redeem": {
      const reserve = reserveOf(edge.tokenOut === token0);
      const supply = Number(supplyAfterFee(state));
      return productExit({ reserve, supply, kept, capacity, gas: Number(REDEEM_GAS) });
    }
  }
}

function growthFeeOf({ reserve0, reserve1, liquidity }: UniswapV2Pool): GrowthFee | null {
  if (liquidity === null || liquidity.protocolFee === null || liquidity.kLast === 0n) return null;
  const { protocolFee, kLast } = liquidity;
  // The product only grows between two mints of the fee.
  const last = Math.min(1, Math.sqrt(Number(kLast) / (Number(reserve0) * Number(reserve1))));
  return { ...protocolFee, last };
}
