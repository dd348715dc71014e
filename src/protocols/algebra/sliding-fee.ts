import { getSqrtRatioAtTick, MAX_TICK } from "../uniswap-v3/tick-math.ts";

/** A fee that leans against the last move of the price, as a plugin of Integral has it. */
export interface SlidingFee {
  /** Of both directions when the price stands still, hundredths of a basis point. */
  readonly baseFee: number;
  /** Share of a move that goes into the factors, in thousandths. */
  readonly priceChangeFactor: number;
  /** Of what is sold of token0, Q96; that of token1 is 2 less it, until either was set to 0. */
  readonly zeroToOneFactor: bigint;
  readonly oneToZeroFactor: bigint;
  /** Tick at the last timepoint, and its time, seconds since the epoch. */
  readonly lastTick: number;
  readonly lastTimestamp: number;
}

const ONE = 1n << 96n;
const MOST_FEE = 65_535n;

/**
 * What a swap that begins at a tick makes of the fee: each moves the factors by how far the price
 * is from that of the last timepoint, and the first of a second writes another one.
 *
 * @see https://github.com/cryptoalgebra/Algebra/blob/357ae6bc435530938764fa62222d8996303e2171/src/plugin/contracts/plugins/SlidingFeePlugin.sol#L37 `_getFeeAndUpdateFactors`
 */
export function slid(
  fee: SlidingFee,
  { tick, timestamp }: { readonly tick: number; readonly timestamp: number },
): SlidingFee {
  const factors = tick === fee.lastTick ? {} : factorsAfter(fee, tick - fee.lastTick);
  const isWritten = timestamp !== fee.lastTimestamp;
  const last = isWritten ? { lastTick: tick, lastTimestamp: timestamp } : {};
  return { ...fee, ...factors, ...last };
}

/** Fees of what is sold of token0 and of token1, hundredths of a basis point. */
export function slidingFees(fee: SlidingFee): readonly [number, number] {
  const feeBy = (factor: bigint) => {
    const adjusted = (BigInt(fee.baseFee) * factor) >> 96n;
    return Number(adjusted > MOST_FEE ? MOST_FEE : adjusted === 0n ? 1n : adjusted);
  };
  return [feeBy(fee.zeroToOneFactor), feeBy(fee.oneToZeroFactor)];
}

function factorsAfter(
  fee: SlidingFee,
  moved: number,
): Pick<SlidingFee, "zeroToOneFactor" | "oneToZeroFactor"> {
  const sqrtRatio = getSqrtRatioAtTick(Math.max(-MAX_TICK, Math.min(MAX_TICK, moved)));
  const change = (sqrtRatio * sqrtRatio) / ONE - ONE;
  const impact = (change * BigInt(fee.priceChangeFactor)) / 1_000n;
  const zeroToOneFactor = fee.zeroToOneFactor - impact;
  if (zeroToOneFactor <= 0n) return { zeroToOneFactor: 0n, oneToZeroFactor: 2n * ONE };
  if (zeroToOneFactor >= 2n * ONE) return { zeroToOneFactor: 2n * ONE, oneToZeroFactor: 0n };
  return { zeroToOneFactor, oneToZeroFactor: fee.oneToZeroFactor + impact };
}
