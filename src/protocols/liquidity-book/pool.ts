import type { Address } from "viem";
import { min } from "../../lib/math.ts";
import type { BlockContext, Edge, Holding, PoolState, Quote, Ratio } from "../protocol.ts";
import { type BinsOfPool, inputOfAll, walk } from "./bin-steps.ts";
import { type Bin, type BinTable, isFilled } from "./bins.ts";
import { priceOfBin, SCALE_OFFSET } from "./price.ts";
import { stepAt } from "./steps.ts";
import { type FeeParameters, referencesAt, type Volatility } from "./volatility.ts";

/** Two tokens in bins. */
interface PairOfBins extends Pick<BinsOfPool, "bins" | "changed"> {
  readonly tokenX: Address;
  readonly tokenY: Address;
}

/** State of one pair. */
export interface LiquidityBookPool extends PoolState, PairOfBins {
  readonly address: Address;
  /** Basis points between the prices of neighbouring bins. */
  readonly binStep: number;
  readonly activeId: number;
  readonly parameters: FeeParameters;
  readonly volatility: Volatility;
  /** All that held something when they were read, but for the active one. */
  readonly bins: BinTable;
  /** Bins that hold something else by now, by id; the active one among them. */
  readonly changed: ReadonlyMap<number, Bin>;
  /** Block for which `bins` were read. */
  readonly binsBlock: number;
}

/**
 * Gas of a hop, an estimate: the transfer to the pair and the pair's own of what it pays, its slots
 * and the tokens' balances, all cold, and what each further bin reads, writes and logs.
 */
export const GAS_BASE = 120_000;
export const GAS_PER_BIN = 28_000;

/** The contract holds amounts in 128 bits, reserves included. */
const MOST = 1n << 127n;
const ONE = 1n << SCALE_OFFSET;
const BASIS_POINTS = 10_000n;

/** Both directions, X to Y first; none while the pair holds nothing. */
export function edges({ tokenX, tokenY, bins, changed }: PairOfBins): readonly Edge[] {
  if (!bins.bins.some(isFilled) && ![...changed.values()].some(isFilled)) return [];
  return [
    { action: "swap", tokenIn: tokenX, tokenOut: tokenY },
    { action: "swap", tokenIn: tokenY, tokenOut: tokenX },
  ];
}

/** What empties all bins in the direction, or those that one transaction can go through. */
export function maxIn(state: LiquidityBookPool, edge: Edge, at: BlockContext): bigint {
  return min(inputOfAll(stepAt(state, edge.tokenIn === state.tokenX, at)), MOST);
}

/**
 * Exact-input swap, bin by bin. An input that the bins would not take in full fails.
 *
 * @param amountIn Smallest unit of tokenIn.
 * @see https://github.com/traderjoe-xyz/joe-v2/blob/c9589d0b4841be19f5988bd933248f8790f7b868/src/LBPair.sol `swap`
 * @see https://github.com/traderjoe-xyz/joe-v2/blob/1297c3822f0605e643155c35948959c0a0d05e17/src/LBPair.sol `swap`
 */
export function quote(
  state: LiquidityBookPool,
  edge: Edge,
  amountIn: bigint,
  at: BlockContext,
): Quote<LiquidityBookPool> {
  if (amountIn <= 0n) return { ok: false, reason: "amount-too-small" };
  if (amountIn > MOST) return { ok: false, reason: "insufficient-liquidity" };
  const swapForY = edge.tokenIn === state.tokenX;
  const { activeId, parameters, volatility } = state;
  const walked = walk(state, stepAt(state, swapForY, at), {
    ...{ swapForY, amountIn },
    keptOf: (part) => part.amountIn - (part.fee * BigInt(parameters.protocolShare)) / BASIS_POINTS,
  });
  if (typeof walked === "string") return { ok: false, reason: walked };
  const { amountOut, count, last, changed } = walked;
  const timestamp = Number(at.timestamp);
  return {
    ok: true,
    amountOut,
    gas: BigInt(GAS_BASE + GAS_PER_BIN * (count - 1)),
    next: {
      ...state,
      ...{ activeId: last.id, changed },
      volatility: {
        ...referencesAt(parameters, volatility, { activeId, timestamp }),
        volatilityAccumulator: last.volatilityAccumulator,
        timeOfLastUpdate: timestamp,
      },
    },
  };
}

/** Price of the active bin, exact. */
export function spotPrice(
  { tokenX, activeId, binStep }: Pick<LiquidityBookPool, "tokenX" | "activeId" | "binStep">,
  edge: Edge,
): Ratio {
  const price = priceOfBin(activeId, binStep);
  return edge.tokenIn === tokenX
    ? { numerator: price, denominator: ONE }
    : { numerator: ONE, denominator: price };
}

/** What all bins hold. */
export function holdings({ tokenX, tokenY, bins, changed }: PairOfBins): readonly Holding[] {
  let [x, y] = [0n, 0n];
  for (const [at, id] of bins.ids.entries()) {
    if (changed.has(id)) continue;
    x += bins.bins[at]?.reserveX ?? 0n;
    y += bins.bins[at]?.reserveY ?? 0n;
  }
  for (const { reserveX, reserveY } of changed.values()) {
    x += reserveX;
    y += reserveY;
  }
  return [
    { token: tokenX, amount: x },
    { token: tokenY, amount: y },
  ];
}
