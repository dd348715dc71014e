import type { Address, Hex } from "viem";
import { min } from "../../lib/math.ts";
import { inputOfAll, type Part, walk } from "../liquidity-book/bin-steps.ts";
import type { Edge, PoolState, Quote } from "../protocol.ts";
import { protocolFeesPips } from "../uniswap-v4/fees.ts";
import { type PricedBins, stepAt } from "./steps.ts";

/** State of one pool of bins of Infinity; X is the first currency of its key. */
export interface InfinityBinPool extends PoolState, PricedBins {
  readonly manager: Address;
  /** Holds the pool's tokens. */
  readonly vault: Address;
  /** Either may be the native currency, as 0xeeee…. */
  readonly tokenX: Address;
  readonly tokenY: Address;
  readonly hooks: Address;
  /** The fee in the pool's key: that of its providers, or 0x800000 where its hook sets that. */
  readonly keyFee: number;
  /** As in the pool's key. */
  readonly parameters: Hex;
  /**
   * What the protocol takes first, in hundredths of a basis point: of X in the lower 12 bits, of Y
   * in the next.
   */
  readonly protocolFee: number;
  /** Block for which `bins` were read. */
  readonly binsBlock: number;
}

/**
 * Gas of a hop: with what the contracts of the devnet compile to, the market maker's trades in one
 * bin use 139,470 to 160,985, those in a pool of concentrated liquidity 138,658, and each further
 * bin 10,500 to 27,000.
 */
export const GAS_BASE = 137_000;
export const GAS_PER_BIN = 12_000;

/** The manager takes amounts in 127 bits. */
const MOST = (1n << 127n) - 1n;

/** What empties all bins in the direction, or those that one transaction can go through. */
export function maxIn(state: InfinityBinPool, edge: Edge): bigint {
  return min(inputOfAll(stepAt(state, edge.tokenIn === state.tokenX)), MOST);
}

/**
 * Exact-input swap, bin by bin. An input that the bins would not take in full fails.
 *
 * @param amountIn Smallest unit of tokenIn.
 * @see https://github.com/pancakeswap/infinity-core/blob/7c04695f/src/pool-bin/libraries/BinPool.sol `swap`
 */
export function quote(
  state: InfinityBinPool,
  edge: Edge,
  amountIn: bigint,
): Quote<InfinityBinPool> {
  if (amountIn <= 0n) return { ok: false, reason: "amount-too-small" };
  if (amountIn > MOST) return { ok: false, reason: "insufficient-liquidity" };
  const swapForY = edge.tokenIn === state.tokenX;
  const ofProtocol = protocolPart(state, swapForY);
  const walked = walk(state, stepAt(state, swapForY), {
    ...{ swapForY, amountIn },
    keptOf: (part) => keptOf(part, ofProtocol),
  });
  if (typeof walked === "string") return { ok: false, reason: walked };
  const { amountOut, count, last, changed } = walked;
  return {
    ok: true,
    amountOut,
    gas: BigInt(GAS_BASE + GAS_PER_BIN * (count - 1)),
    next: { ...state, activeId: last.id, changed },
  };
}

function protocolPart({ protocolFee, feesPips }: InfinityBinPool, swapForY: boolean): FeePart {
  return {
    protocolPips: protocolFeesPips(protocolFee)[swapForY ? 0 : 1],
    feePips: feesPips[swapForY ? 0 : 1],
  };
}

/** The protocol's fee of a direction, and all that its trades pay, hundredths of a basis point. */
export interface FeePart {
  readonly protocolPips: number;
  readonly feePips: number;
}

/**
 * What is left in a bin of what it is paid: the protocol's part of the fee leaves it.
 *
 * @see https://github.com/pancakeswap/infinity-core/blob/7c04695f/src/pool-bin/libraries/math/PackedUint128Math.sol `getProtocolFeeAmt`
 */
export function keptOf(
  { amountIn, fee }: Pick<Part, "amountIn" | "fee">,
  { protocolPips, feePips }: FeePart,
): bigint {
  return protocolPips === 0 ? amountIn : amountIn - (fee * BigInt(protocolPips)) / BigInt(feePips);
}
