import { sqrtDown } from "../../lib/sqrt.ts";
import { adaptiveFee, averagesOf, type FeeConfig } from "./adaptive-fee.ts";
import { type SlidingFee, slid, slidingFees } from "./sliding-fee.ts";
import { type Memory, type OracleKind, written } from "./timepoints.ts";

/**
 * A fee that follows how the pool was traded in the last day; the first swap of a second sets it.
 */
export interface AdaptiveFee {
  readonly kind: "adaptive";
  readonly oracle: OracleKind;
  /** Of what is sold of token0 and of token1. */
  readonly configs: readonly [FeeConfig, FeeConfig];
  readonly memory: Memory;
  /** Traded since the last timepoint, Q64, which the next one remembers; 0 with Integral. */
  readonly volumePerLiquidity: bigint;
}

/** What moves a pool's fees without an event. */
export type DynamicFee = AdaptiveFee | ({ readonly kind: "sliding" } & SlidingFee);

/** Fees of what is sold of token0 and of token1, hundredths of a basis point. */
export type Fees = readonly [number, number];

/** The fees of a swap, and what they are made of once it has set them. */
export interface FeesAfter<F extends DynamicFee = DynamicFee> {
  readonly feePips: Fees;
  readonly dynamicFee: F;
}

/**
 * What a swap pays that begins at a tick.
 *
 * @param current Fees as the last swap set them.
 */
export function feesAt(
  dynamicFee: DynamicFee,
  current: Fees,
  at: { readonly tick: number; readonly timestamp: number },
): FeesAfter {
  if (dynamicFee.kind === "sliding") {
    const after = slid(dynamicFee, at);
    return { feePips: slidingFees(after), dynamicFee: { kind: "sliding", ...after } };
  }
  const { oracle, configs, memory, volumePerLiquidity } = dynamicFee;
  if (at.timestamp <= memory.last.timestamp) return { feePips: current, dynamicFee };
  const after = written(oracle, memory, { ...at, volumePerLiquidity });
  const averages = averagesOf(oracle, after);
  const [ofToken0, ofToken1] = configs;
  return {
    feePips: [adaptiveFee(oracle, averages, ofToken0), adaptiveFee(oracle, averages, ofToken1)],
    dynamicFee: { ...dynamicFee, memory: after, volumePerLiquidity: 0n },
  };
}

/** No trade counts for more. */
const MOST_VOLUME = 100_000n << 64n;

/**
 * What a swap adds to what was traded by liquidity, Q64.
 *
 * @param liquidity In range after it.
 * @see https://github.com/cryptoalgebra/AlgebraV1/blob/789384bc5084dd694f3d1e189250491086e44653/src/core/contracts/DataStorageOperator.sol#L120 `calculateVolumePerLiquidity`
 */
export function volumePerLiquidityOf(
  liquidity: bigint,
  amounts: readonly [bigint, bigint],
): bigint {
  const [a, b] = amounts.map((amount) => sqrtDown(amount < 0n ? -amount : amount));
  const volume = (a ?? 0n) * (b ?? 0n);
  const by = liquidity > 0n ? liquidity : 1n;
  const shifted = volume >= 1n << 192n ? ((1n << 256n) - 1n) / by : (volume << 64n) / by;
  return shifted < MOST_VOLUME ? shifted : MOST_VOLUME;
}
