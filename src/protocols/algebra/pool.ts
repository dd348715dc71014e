import type { Address } from "viem";
import type { BlockContext, Edge, Quote } from "../protocol.ts";
import {
  type ConcentratedPool,
  edges as edgesOfPrice,
  maxIn as mostIn,
  quote as swapQuote,
} from "../uniswap-v3/pool.ts";
import { type DynamicFee, type Fees, feesAt, volumePerLiquidityOf } from "./fees.ts";

/**
 * State of one pool. What the community and plugins take of its fees changes no amount of a swap.
 */
export interface AlgebraPool extends ConcentratedPool {
  readonly address: Address;
  /** Of what is sold of token0 and of token1, as the last swap paid them. */
  readonly feePips: Fees;
  /** Null: swaps pay as the last one did, until somebody sets another fee. */
  readonly dynamicFee: DynamicFee | null;
}

/**
 * Gas beyond a swap on a pool of Uniswap V3, where the fee moves: an estimate of what a timepoint
 * and the averages of a day read and write cold.
 */
export const GAS_OF_FEE = 60_000;

export const edges: (state: AlgebraPool) => readonly Edge[] = edgesOfPrice;

/** Largest input that the pool takes in full and that one transaction can swap. */
export function maxIn(state: AlgebraPool, edge: Edge, at: BlockContext): bigint {
  return mostIn(chargedAt(state, at), edge);
}

/**
 * Exact-input swap with the extreme price limit. The steps are those of Uniswap V3, to the wei,
 * from place to place of the pool's own bitmap or from initialised tick to initialised tick.
 *
 * @see https://github.com/cryptoalgebra/AlgebraV1/blob/789384bc5084dd694f3d1e189250491086e44653/src/core/contracts/AlgebraPool.sol#L589 `swap`
 * @see https://github.com/cryptoalgebra/Algebra/blob/357ae6bc435530938764fa62222d8996303e2171/src/core/contracts/base/SwapCalculation.sol#L44 `_calculateSwap`
 */
export function quote(
  state: AlgebraPool,
  edge: Edge,
  amountIn: bigint,
  at: BlockContext,
): Quote<AlgebraPool> {
  const charged = chargedAt(state, at);
  const quoted = swapQuote(charged, edge, amountIn);
  if (!quoted.ok) return quoted;
  const { dynamicFee } = charged;
  if (dynamicFee === null) return quoted;
  const gas = quoted.gas + BigInt(GAS_OF_FEE);
  if (dynamicFee.kind === "sliding" || dynamicFee.oracle === "integral") return { ...quoted, gas };
  const { next, amountOut } = quoted;
  const added = volumePerLiquidityOf(next.liquidity, [amountIn, amountOut]);
  const volumePerLiquidity = dynamicFee.volumePerLiquidity + added;
  return { ...quoted, gas, next: { ...next, dynamicFee: { ...dynamicFee, volumePerLiquidity } } };
}

/** By state and time: every quote of a block asks for the same. */
const charged = new WeakMap<AlgebraPool, { timestamp: bigint; state: AlgebraPool }>();

/** The state as a swap in the block finds it once it has set its fees. */
export function chargedAt(state: AlgebraPool, { timestamp }: BlockContext): AlgebraPool {
  const { dynamicFee, feePips, tick } = state;
  if (dynamicFee === null) return state;
  const known = charged.get(state);
  if (known?.timestamp === timestamp) return known.state;
  const after = feesAt(dynamicFee, feePips, { tick, timestamp: Number(timestamp) });
  const found = { ...state, ...after };
  charged.set(state, { timestamp, state: found });
  return found;
}
