import type { Address } from "viem";
import type { BlockContext, Edge, Quote } from "../protocol.ts";
import {
  type ConcentratedPool,
  edges as edgesOfPrice,
  maxIn as mostIn,
  quote as swapQuote,
} from "../uniswap-v3/pool.ts";
import { type DynamicFee, feePipsAt } from "./fees.ts";

/**
 * State of one pool. What is staked and what unstaked liquidity gives up of its fees change no
 * amount of a swap.
 */
export interface SlipstreamPool extends ConcentratedPool {
  readonly address: Address;
  /** All that swaps pay, or what they do without any distance where the fee is dynamic. */
  readonly feePips: number;
  readonly dynamicFee: DynamicFee | null;
}

/**
 * Gas beyond a swap on a pool of Uniswap V3, for a fee that is asked for: an estimate of what the
 * clone's call, the factory and the module read cold.
 */
export const GAS_OF_FEE = 30_000;

export const edges: (state: SlipstreamPool) => readonly Edge[] = edgesOfPrice;

/** Largest input that the pool takes in full and that one transaction can swap. */
export function maxIn(state: SlipstreamPool, edge: Edge, at: BlockContext): bigint {
  return mostIn(chargedAt(state, at), edge);
}

/**
 * Exact-input swap with the extreme price limit. The loop is that of Uniswap V3, to the wei.
 *
 * @see https://github.com/velodrome-finance/slipstream/blob/193a6b85f8/contracts/core/CLPool.sol#L678 `swap`
 */
export function quote(
  state: SlipstreamPool,
  edge: Edge,
  amountIn: bigint,
  at: BlockContext,
): Quote<SlipstreamPool> {
  const quoted = swapQuote(chargedAt(state, at), edge, amountIn);
  if (!quoted.ok) return quoted;
  const { next } = quoted;
  const { feePips, dynamicFee } = state;
  const gas = quoted.gas + BigInt(GAS_OF_FEE);
  // A swap that moves the tick writes an observation, after which none is the first at its time.
  const isObserved = dynamicFee !== null && next.tick !== state.tick;
  const sinceTimestamp = Number(at.timestamp) + 1;
  const after = isObserved ? { ...dynamicFee, sinceTimestamp } : dynamicFee;
  return { ...quoted, gas, next: { ...next, feePips, dynamicFee: after } };
}

/** By state and time: every quote of a block asks for the same. */
const charged = new WeakMap<SlipstreamPool, { timestamp: bigint; state: SlipstreamPool }>();

/** The state with all that a swap in the block pays as its fee. */
export function chargedAt(state: SlipstreamPool, { timestamp }: BlockContext): SlipstreamPool {
  const { feePips, dynamicFee, tick } = state;
  if (dynamicFee === null) return state;
  const known = charged.get(state);
  if (known?.timestamp === timestamp) return known.state;
  const seconds = Number(timestamp);
  const fee = feePipsAt(feePips, dynamicFee, { tick, timestamp: seconds });
  const found = fee === feePips ? state : { ...state, feePips: fee };
  charged.set(state, { timestamp, state: found });
  return found;
}
