import type { Address } from "viem";
import type { Curve } from "../../lib/curves/curve.ts";
import type { BurnQuote } from "../liquidity.ts";
import type { ApyContext } from "../position.ts";
import type { BlockContext, Edge, PoolState, Quote, Ratio, Reliance } from "../protocol.ts";
import * as ownCurve from "./curve.ts";
import * as ownLiquidity from "./liquidity.ts";
import * as ownLimit from "./max-in.ts";
import * as own from "./pool.ts";
import { changesAt as ownChangesAt, type PoolNumbers, virtualPrice } from "./reserves.ts";

/** A pool whose second coin may be the liquidity token of another pool, its base pool. */
export interface Metapool extends own.CurvePool {
  /** Lower-case; null of a plain pool. */
  readonly basePool: Address | null;
  /** The base pool as it is; null where nobody knows it. */
  readonly base: PoolNumbers | null;
}

/**
 * The pool with its rates in a block: that of the second coin is what the base pool answers as its
 * virtual price when a trade asks it. A metapool whose base pool is unknown is taken for killed.
 *
 * @see https://github.com/curvefi/curve-factory/blob/5272fd2b1199f185d9cd94822be9262c387dc2c2/contracts/implementations/meta/MetaUSD.vy
 * @see https://github.com/curvefi/stableswap-ng/blob/2abe778f40206a6c0fd108a0a53ad3266cbedeee/contracts/main/CurveStableSwapMetaNG.vy
 */
export function inBlock<S extends Metapool>(
  state: S,
  { timestamp }: Pick<BlockContext, "timestamp">,
): S {
  const { basePool, base, rates } = state;
  if (basePool === null) return state;
  const price = base === null ? 0n : virtualPrice(base, timestamp);
  const [first = 0n] = rates;
  return price === 0n ? { ...state, paused: true } : { ...state, rates: [first, price] };
}

/** A metapool relies on its base pool, which may be of any family of these pools. */
export const reliance = {
  on: ({ basePool }: Metapool) => basePool,
  given: <S extends Metapool>(state: S, other: PoolState | null): S => ({
    ...state,
    base: other !== null && isCurvePool(other) ? other : null,
  }),
} satisfies Reliance<Metapool>;

function isCurvePool(state: PoolState): state is own.CurvePool {
  return "aPrecision" in state && "dividesAtOnce" in state;
}

/** As of plain pools. */
export function maxIn(state: Metapool, edge: Edge, at: BlockContext): bigint {
  return ownLimit.maxIn(inBlock(state, at), edge, at);
}

/** As of plain pools: exact to the wei. */
export function quote<S extends Metapool>(
  state: S,
  edge: Edge,
  amountIn: bigint,
  at: BlockContext,
): Quote<S> {
  return own.quote(inBlock(state, at), edge, amountIn, at);
}

/** As of plain pools. */
export function spotPrice(state: Metapool, edge: Edge, at: BlockContext): Ratio {
  return own.spotPrice(inBlock(state, at), edge, at);
}

/** When the amplification of the pool or of its base pool is another one; null: never. */
export function changesAt(state: Metapool, at: BlockContext): bigint | null {
  return ownChangesAt(state, at) ?? (state.base && ownChangesAt(state.base, at));
}

/** As of plain pools. */
export function curve(state: Metapool, edge: Edge, at: BlockContext): Curve {
  return ownCurve.curve(inBlock(state, at), edge, at);
}

/** As of plain pools: the base pool's growth is part of it. */
export function apy(state: Metapool, key: Address, context: ApyContext): number {
  return own.apy(inBlock(state, context.at), key, context);
}

/** As of plain pools: exact to the wei. */
export function mint<S extends Metapool>(
  state: S,
  amountsIn: readonly bigint[],
  at: BlockContext,
): Quote<S> {
  return ownLiquidity.mint(inBlock(state, at), amountsIn, at);
}

/** As of plain pools; no rate counts. */
export function burn<S extends Metapool>(state: S, amountIn: bigint): BurnQuote<S> {
  return ownLiquidity.burn(state, amountIn);
}
