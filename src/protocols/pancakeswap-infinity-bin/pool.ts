import type { Address, Hex } from "viem";
import { min } from "../../lib/math.ts";
import { type BinStep, type Part, partOf } from "../liquidity-book/bin-steps.ts";
import type { Bin } from "../liquidity-book/bins.ts";
import type { Edge, PoolState, Quote } from "../protocol.ts";
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
export const GAS_BASE = 150_000;
export const GAS_PER_BIN = 12_000;

/** The manager takes amounts in 127 bits. */
const MOST = (1n << 127n) - 1n;
const BITS = 12;
const MASK = (1 << BITS) - 1;

/** What empties all bins in the direction, or those that one transaction can go through. */
export function maxIn(state: InfinityBinPool, edge: Edge): bigint {
  const step = stepAt(state, edge.tokenIn === state.tokenX);
  let sum = 0n;
  for (let n = 0; ; n++) {
    const next = step(n);
    if (next === undefined) return min(sum, MOST);
    sum += next.amountIn;
  }
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
  const step = stepAt(state, swapForY);
  const ofProtocol = protocolPart(state, swapForY);
  const changed = new Map(state.changed);
  let [rest, amountOut, n] = [amountIn, 0n, 0];
  let last: BinStep | undefined;
  while (rest > 0n) {
    last = step(n);
    if (last === undefined) return { ok: false, reason: "insufficient-liquidity" };
    const part = partOf(last, swapForY, rest);
    rest -= part.amountIn;
    amountOut += part.amountOut;
    changed.set(last.id, binAfter(last.bin, part, { swapForY, ofProtocol }));
    n++;
  }
  if (amountOut === 0n || last === undefined) return { ok: false, reason: "amount-too-small" };
  return {
    ok: true,
    amountOut,
    gas: BigInt(GAS_BASE + GAS_PER_BIN * (n - 1)),
    next: { ...state, activeId: last.id, changed },
  };
}

function protocolPart({ protocolFee, feesPips }: InfinityBinPool, swapForY: boolean): FeePart {
  return {
    protocolPips: swapForY ? protocolFee & MASK : protocolFee >> BITS,
    feePips: feesPips[swapForY ? 0 : 1],
  };
}

/** The protocol's fee of a direction, and all that its trades pay, hundredths of a basis point. */
export interface FeePart {
  readonly protocolPips: number;
  readonly feePips: number;
}

/**
 * A bin after a trade in it: the protocol's part of the fee leaves it.
 *
 * @see https://github.com/pancakeswap/infinity-core/blob/7c04695f/src/pool-bin/libraries/math/PackedUint128Math.sol `getProtocolFeeAmt`
 */
export function binAfter(
  { reserveX, reserveY }: Bin,
  { amountIn, amountOut, fee }: Part,
  {
    swapForY,
    ofProtocol: { protocolPips, feePips },
  }: { readonly swapForY: boolean; readonly ofProtocol: FeePart },
): Bin {
  const left = protocolPips === 0 ? 0n : (fee * BigInt(protocolPips)) / BigInt(feePips);
  const kept = amountIn - left;
  return swapForY
    ? { reserveX: reserveX + kept, reserveY: reserveY - amountOut }
    : { reserveX: reserveX - amountOut, reserveY: reserveY + kept };
}
