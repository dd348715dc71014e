import type { FeeConfig } from "./adaptive-fee.ts";
import type { DynamicFee, Fees } from "./fees.ts";
import type { algebraPool } from "./schema.ts";
import type { OracleKind, Timepoint } from "./timepoints.ts";

/** What the contracts said of a pool's fees. */
export interface ReadFee {
  readonly feePips: Fees;
  /** Of an adaptive one, without what was traded since the last timepoint. */
  readonly dynamicFee: DynamicFee | null;
  /** Place of the first timepoint of a day ago; null where none is needed. */
  readonly windowIndex: number | null;
  /**
   * Until when the timepoints tell the fee, seconds since the epoch; null: until somebody trades.
   */
  readonly knownUntil: number | null;
}

/** The columns of a row that say its fees. */
export type FeeColumns = Pick<
  typeof algebraPool.$inferSelect,
  | ("feePips" | "feeKind" | "feeSettings" | "feeFactors" | "timepoints")
  | ("lastTick" | "windowIndex" | "knownUntil")
>;

/** A pool that was not read, or does not say its fees. */
export const UNREAD: FeeColumns = {
  ...{ feePips: null, feeKind: null, feeSettings: null, feeFactors: null },
  ...{ timepoints: null, lastTick: null, windowIndex: null, knownUntil: null },
};

/** The columns that state what was read. */
export function columnsOf({ feePips, dynamicFee, windowIndex, knownUntil }: ReadFee): FeeColumns {
  const fixed = { ...UNREAD, feePips: [...feePips], windowIndex, knownUntil };
  if (dynamicFee === null) return fixed;
  const { kind: feeKind } = dynamicFee;
  if (dynamicFee.kind === "sliding") {
    const { baseFee, priceChangeFactor, zeroToOneFactor, oneToZeroFactor } = dynamicFee;
    const timepoints = [BigInt(dynamicFee.lastTimestamp)];
    return {
      ...{ ...fixed, feeKind, feeSettings: [baseFee, priceChangeFactor], timepoints },
      ...{ feeFactors: [zeroToOneFactor, oneToZeroFactor], lastTick: dynamicFee.lastTick },
    };
  }
  const { oldest, before, last, around } = dynamicFee.memory;
  const timepoints = [oldest, before ?? last, last, ...around].flatMap(numbersOf);
  return { ...fixed, feeKind, feeSettings: dynamicFee.configs.flatMap(settingsOf), timepoints };
}

/** The fee that a row's columns state; null of a fixed one. */
export function dynamicFeeOf(
  row: FeeColumns,
  oracle: OracleKind,
  volumePerLiquidity: bigint,
): DynamicFee | null {
  const { feeKind, feeSettings: settings, feeFactors, timepoints } = row;
  if (feeKind === null || settings === null || timepoints === null) return null;
  if (feeKind === "sliding") {
    const [baseFee = 0, priceChangeFactor = 0] = settings;
    const [zeroToOneFactor = 0n, oneToZeroFactor = 0n] = feeFactors ?? [];
    return {
      ...{ kind: feeKind, baseFee, priceChangeFactor, zeroToOneFactor, oneToZeroFactor },
      ...{ lastTick: row.lastTick ?? 0, lastTimestamp: Number(timepoints[0] ?? 0n) },
    };
  }
  const points = Array.from({ length: timepoints.length / NUMBERS }, (_, at) =>
    timepointOf(timepoints.slice(at * NUMBERS, (at + 1) * NUMBERS)),
  );
  const [oldest, before, last, ...around] = points;
  if (oldest === undefined || before === undefined || last === undefined) return null;
  const isFirst = before.timestamp === last.timestamp;
  return {
    ...{ kind: feeKind, oracle, volumePerLiquidity },
    configs: [configOf(settings.slice(0, SETTINGS)), configOf(settings.slice(SETTINGS))],
    memory: { oldest, before: isFirst ? null : before, last, around },
  };
}

const NUMBERS = 5;
const SETTINGS = 9;

function numbersOf(point: Timepoint): bigint[] {
  const { timestamp, tickCumulative, volatilityCumulative, averageTick } = point;
  const { volumePerLiquidityCumulative } = point;
  return [
    ...[BigInt(timestamp), tickCumulative, volatilityCumulative, BigInt(averageTick)],
    volumePerLiquidityCumulative,
  ];
}

function timepointOf(numbers: readonly bigint[]): Timepoint {
  const [
    timestamp = 0n,
    tickCumulative = 0n,
    volatilityCumulative = 0n,
    average = 0n,
    volume = 0n,
  ] = numbers;
  return {
    ...{ timestamp: Number(timestamp), tickCumulative, volatilityCumulative },
    ...{ averageTick: Number(average), volumePerLiquidityCumulative: volume },
  };
}

function settingsOf(config: FeeConfig): number[] {
  const { alpha1, alpha2, beta1, beta2, gamma1, gamma2, volumeBeta, volumeGamma, baseFee } = config;
  return [alpha1, alpha2, beta1, beta2, gamma1, gamma2, volumeBeta, volumeGamma, baseFee];
}

/** From nine settings, in the order in which V1's operators state them. */
export function configOf(settings: readonly number[]): FeeConfig {
  const [alpha1 = 0, alpha2 = 0, beta1 = 0, beta2 = 0, gamma1 = 1, gamma2 = 1, ...others] =
    settings;
  const [volumeBeta = 0, volumeGamma = 1, baseFee = 0] = others;
  return { alpha1, alpha2, beta1, beta2, gamma1, gamma2, volumeBeta, volumeGamma, baseFee };
}
